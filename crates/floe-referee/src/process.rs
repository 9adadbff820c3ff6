//! External players: programs that speak UGI, as child processes or over TCP.

mod child;
mod last_lines;
mod limits;
mod proc_fs;
mod tree;
mod watch;
mod watcher;

use std::process::ExitStatus;
use std::sync::Arc;
use std::time::Duration;

use floe_games::Outcome;
use floe_games::switches::RuleSet;
use floe_wire::ugi::{self, Command, GoLimits, MAX_LINE, PositionSource, Reply};
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

pub(crate) use self::child::Complaints;
pub(crate) use self::last_lines::BotOutput;
pub(crate) use self::limits::memory_text;
pub use self::limits::{LaunchOptions, MemoryLimit, ProcessLimit};
pub use self::watch::{Meter, wait_for_bots};

use self::child::BotProcess;
use crate::Fault;
use crate::bot_command::{BotCommand, BotOption};
use crate::names::clean_name;
use crate::player::{GameSetup, Player, PlayerFuture, TurnRequest};

/// Maximum output between a request and its answer.
pub(crate) const MAX_OUTPUT: usize = 1 << 20;
/// Maximum number of lines before `ugiok`: engines list their options there.
const MAX_GREETING: usize = 1000;
/// How long to wait for the last lines of a program that reads no more.
const LAST_LINES_WAIT: Duration = Duration::from_millis(200);
/// How long to wait for the exit status of a program that has closed its output.
const STATUS_WAIT: Duration = Duration::from_secs(1);

