//! Processes of a bot: how many, and that all of them end with its game.

use std::time::{Duration, Instant};

use super::{Folder, limits, meet};
use floe_referee::LaunchOptions;

/// Starts processes that sleep, at most 200, so that a failing test does no harm.
const BOMB: &str = "
for child in range(200):
    if os.fork() == 0:
        time.sleep(600)
    note('started', child)
    time.sleep(0.004)
time.sleep(600)";

#[tokio::test]
async fn too_many_processes_lose() {
    let folder = Folder::new("bomb");
    let Some(bot) = folder.python("", BOMB) else { return };
    let began = Instant::now();
    let result = meet(&bot, limits("2G", "8")).await;
    result.is_lost_by("too many processes", "processes at the same time; the limit is 8");
    assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
    folder.is_left_empty().await;
    let started = folder.lines("started").len();
    assert!((8..200).contains(&started), "{started} processes were started before the end");
}

#[tokio::test]
async fn processes_that_start_processes_lose_and_leave_nothing() {
    let folder = Folder::new("tree");
    // 128 processes in all, each in its own session and without its parent.
    let tree = "
for level in range(7):
    os.fork()
    os.setsid() if os.getpid() != os.getsid(0) and os.getpid() != os.getpgrp() else None
note('started', os.getpid())
time.sleep(600)";
    let Some(bot) = folder.python("", tree) else { return };
    let result = meet(&bot, limits("2G", "8")).await;
    result.is_lost_by("too many processes", "the limit is 8");
    folder.is_left_empty().await;
}

#[tokio::test]
async fn helpers_within_the_limit_are_fine() {
    let helpers = "
helpers = [subprocess.Popen(['cat'], stdin=subprocess.PIPE, stdout=subprocess.PIPE) for _ in range(3)]
for helper in helpers:
    helper.stdin.write(b'hello\\n')
    helper.stdin.flush()
    assert helper.stdout.readline() == b'hello\\n'
kept = helpers
time.sleep(0.3)";
    let folder = Folder::new("helpers");
    let Some(bot) = folder.python("", helpers) else { return };
    meet(&bot, LaunchOptions::default()).await.is_whole();
    meet(&bot, limits("2G", "4")).await.is_whole();
    meet(&bot, limits("2G", "3")).await.is_lost_by("too many processes", "ran 4 processes");
    meet(&bot, limits("2G", "none")).await.is_whole();
    folder.is_left_empty().await;
}

#[tokio::test]
async fn threads_are_not_processes() {
    let folder = Folder::new("threads");
    let threads = "
import threading
kept = threading.Barrier(21)
for _ in range(20):
    threading.Thread(target=lambda: (kept.wait(), time.sleep(600)), daemon=True).start()
kept.wait()
time.sleep(0.2)";
    let Some(bot) = folder.python("", threads) else { return };
    meet(&bot, limits("2G", "1")).await.is_whole();
}

#[tokio::test]
async fn a_process_in_its_own_session_ends_with_the_game() {
    // It has its own session, no living parent, and the second time no environment either.
    for environment in ["os.environ", "{}"] {
        let folder = Folder::new(&format!("session-{}", environment.len()));
        let escape = format!(
            "
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        note('escaped', os.getpid())
        os.execve(sys.executable, [sys.executable, '-c', 'import time; time.sleep(600)', FOLDER], {environment})
    os._exit(0)
os.wait()
wait('escaped', 1)"
        );
        let Some(bot) = folder.python("", &escape) else { return };
        meet(&bot, LaunchOptions::default()).await.is_whole();
        assert_eq!(folder.lines("escaped").len(), 1);
        folder.is_left_empty().await;
    }
}

#[tokio::test]
async fn processes_that_a_bot_leaves_behind_are_killed() {
    let folder = Folder::new("left");
    let leave = "
if os.fork() == 0:
    os.setsid()
    note('left', os.getpid())
    sys.stdout.close()
    os.close(1)
    time.sleep(600)
wait('left', 1)
os._exit(3)";
    let Some(bot) = folder.python("", leave) else { return };
    meet(&bot, LaunchOptions::default()).await.is_lost_by("closed connection", "closed the connection");
    assert_eq!(folder.lines("left").len(), 1);
    folder.is_left_empty().await;
}

#[tokio::test]
async fn a_cancelled_game_takes_sessions_with_it() {
    let folder = Folder::new("cancelled");
    let Some(bot) =
        folder.python("", "os.setsid() if os.fork() == 0 else None\nnote('there', 1)\ntime.sleep(600)")
    else {
        return;
    };
    let game = tokio::spawn(async move { meet(&bot, LaunchOptions::default()).await.moves });
    let began = Instant::now();
    while folder.lines("there").len() < 2 && began.elapsed() < Duration::from_secs(20) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(folder.lines("there").len(), 2);
    game.abort();
    folder.is_left_empty().await;
}

#[tokio::test]
async fn the_kernel_enforces_limits_as_well() {
    let folder = Folder::new("kernel");
    let tell = "
import resource
note('threads', resource.getrlimit(resource.RLIMIT_NPROC)[1])
note('score', open('/proc/self/oom_score_adj').read().strip())";
    let Some(bot) = folder.python("", tell) else { return };
    meet(&bot, limits("2G", "8")).await.is_whole();
    // All current threads, and some more: the bound is meant for bombs.
    let load = std::fs::read_to_string("/proc/loadavg").unwrap();
    let all: i64 = load.split(['/', ' ']).nth(4).unwrap().parse().unwrap();
    let threads: i64 = folder.lines("threads")[0].parse().unwrap();
    assert!((1..all + 4000).contains(&threads), "{threads} with {all} threads in all");
    // Should the machine run out of memory, the kernel kills the bot first.
    assert_eq!(folder.lines("score"), ["1000"]);
}
