//! Signals that ask the program to end.

/// Waits for a signal that asks the program to end. A command that stops waiting for its bots then drops them, and so
/// stops them.
pub async fn interrupted() {
    use tokio::signal::unix::{SignalKind, signal};
    let kinds = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()];
    let (Ok(mut interrupt), Ok(mut terminate), Ok(mut hangup)) =
        (signal(kinds[0]), signal(kinds[1]), signal(kinds[2]))
    else {
        // Without handlers signals end the program as they always did.
        return std::future::pending().await;
    };
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
        _ = hangup.recv() => {}
    }
}
