//! Waiting for several things at once.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

/// Lets all futures run side by side in this task and waits until the last is done. Dropping it drops them.
pub(super) async fn together<F: Future<Output = ()>>(futures: impl IntoIterator<Item = F>) {
    let mut waiting: Vec<_> = futures.into_iter().map(Box::pin).collect();
    let all = poll_fn(|context| {
        waiting.retain_mut(|future| future.as_mut().poll(context).is_pending());
        if waiting.is_empty() { Poll::Ready(()) } else { Poll::Pending }
    });
    pin!(all).await;
}
