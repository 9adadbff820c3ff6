//! Signals that ask the program to stop.

/// Waits for a signal that asks the program to stop. A command that then stops waiting for its bots drops them, which
/// stops them.
pub async fn interrupted() {
    use tokio::signal::unix::{SignalKind, signal};
    let kinds = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()];
    let (Ok(mut interrupt), Ok(mut terminate), Ok(mut hangup)) =
        (signal(kinds[0]), signal(kinds[1]), signal(kinds[2]))
    else {
        // Without handlers, signals end the program as usual.
        return std::future::pending().await;
    };
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
        _ = hangup.recv() => {}
    }
}
