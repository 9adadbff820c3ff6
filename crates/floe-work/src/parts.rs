//! Answers in the store: in parts, since NATS limits the length of a message. Part 0 is written last and says how many
//! there are, so whoever sees it can read the rest.

use async_nats::HeaderMap;
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::stream::{DirectGetErrorKind, Stream};
use async_nats::jetstream::{Context, message::PublishMessage};

use crate::limits::{MAX_PART_BYTES, MAX_PARTS};
use crate::{JobId, WorkError, names};

/// Stores an answer. If there is one, it stays: a job has one answer.
pub(crate) async fn store(context: &Context, token: &str, id: &JobId, bytes: &[u8]) -> Result<(), WorkError> {
    let parts: Vec<&[u8]> = bytes.chunks(MAX_PART_BYTES).collect();
    if parts.is_empty() || parts.len() > MAX_PARTS {
        return Err(WorkError::Failed(format!("the answer is {} bytes long", bytes.len())));
    }
    for (number, part) in parts.iter().enumerate().rev() {
        let message = PublishMessage::build()
            .header(names::PARTS, parts.len().to_string())
            .expected_last_subject_sequence(0)
            .payload(part.to_vec().into());
        let subject = names::answer(token, id, number);
        let sent = context.send_publish(subject, message).await.map_err(WorkError::nats)?;
        match sent.await {
            Ok(_) => {}
            Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => {}
            Err(error) => return Err(WorkError::nats(error)),
        }
    }
    Ok(())
}

/// The stored answer to a job, if there is one.
pub(crate) async fn load(
    answers: &Stream<()>,
    token: &str,
    id: &JobId,
) -> Result<Option<Vec<u8>>, WorkError> {
    let Some((headers, first)) = part(answers, token, id, 0).await? else { return Ok(None) };
    complete(answers, token, id, &headers, first).await
}

/// Adds the other parts to part 0. `None` if one of them has been dropped.
pub(crate) async fn complete(
    answers: &Stream<()>,
    token: &str,
    id: &JobId,
    headers: &HeaderMap,
    first: Vec<u8>,
) -> Result<Option<Vec<u8>>, WorkError> {
    let count: usize = headers.get(names::PARTS).and_then(|value| value.as_str().parse().ok()).unwrap_or(1);
    if count > MAX_PARTS {
        return Err(WorkError::InvalidAnswer(format!("it has {count} parts; the limit is {MAX_PARTS}")));
    }
    let mut bytes = first;
    for number in 1..count {
        let Some((_, more)) = part(answers, token, id, number).await? else { return Ok(None) };
        bytes.extend(more);
    }
    Ok(Some(bytes))
}

async fn part(
    answers: &Stream<()>,
    token: &str,
    id: &JobId,
    number: usize,
) -> Result<Option<(HeaderMap, Vec<u8>)>, WorkError> {
    match answers.direct_get_last_for_subject(names::answer(token, id, number)).await {
        Ok(message) => Ok(Some((message.headers, message.payload.to_vec()))),
        Err(error) if error.kind() == DirectGetErrorKind::NotFound => Ok(None),
        Err(error) => Err(WorkError::nats(error)),
    }
}
