//! The cost of watching bots: next to nothing while they run, and nothing while there are none. A single test, since it
//! concerns the threads of the whole program.

use std::fs;
use std::time::{Duration, Instant};

use floe_referee::{LaunchOptions, UgiPlayer, wait_for_bots};

/// The watching thread, and its processor time.
fn watching() -> Option<Duration> {
    let threads = fs::read_dir("/proc/self/task").ok()?.flatten();
    let found = threads.map(|thread| thread.path()).find(|thread| {
        fs::read_to_string(thread.join("comm")).is_ok_and(|name| name.trim() == "floe-bots")
    })?;
    let times = fs::read_to_string(found.join("schedstat")).unwrap_or_default();
    Some(Duration::from_nanos(times.split(' ').next()?.parse().ok()?))
}

#[tokio::test]
async fn watching_is_cheap_and_only_happens_while_there_are_bots() {
    if fs::metadata("/proc/self/schedstat").is_err() {
        return eprintln!("skipped: /proc does not report the cost of a thread");
    }
    assert_eq!(watching(), None);
    for _ in 0..2 {
        let bots: Vec<UgiPlayer> =
            (0..2).map(|_| UgiPlayer::launch("sleep 600", LaunchOptions::default()).unwrap()).collect();
        let began = Instant::now();
        while watching().is_none_or(|cost| cost.is_zero()) && began.elapsed() < Duration::from_secs(10) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let (first, began) = (watching().unwrap(), Instant::now());
        tokio::time::sleep(Duration::from_secs(2)).await;
        let share = (watching().unwrap() - first).as_secs_f64() / began.elapsed().as_secs_f64();
        println!("two bots are watched with {:.2} % of a processor", 100.0 * share);
        assert!(share > 0.0, "it scans them");
        assert!(share < 0.05, "{:.2} % of a processor", 100.0 * share);
        drop(bots);
        tokio::task::spawn_blocking(wait_for_bots).await.unwrap();
        // A thread is listed for a moment after it has ended.
        let began = Instant::now();
        while watching().is_some() && began.elapsed() < Duration::from_secs(10) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert_eq!(watching(), None, "no bot, no thread");
    }
}
