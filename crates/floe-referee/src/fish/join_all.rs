//! Waiting for several futures.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

/// Runs all futures concurrently in this task and waits for the last one. Dropping it drops them.
pub(super) async fn together<F: Future<Output = ()>>(futures: impl IntoIterator<Item = F>) {
    let mut waiting: Vec<_> = futures.into_iter().map(Box::pin).collect();
    let all = poll_fn(|context| {
        waiting.retain_mut(|future| future.as_mut().poll(context).is_pending());
        if waiting.is_empty() { Poll::Ready(()) } else { Poll::Pending }
    });
    pin!(all).await;
}
