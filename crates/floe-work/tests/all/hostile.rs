//! What comes from outside is checked: jobs by workers, answers by those who asked.

use std::time::Duration;

use async_nats::HeaderMap;
use floe_games::GameRng;
use floe_work::{Job, JobId, MAX_JOB_BYTES, NatsServer, WorkQueue};
use futures_util::StreamExt;

use crate::support::{Worker, client, game, options, program, queue, tiny};

/// Sends bytes as a job of the lab under the name of these or other bytes, and returns what comes back.
async fn reply_to(server: &NatsServer, bytes: &[u8], name: &[u8]) -> String {
    let client = client(server).await;
    let (token, id) = (program().token().to_owned(), JobId::new(name));
    let mut answers = client.subscribe(format!("floe.work.answer.{token}.{id}.0")).await.unwrap();
    client.publish(format!("floe.work.job.batch.{token}.lab.{id}"), bytes.to_vec().into()).await.unwrap();
    client.publish(format!("floe.work.arrived.{token}"), "".into()).await.unwrap();
    let message = tokio::time::timeout(Duration::from_secs(20), answers.next()).await.unwrap().unwrap();
    String::from_utf8(message.payload.to_vec()).unwrap()
}

#[tokio::test]
async fn jobs_that_are_none_are_refused_and_hurt_nobody() {
    let Some(server) = NatsServer::start("") else { return };
    let queue = queue(&server).await;
    let worker = Worker::start(&server, options());
    queue.perform(game(&tiny(), 0), &|_| {}).await.unwrap();
    let good = String::from_utf8(game(&tiny(), 1).to_bytes().unwrap()).unwrap();
    let spoilt = |from: &str, to: &str| {
        assert!(good.contains(from), "{good}");
        good.replace(from, to)
    };
    let deep = "[".repeat(100_000);
    let cases = [
        ("nonsense".to_owned(), "this is not a job"),
        (deep, "this is not a job"),
        (spoilt("{\"lab\":{", "{\"lab\":{\"more\":1,"), "unknown field"),
        (spoilt("\"paper-penguins\"", "\"chess\""), "unknown game"),
        (spoilt("\"level\":\"1\"", "\"level\":\"max\""), "limited by time"),
        (spoilt("\"level\":\"1\"", "\"level\":\"random\",\"judge\":\"greedy\""), "duplicate field"),
        (spoilt("\"rows\":4", "\"rows\":4000000"), "rows"),
        (String::new(), "this is not a job"),
    ];
    for (bytes, reason) in &cases {
        let reply = reply_to(&server, bytes.as_bytes(), bytes.as_bytes()).await;
        assert!(reply.starts_with("{\"failed\"") && reply.contains(reason), "{bytes:.80}: {reply}");
    }
    let reply = reply_to(&server, good.as_bytes(), b"another").await;
    assert_eq!(reply, "{\"failed\":\"the job is not the one that its name says\"}");
    let other = b"{\"move\":{}}";
    let reply = reply_to(&server, other, other).await;
    assert!(reply.contains("missing field"), "{reply}");
    queue.perform(game(&tiny(), 2), &|_| {}).await.unwrap();
    let summary = worker.drain().await;
    assert_eq!((summary.jobs(), summary.failed), (2, cases.len() as u64 + 2));
}

#[tokio::test]
async fn orders_for_programs_are_refused() {
    let job = serde_json::json!({"game": {
        "game": "amazons", "rules": {}, "entrants": ["random", "cmd:touch spoilt"], "names": ["a", "b"],
        "fixture": {"id": 0, "set": 0, "seats": [0, 1], "seed": 1},
        "control": {"per_move": {"secs": 1, "nanos": 0}, "bank": null, "increment": {"secs": 0, "nanos": 0},
            "overage": {"secs": 0, "nanos": 0}},
        "time_margin": {"secs": 0, "nanos": 0}, "agreement": null, "records": false,
    }});
    let refused = Job::from_bytes(job.to_string().as_bytes()).unwrap_err().to_string();
    assert_eq!(refused, "cmd:touch spoilt is a program; workers play only with built-in players");
}

#[tokio::test]
async fn a_job_that_is_too_long_is_not_sent() {
    let Some(server) = NatsServer::start("") else { return };
    let queue = queue(&server).await;
    let Job::Lab(mut lab) = game(&tiny(), 0) else { unreachable!() };
    lab.level = "1".repeat(MAX_JOB_BYTES);
    let error = queue.submit(Job::Lab(lab)).await.err().unwrap().to_string();
    assert!(
        error.starts_with("the game of the lab is ") && error.ends_with("the limit is 524288"),
        "{error}"
    );
    // Nor does the server take one from somebody else.
    let client = client(&server).await;
    let subject = format!("floe.work.job.batch.{}.lab.x", program().token());
    let long = vec![b' '; MAX_JOB_BYTES + 8192];
    let context = async_nats::jetstream::new(client);
    assert!(context.publish(subject, long.into()).await.unwrap().await.is_err());
}

#[tokio::test]
async fn answers_that_are_none_are_refused() {
    let Some(server) = NatsServer::start("") else { return };
    let queue = queue(&server).await;
    let cases = [
        ("nonsense", "0", "a worker sent an invalid answer: "),
        ("{\"done\":{\"move\":{\"best\":\"a1\",\"nodes\":1}}}", "1", "it is for another kind of job"),
        (
            "{\"done\":{\"lab\":{\"seats\":9,\"decisions\":[],\"winners\":[],\"scores\":[],\"tested\":null,\"fingerprint\":0}}}",
            "1",
            "another number of seats",
        ),
        ("{\"done\":", "1000000", "it has 1000000 parts"),
        ("{\"failed\":\"out of ink\"}", "1", "out of ink"),
    ];
    for (number, (answer, parts, expected)) in cases.into_iter().enumerate() {
        let error = forged(&server, &queue, number as u64, answer, parts).await;
        assert!(error.contains(expected), "{answer}: {error}");
    }
}

/// What is said when somebody else answers a job.
async fn forged(server: &NatsServer, queue: &WorkQueue, number: u64, answer: &str, parts: &str) -> String {
    let pending = queue.submit(game(&tiny(), number)).await.unwrap();
    let client = client(server).await;
    let subject = format!("floe.work.answer.{}.{}.0", program().token(), pending.id());
    let mut headers = HeaderMap::new();
    headers.insert("Floe-Parts", parts);
    client.publish_with_headers(subject, headers, answer.to_owned().into()).await.unwrap();
    pending.answer().await.unwrap_err().to_string()
}

#[test]
fn damaged_jobs_are_refused_or_are_other_jobs() {
    let mut chance = GameRng::for_player(5);
    let good = game(&tiny(), 1).to_bytes().unwrap();
    let (mut refused, rounds) = (0, 500);
    for _ in 0..rounds {
        let mut bytes = good.clone();
        for _ in 0..=chance.below(3) {
            let at = chance.below(bytes.len() as u32) as usize;
            match chance.below(3) {
                0 => bytes[at] = chance.below(256) as u8,
                1 => bytes.truncate(at.max(1)),
                _ => bytes.insert(at, b'9'),
            }
        }
        refused += usize::from(Job::from_bytes(&bytes).is_err());
    }
    assert!(refused > rounds / 2, "{refused} of {rounds}");
}
