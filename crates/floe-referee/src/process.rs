//! Players outside: programs that speak UGI, as children of the referee or over TCP.

mod child;
mod limits;
mod proc_fs;
mod tree;
mod watch;
mod watcher;

use std::process::ExitStatus;
use std::sync::Arc;
use std::time::Duration;

use floe_games::Outcome;
use floe_wire::ugi::{Command, GoLimits, MAX_LINE, PositionSource, Reply};
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

pub(crate) use self::child::Complaints;
pub(crate) use self::limits::memory_text;
pub use self::limits::{LaunchOptions, MemoryLimit, ProcessLimit};
pub use self::watch::{Meter, wait_for_bots};

use self::child::BotProcess;
use crate::Fault;
use crate::player::{GameSetup, Player, PlayerFuture, TurnRequest};

/// The most output between a question and its answer.
pub(crate) const MAX_OUTPUT: usize = 1 << 20;
/// The most lines before `ugiok`: engines list their options there.
const MAX_GREETING: usize = 1000;

/// A player that speaks UGI.
pub struct UgiPlayer {
    name: String,
    from: Box<dyn AsyncBufRead + Send + Unpin>,
    to: Box<dyn AsyncWrite + Send + Unpin>,
    /// A line that has not ended yet; kept here so that reading may be given up and taken up again.
    partial: Vec<u8>,
    /// Held so that it dies with the player.
    child: Option<BotProcess>,
}

impl UgiPlayer {
    /// Starts a program. It gets hardly any environment, a session of its own, and limits.
    pub fn launch(command: &str, launch: LaunchOptions) -> Result<UgiPlayer, Fault> {
        UgiPlayer::launch_with(command, launch, Complaints::Dropped, Arc::default())
    }

    /// The same, with somewhere for its complaints to go and a meter for what it uses.
    pub(crate) fn launch_with(
        command: &str,
        launch: LaunchOptions,
        complaints: Complaints,
        meter: Arc<Meter>,
    ) -> Result<UgiPlayer, Fault> {
        let (child, to, from) = BotProcess::start(command, launch, complaints, meter)?;
        Ok(UgiPlayer {
            name: command.to_owned(),
            from: Box::new(BufReader::new(from)),
            to: Box::new(to),
            partial: Vec::new(),
            child: Some(child),
        })
    }

    /// Reaches a program that listens on a port.
    pub async fn connect(address: &str) -> Result<UgiPlayer, Fault> {
        let stream =
            TcpStream::connect(address).await.map_err(|error| Fault::NotStarted(error.to_string()))?;
        // Answers are single lines; waiting to fill packets would only delay them.
        stream.set_nodelay(true).map_err(|error| Fault::NotStarted(error.to_string()))?;
        let (from, to) = stream.into_split();
        Ok(UgiPlayer {
            name: address.to_owned(),
            from: Box::new(BufReader::new(from)),
            to: Box::new(to),
            partial: Vec::new(),
            child: None,
        })
    }

    /// Speaks UGI over any pair of streams.
    pub fn over(
        name: &str,
        from: impl AsyncBufRead + Send + Unpin + 'static,
        to: impl AsyncWrite + Send + Unpin + 'static,
    ) -> UgiPlayer {
        UgiPlayer {
            name: name.to_owned(),
            from: Box::new(from),
            to: Box::new(to),
            partial: Vec::new(),
            child: None,
        }
    }

    /// Takes the name it gives itself.
    pub(crate) fn call(&mut self, name: &str) {
        // Marks that turn the direction of text would spoil whatever the name is printed in.
        let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        self.name = name.chars().filter(|&c| !c.is_control() && !turns(c)).take(60).collect();
    }

    /// Says nothing more: the other side reads the end of its input.
    pub(crate) fn close_input(&mut self) {
        self.to = Box::new(tokio::io::sink());
    }

    /// How the program ended; `None` for one that is not a child of ours.
    pub(crate) async fn ended(&mut self) -> Option<ExitStatus> {
        self.child.as_mut()?.ended().await
    }

    pub(crate) async fn send(&mut self, command: &Command) -> Result<(), Fault> {
        let line = format!("{command}\n");
        self.to.write_all(line.as_bytes()).await.map_err(|_| closed(&self.child))?;
        self.to.flush().await.map_err(|_| closed(&self.child))
    }

