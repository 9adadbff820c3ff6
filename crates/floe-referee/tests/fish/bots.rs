//! Clients that play by the rules, except where a test says otherwise.

use std::time::Duration;

use floe_referee::fish::{
    Broadcast, Event, FishFault, FishResult, GameEvent, Options, TournamentError, serve,
};
use floe_wire::fish::wire::{Call, JsonLimits, Splitter};
use floe_wire::fish::{best_action, first_free};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
use tokio::sync::mpsc::channel;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

/// What a bot does when it is called.
pub enum Do {
    /// The right thing.
    Answer,
    /// Sends these bytes.
    Send(Vec<u8>),
    /// Sends these bytes and closes the connection.
    SendThenClose(Vec<u8>),
    /// Sends these bytes and the right answer after them.
    SendThenAnswer(Vec<u8>),
    /// Sends the right answer and these bytes after it.
    AnswerThenSend(Vec<u8>),
    /// Sends the right answer after this many spaces, in a hundred pieces with pauses between.
    Trickle(usize),
    /// Sends some bytes and then others repeatedly, up to this many in total.
    Flood(&'static [u8], &'static [u8], usize),
    /// Answers after a while.
    Late(Duration),
    /// Nothing, forever.
    Hang,
    /// Closes the connection.
    Close,
}

type React = Box<dyn FnMut(&Call) -> Do + Send>;

/// A client.
pub struct Bot {
    /// What it sends first.
    pub sign_up: Vec<u8>,
    /// How long it waits before that.
    pub after: Duration,
    /// What it does.
    pub react: React,
}

/// A client that does the right thing.
pub fn ordinary() -> Bot {
    reacting(|_| Do::Answer)
}

pub fn reacting(react: impl FnMut(&Call) -> Do + Send + 'static) -> Bot {
    Bot { sign_up: b"\"ordinary\"".to_vec(), after: Duration::ZERO, react: Box::new(react) }
}

/// A client that does the right thing except at one call.
pub fn bad(call: &'static str, mut misdeed: impl FnMut() -> Do + Send + 'static) -> Bot {
    reacting(move |now| if now.name() == call { misdeed() } else { Do::Answer })
}

/// A client that sends something first.
pub fn signing_up(bytes: &[u8]) -> Bot {
    Bot { sign_up: bytes.to_vec(), ..ordinary() }
}

/// What a bot saw.
#[derive(Debug, Default, Clone)]
pub struct Seen {
    /// The calls, as they came.
    pub calls: Vec<Value>,
    /// Was it notified that it won?
    pub won: Option<bool>,
}

pub fn right_answer(call: &Call) -> Value {
    match call {
        Call::Setup(state) => json!(first_free(state).unwrap()),
        Call::TakeTurn(state, _) => json!(best_action(state, 2).unwrap().unwrap()),
        _ => json!("void"),
    }
}

async fn run(mut stream: DuplexStream, mut bot: Bot, seen: &mut Seen) -> std::io::Result<()> {
    sleep(bot.after).await;
    stream.write_all(&bot.sign_up).await?;
    let mut splitter = Splitter::new(JsonLimits::default());
    let mut chunk = vec![0; 4096];
    loop {
        let size = stream.read(&mut chunk).await?;
        if size == 0 {
            return Ok(());
        }
        let mut rest = &chunk[..size];
        while !rest.is_empty() {
            let (eaten, value) = splitter.feed(rest).expect("the referee sends JSON");
            rest = &rest[eaten..];
            let Some(value) = value else { continue };
            seen.calls.push(value.clone());
            let call = Call::parse(value).expect("the referee sends calls");
            if let Call::End(won) = call {
                seen.won = Some(won);
            }
            let answer = || right_answer(&call).to_string().into_bytes();
            match (bot.react)(&call) {
                Do::Answer => stream.write_all(&answer()).await?,
                Do::Send(bytes) => stream.write_all(&bytes).await?,
                Do::SendThenClose(bytes) => return stream.write_all(&bytes).await,
                Do::SendThenAnswer(bytes) => stream.write_all(&[bytes, answer()].concat()).await?,
                Do::AnswerThenSend(bytes) => stream.write_all(&[answer(), bytes].concat()).await?,
                Do::Trickle(blanks) => {
                    let text = [vec![b' '; blanks], answer(), vec![b'\n']].concat();
                    for piece in text.chunks((text.len() / 100).max(10)) {
                        stream.write_all(piece).await?;
                        sleep(Duration::from_millis(5)).await;
                    }
                }
                Do::Flood(first, bytes, most) => {
                    stream.write_all(first).await?;
                    let piece = bytes.repeat(4096 / bytes.len());
                    for _ in 0..most / piece.len() {
                        stream.write_all(&piece).await?;
                    }
                    std::future::pending().await
                }
                Do::Late(time) => {
                    sleep(time).await;
                    stream.write_all(&answer()).await?;
                }
                Do::Hang => std::future::pending().await,
                Do::Close => return Ok(()),
            }
        }
    }
}

/// A tournament that was played.
pub struct Played {
    pub outcome: Result<FishResult, TournamentError>,
    pub events: Vec<Event>,
    /// What each bot saw, in the order they were given.
    pub seen: Vec<Seen>,
    pub took: Duration,
}

impl Played {
    /// `[winners, failures]`.
    pub fn result(&self) -> Value {
        self.outcome.as_ref().map_or(json!(null), FishResult::to_json)
    }

    /// The failed players, the call, and the fault.
    pub fn faults(&self) -> Vec<(usize, &'static str, FishFault)> {
        self.events
            .iter()
            .filter_map(|event| match event {
                Event::Failed { player, failure } => Some((*player, failure.call, failure.fault)),
                Event::InGame { seats, what: GameEvent::Out { color, failure, .. }, .. } => {
                    Some((seats[*color as usize], failure.call, failure.fault))
                }
                _ => None,
            })
            .collect()
    }
}

/// The standard tournament, for this many clients.
pub fn options() -> Options {
    Options::standard().unwrap()
}

/// Lets bots connect in order and plays a tournament; afterwards nothing may be left of it.
pub async fn play(bots: Vec<Bot>, options: &Options) -> Played {
    let alive = tokio::runtime::Handle::current().metrics().num_alive_tasks();
    let (door, entrance) = channel(bots.len().max(1));
    let mut running = JoinSet::new();
    let mut seen = vec![Seen::default(); bots.len()];
    for (number, bot) in bots.into_iter().enumerate() {
        let (ours, theirs) = duplex(1 << 16);
        door.try_send(theirs).unwrap();
        running.spawn(async move {
            let mut seen = Seen::default();
            // A rejected bot cannot write any more, which is not its fault. One that hangs is released a while after
            // the end.
            let life = run(ours, bot, &mut seen);
            let _end = tokio::time::timeout(Duration::from_secs(3600), life).await;
            (number, seen)
        });
    }
    let mut watchers = Broadcast::default();
    let mut queue = watchers.watch(1 << 16);
    let start = Instant::now();
    let outcome = serve(entrance, options, &mut watchers).await;
    let took = start.elapsed();
    assert_eq!(watchers.count(), 1, "the observer kept up");
    drop((watchers, door));
    while let Some(done) = running.join_next().await {
        let (number, saw) = done.unwrap();
        seen[number] = saw;
    }
    let mut events = Vec::new();
    while let Ok(event) = queue.try_recv() {
        events.push(event);
    }
    assert_eq!(tokio::runtime::Handle::current().metrics().num_alive_tasks(), alive, "no task is left");
    Played { outcome, events, seen, took }
}
