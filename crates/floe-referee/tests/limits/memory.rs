//! Resident memory of a bot and its descendants together.

use std::process::Command;

use super::{Folder, bots, limits, meet, present, python};
use floe_referee::LaunchOptions;

const MIB: usize = 1 << 20;

#[tokio::test]
async fn reserving_address_space_is_not_using_memory() {
    let folder = Folder::new("reserve");
    // As the runtimes of Java and .NET do.
    let reserve = "kept = mmap.mmap(-1, 8 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=0)";
    let Some(bot) = folder.python(reserve, "") else { return };
    meet(&bot, LaunchOptions::default()).await.is_whole();
    folder.is_left_empty().await;
}

#[tokio::test]
async fn too_much_memory_loses() {
    let folder = Folder::new("greedy");
    let Some(bot) = folder.python("", "kept = b'x' * (300 << 20)\nnote('filled', 1)\ntime.sleep(600)") else {
        return;
    };
    let result = meet(&bot, limits("64M", "64")).await;
    result.is_lost_by("too much memory", "of memory; the limit is 64 MiB");
    folder.is_left_empty().await;
}

#[tokio::test]
async fn too_much_memory_before_the_first_move_loses() {
    let folder = Folder::new("greedy-start");
    let Some(bot) = folder.python("kept = b'x' * (300 << 20)\ntime.sleep(600)", "") else { return };
    let result = meet(&bot, limits("64M", "64")).await;
    result.is_lost_by("too much memory", "of memory; the limit is 64 MiB");
}

#[tokio::test]
async fn the_same_memory_is_fine_if_it_is_allowed() {
    let folder = Folder::new("allowed");
    for memory in ["1G", "none"] {
        let Some(bot) = folder.python("", "kept = b'x' * (300 << 20)\ntime.sleep(0.2)") else { return };
        meet(&bot, limits(memory, "64")).await.is_whole();
    }
}

/// Children that each fill their own memory; none of them alone uses too much.
const SPREAD: &str = "
for child in range(4):
    if os.fork() == 0:
        kept = os.urandom(1) * (30 << 20)
        note('filled', child)
        time.sleep(600)
wait('filled', 4)
time.sleep(600)";

#[tokio::test]
async fn memory_of_children_counts() {
    let folder = Folder::new("spread");
    let Some(bot) = folder.python("", SPREAD) else { return };
    let result = meet(&bot, limits("100M", "64")).await;
    result.is_lost_by("too much memory", "of memory; the limit is 100 MiB");
    folder.is_left_empty().await;
}

#[tokio::test]
async fn memory_that_children_share_counts_once() {
    let folder = Folder::new("share");
    // Four processes with the same 60 MiB: 240 MiB if each were counted in full.
    let share = "
kept = b'x' * (60 << 20)
for child in range(3):
    if os.fork() == 0:
        note('ready', child)
        time.sleep(600)
wait('ready', 3)
time.sleep(0.3)";
    let Some(bot) = folder.python("", share) else { return };
    meet(&bot, limits("150M", "64")).await.is_whole();
    folder.is_left_empty().await;
}

#[tokio::test]
async fn starting_programs_does_not_count_twice() {
    let folder = Folder::new("spawn");
    // Until a new process has executed its program, it uses the memory of the one that starts it.
    let spawn = "
kept = b'x' * (50 << 20)
end = time.time() + 1.5
while time.time() < end:
    os.posix_spawn('/bin/true', ['true'], {})
    os.wait()";
    let Some(bot) = folder.python("", spawn) else { return };
    meet(&bot, limits("80M", "64")).await.is_whole();
}

#[tokio::test]
async fn memory_counts_when_the_first_thread_has_ended() {
    if !present("cc") || python().is_none() {
        return;
    }
    let folder = Folder::new("headless");
    let (source, program) = (folder.path("headless.c"), folder.path("headless"));
    std::fs::write(&source, bots::HEADLESS).unwrap();
    let built = Command::new("cc").args(["-O1", "-pthread", "-o"]).args([&program, &source]).status();
    assert!(built.unwrap().success());
    let result = meet(program.to_str().unwrap(), limits("64M", "64")).await;
    result.is_lost_by("too much memory", "of memory; the limit is 64 MiB");
    folder.is_left_empty().await;
}

#[tokio::test]
async fn a_java_bot_plays_with_the_default_limits() {
    if !present("javac") || !present("java") || python().is_none() {
        return;
    }
    let folder = Folder::new("java");
    std::fs::write(folder.path("Bot.java"), bots::JAVA).unwrap();
    let built = Command::new("javac").arg("-d").arg(&folder.0).arg(folder.path("Bot.java")).status();
    assert!(built.unwrap().success());
    let bot = format!("java -cp {} Bot", folder.0.display());
    meet(&bot, LaunchOptions::default()).await.is_whole();
    folder.is_left_empty().await;
    // A bounded heap keeps it below a smaller limit, too.
    let bot = format!("java -Xmx64m -cp {} Bot", folder.0.display());
    meet(&bot, limits("256M", "64")).await.is_whole();
    assert!(LaunchOptions::default().memory.bytes() > Some(256 * MIB as u64));
}