    /// Waits for `ugiok`. Whoever says other things first, and a lot of them, speaks something else.
    async fn greet(&mut self) -> Result<(), Fault> {
        for _ in 0..MAX_GREETING {
            let reply = self.hear(Some).await?;
            match reply {
                Reply::UgiOk => return Ok(()),
                Reply::BestMove(_) | Reply::ReadyOk => {
                    return Err(Fault::WrongProtocol("it answers before it says ugiok".into()));
                }
                _ => {}
            }
        }
        Err(Fault::WrongProtocol(format!("{MAX_GREETING} lines and no ugiok")))
    }

    /// Reads replies until one is what was asked for; the rest is passed over, within bounds.
    async fn hear<T>(&mut self, wanted: impl Fn(Reply) -> Option<T>) -> Result<T, Fault> {
        let mut left = MAX_OUTPUT;
        loop {
            let line = self.line(&mut left).await?;
            let reply = Reply::parse(&line);
            if let Reply::Name(name) = &reply {
                self.call(name);
            }
            if let Some(found) = wanted(reply) {
                return Ok(found);
            }
        }
    }

    pub(crate) async fn line(&mut self, left: &mut usize) -> Result<String, Fault> {
        loop {
            let piece = self.from.fill_buf().await.map_err(|_| closed(&self.child))?;
            if piece.is_empty() {
                return Err(closed(&self.child));
            }
            let end = piece.iter().position(|&byte| byte == b'\n');
            let used = end.map_or(piece.len(), |end| end + 1);
            if used > *left || self.partial.len() + used > MAX_LINE {
                return Err(Fault::Flood);
            }
            *left -= used;
            self.partial.extend_from_slice(&piece[..used]);
            self.from.consume(used);
            if end.is_some() {
                let line = std::mem::take(&mut self.partial);
                return String::from_utf8(line).map_err(|_| Fault::Malformed("not text in UTF-8".into()));
            }
        }
    }

    /// Before a question nothing but chatter may be waiting: an answer nobody asked for would be taken for the next.
    async fn quiet(&mut self) -> Result<(), Fault> {
        let mut left = MAX_OUTPUT;
        while let Ok(line) = timeout(Duration::ZERO, self.line(&mut left)).await {
            if let Reply::BestMove(text) = Reply::parse(&line?) {
                let text: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
                return Err(Fault::Malformed(format!("bestmove {text} came without a question")));
            }
        }
        Ok(())
    }
}

/// Why a program says nothing more: it has gone, perhaps because it was stopped.
fn closed(child: &Option<BotProcess>) -> Fault {
    child.as_ref().and_then(BotProcess::fault).unwrap_or(Fault::Closed)
}

impl Player for UgiPlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn begin<'a>(&'a mut self, invitation: &'a GameSetup) -> PlayerFuture<'a, ()> {
        Box::pin(async move {
            self.send(&Command::Ugi).await?;
            self.greet().await?;
            let rules = invitation.rules.to_json().to_string();
            self.send(&Command::SetOption("game".into(), invitation.rules.game.into())).await?;
            self.send(&Command::SetOption("rules".into(), rules)).await?;
            self.send(&Command::NewGame).await?;
            self.send(&Command::IsReady).await?;
            self.hear(|reply| (reply == Reply::ReadyOk).then_some(())).await
        })
    }

    fn choose<'a>(&'a mut self, question: &'a TurnRequest) -> PlayerFuture<'a, String> {
        Box::pin(async move {
            self.quiet().await?;
            let text = question.position.clone();
            let place = if question.hidden { PositionSource::View(text) } else { PositionSource::Fen(text) };
            self.send(&Command::Position(place, Vec::new())).await?;
            let ms = |time: Duration| time.as_millis().max(1) as u64;
            let timed = question.limits.clocks_ms.iter().any(Option::is_some);
            let move_ms = question.allotted.filter(|_| !timed).map(ms);
            self.send(&Command::Go(GoLimits { move_ms, ..question.limits.clone() })).await?;
            let text = self
                .hear(|reply| match reply {
                    Reply::BestMove(text) => Some(text),
                    _ => None,
                })
                .await?;
            if text.is_empty() {
                return Err(Fault::Malformed("bestmove without a move".into()));
            }
            // What comes after the move, as UCI's ponder does, is not looked at.
            Ok(text.split_whitespace().next().unwrap_or_default().to_owned())
        })
    }

    fn end<'a>(&'a mut self, _outcome: &'a Outcome) -> PlayerFuture<'a, ()> {
        // A program that has gone already needs no good-bye.
        Box::pin(async move { self.send(&Command::Quit).await.or(Ok(())) })
    }
}