/// A player that speaks UGI.
pub struct UgiPlayer {
    /// What it is called until it has reported a name.
    name: String,
    /// The name that it has reported.
    reported: Option<String>,
    /// The options that it offers.
    offered: Vec<String>,
    /// The options to set before each game.
    options: Vec<BotOption>,
    /// What it printed last.
    output: BotOutput,
    /// The chance of winning that it stated with its last move.
    score: Option<f64>,
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
        let (command, options) = BotCommand::parse(command).map_err(Fault::NotStarted)?;
        let bot = UgiPlayer::launch_with(&command, launch, Complaints::Dropped, Arc::default())?;
        Ok(bot.with_options(options))
    }

    /// The same, with a destination for its error output and a meter for its resource use.
    pub(crate) fn launch_with(
        command: &BotCommand,
        launch: LaunchOptions,
        complaints: Complaints,
        meter: Arc<Meter>,
    ) -> Result<UgiPlayer, Fault> {
        let output = BotOutput::default();
        let (child, to, from) = BotProcess::start(command, launch, complaints, &output.stderr, meter)?;
        let bot = UgiPlayer::over(&command.file_name(), BufReader::new(from), to);
        Ok(UgiPlayer { child: Some(child), output, ..bot })
    }

    /// Connects to a program that listens on a port.
    pub async fn connect(address: &str) -> Result<UgiPlayer, Fault> {
        let stream =
            TcpStream::connect(address).await.map_err(|error| Fault::NotStarted(error.to_string()))?;
        // Answers are single lines; waiting to fill packets would only delay them.
        stream.set_nodelay(true).map_err(|error| Fault::NotStarted(error.to_string()))?;
        let (from, to) = stream.into_split();
        Ok(UgiPlayer::over(address, BufReader::new(from), to))
    }

    /// Speaks UGI over any pair of streams.
    pub fn over(
        name: &str,
        from: impl AsyncBufRead + Send + Unpin + 'static,
        to: impl AsyncWrite + Send + Unpin + 'static,
    ) -> UgiPlayer {
        UgiPlayer {
            name: name.to_owned(),
            reported: None,
            offered: Vec::new(),
            options: Vec::new(),
            output: BotOutput::default(),
            score: None,
            from: Box::new(from),
            to: Box::new(to),
            partial: Vec::new(),
            child: None,
        }
    }

    /// With options to set before each game; a program that does not offer them is not started.
    pub(crate) fn with_options(mut self, options: Vec<BotOption>) -> UgiPlayer {
        self.options = options;
        self
    }

    /// The name that the program has reported.
    pub(crate) fn reported_name(&self) -> Option<&str> {
        self.reported.as_deref()
    }

    /// What it printed last; the caller may keep it after the player.
    pub(crate) fn output(&self) -> BotOutput {
        self.output.clone()
    }

    /// Notes what a reply says about the program itself.
    pub(crate) fn note(&mut self, reply: &Reply) {
        match reply {
            Reply::Name(name) => self.reported = clean_name(name),
            Reply::Option(name) if self.offered.len() < MAX_GREETING => self.offered.push(name.clone()),
            _ => {}
        }
    }

    /// The settings before a game: the game, its rules, and the options of this player.
    pub(crate) fn settings(&self, rules: &RuleSet) -> Vec<Command> {
        let mut settings = vec![
            Command::SetOption("game".into(), rules.game.into()),
            Command::SetOption("rules".into(), rules.to_json().to_string()),
        ];
        settings.extend(self.options.iter().map(|(name, value)| {
            let name = self.offered_option(name).unwrap_or(name);
            Command::SetOption(name.to_owned(), value.clone())
        }));
        settings
    }

    /// Sends `ugi` and waits for `ugiok`. A program that exits before it has not started. One that greets unasked and
    /// exits may be gone before `ugi` reaches it: what it printed decides, not whether it was still reading.
    pub(crate) async fn introduce(&mut self) -> Result<(), Fault> {
        let greeted = match self.write(&Command::Ugi).await {
            Ok(()) => self.greet().await,
            Err(_) => timeout(LAST_LINES_WAIT, self.greet()).await.unwrap_or(Err(Fault::Closed)),
        };
        match greeted {
            Err(Fault::Closed) => Err(self.not_started().await),
            Err(fault) => Err(fault),
            Ok(()) => self.check_options(),
        }
    }

    /// Why a program that has closed its output before `ugiok` has not started.
    async fn not_started(&mut self) -> Fault {
        let status = timeout(STATUS_WAIT, self.ended()).await.ok().flatten();
        let Fault::Closed = closed(&self.child) else { return closed(&self.child) };
        let mut words = match status {
            Some(status) if status.code() == Some(127) => "the shell found no such program".into(),
            Some(status) => format!("it ended ({status}) before `ugiok`"),
            None => "it closed the connection before `ugiok`".into(),
        };
        if let Some(line) = self.output.stderr.all().await.pop() {
            words += &format!("; it printed: {line}");
        }
        Fault::NotStarted(words)
    }

    /// An option that the program offers, as the program spells it.
    fn offered_option(&self, name: &str) -> Option<&str> {
        self.offered.iter().map(String::as_str).find(|offered| offered.eq_ignore_ascii_case(name))
    }

    /// Refuses options that the program does not offer.
    pub(crate) fn check_options(&self) -> Result<(), Fault> {
        let missing = |(name, _): &&BotOption| self.offered_option(name).is_none();
        let Some((name, _)) = self.options.iter().find(missing) else { return Ok(()) };
        let offered = match self.offered.is_empty() {
            true => "it offers none".into(),
            false => format!("it offers {}", self.offered.join(", ")),
        };
        Err(Fault::NotStarted(format!("it has no option {name}; {offered}")))
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
        if self.write(command).await.is_err() {
            self.read_last_lines().await;
            return Err(closed(&self.child));
        }
        Ok(())
    }

    async fn write(&mut self, command: &Command) -> std::io::Result<()> {
        self.to.write_all(format!("{command}\n").as_bytes()).await?;
        self.to.flush().await
    }

    /// Reads what a program printed before it died, so that its author can be told.
    async fn read_last_lines(&mut self) {
        let mut left = MAX_LINE;
        let _late = timeout(LAST_LINES_WAIT, async { while self.line(&mut left).await.is_ok() {} }).await;
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
    async fn hear<T>(&mut self, mut wanted: impl FnMut(Reply) -> Option<T>) -> Result<T, Fault> {
        let mut left = MAX_OUTPUT;
        loop {
            let line = self.line(&mut left).await?;
            let reply = Reply::parse(&line);
            self.note(&reply);
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
                self.output.stdout.push(&String::from_utf8_lossy(&line));
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
        self.reported.clone().unwrap_or_else(|| self.name.clone())
    }

    fn begin<'a>(&'a mut self, invitation: &'a GameSetup) -> PlayerFuture<'a, ()> {
        Box::pin(async move {
            self.introduce().await?;
            for setting in self.settings(&invitation.rules) {
                self.send(&setting).await?;
            }
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
            self.score = None;
            let mut score = None;
            let heard = self.hear(|reply| match reply {
                Reply::BestMove(text) => Some(text),
                Reply::Info(info) => {
                    score = ugi::score_of(&info).or(score);
                    None
                }
                _ => None,
            });
            let text = heard.await?;
            self.score = score;
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

    fn score(&self) -> Option<f64> {
        self.score
    }
}
