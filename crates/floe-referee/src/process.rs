//! External players: programs that speak UGI, as child processes or over TCP.

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

/// Maximum output between a request and its answer.
pub(crate) const MAX_OUTPUT: usize = 1 << 20;
/// Maximum number of lines before `ugiok`: engines list their options there.
const MAX_GREETING: usize = 1000;

/// A player that speaks UGI.
pub struct UgiPlayer {
    name: String,
    from: Box<dyn AsyncBufRead + Send + Unpin>,
    to: Box<dyn AsyncWrite + Send + Unpin>,
    /// A line that has not ended yet; stored here so that reading can be cancelled and resumed.
    partial: Vec<u8>,
    /// Held so that the process dies with the player.
    child: Option<BotProcess>,
}

impl UgiPlayer {
    /// Starts a program. It gets a minimal environment, its own session, and limits.
    pub fn launch(command: &str, launch: LaunchOptions) -> Result<UgiPlayer, Fault> {
        UgiPlayer::launch_with(command, launch, Complaints::Dropped, Arc::default())
    }

    /// The same, with a destination for its error output and a meter for its resource use.
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

    /// Connects to a program that listens on a port.
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

    /// Uses the name that the program reports.
    pub(crate) fn call(&mut self, name: &str) {
        // Characters that change the direction of text would spoil the output in which the name appears.
        let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        self.name = name.chars().filter(|&c| !c.is_control() && !turns(c)).take(60).collect();
    }

    /// Closes the program's input.
    pub(crate) fn close_input(&mut self) {
        self.to = Box::new(tokio::io::sink());
    }

    /// The exit status of the program; `None` if it is not our child.
    pub(crate) async fn ended(&mut self) -> Option<ExitStatus> {
        self.child.as_mut()?.ended().await
    }

    pub(crate) async fn send(&mut self, command: &Command) -> Result<(), Fault> {
        let line = format!("{command}\n");
        self.to.write_all(line.as_bytes()).await.map_err(|_| closed(&self.child))?;
        self.to.flush().await.map_err(|_| closed(&self.child))
    }

    /// Waits for `ugiok`. A program that sends much else first does not speak UGI.
    async fn greet(&mut self) -> Result<(), Fault> {
        for _ in 0..MAX_GREETING {
            let reply = self.hear(Some).await?;
            match reply {
                Reply::UgiOk => return Ok(()),
                Reply::BestMove(_) | Reply::ReadyOk => {
                    return Err(Fault::WrongProtocol("it sent an answer before ugiok".into()));
                }
                _ => {}
            }
        }
        Err(Fault::WrongProtocol(format!("{MAX_GREETING} lines without ugiok")))
    }

    /// Reads replies until one is the expected one; others are skipped, within bounds.
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
                return String::from_utf8(line).map_err(|_| Fault::Malformed("not valid UTF-8".into()));
            }
        }
    }

    /// Before a request only informational lines may be waiting: an unsolicited answer would be taken for the next one.
    async fn quiet(&mut self) -> Result<(), Fault> {
        let mut left = MAX_OUTPUT;
        while let Ok(line) = timeout(Duration::ZERO, self.line(&mut left)).await {
            if let Reply::BestMove(text) = Reply::parse(&line?) {
                let text: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
                return Err(Fault::Malformed(format!("bestmove {text} came without a request")));
            }
        }
        Ok(())
    }
}

/// Why a program sends nothing more: it has exited, perhaps because it was stopped.
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
            // Anything after the move, such as UCI's ponder, is ignored.
            Ok(text.split_whitespace().next().unwrap_or_default().to_owned())
        })
    }

    fn end<'a>(&'a mut self, _outcome: &'a Outcome) -> PlayerFuture<'a, ()> {
        // A program that has already exited needs no `quit`.
        Box::pin(async move { self.send(&Command::Quit).await.or(Ok(())) })
    }
}
