//! One process, step by step: does it send what the protocol requires, when it is required, and nothing else?

use std::time::Duration;

use floe_games::Table;
use floe_wire::ugi::{Command, GoLimits, PositionSource, Reply};
use tokio::time::{Instant, timeout};

use super::{BotCheck, Finding, first_turn, moves_of, reach, short};
use crate::clock;
use crate::player::{Player, TurnRequest, turn_request};
use crate::process::MAX_OUTPUT;
use crate::{Clock, Fault, UgiPlayer};

/// How long to listen for unsolicited output.
const LISTEN: Duration = Duration::from_millis(150);

/// The result of a step. After `Err` the program cannot be asked anything more.
type Step = Result<Finding, Finding>;

/// A conversation with the bot.
pub(super) struct Conversation<'a> {
    exam: &'a BotCheck,
    bot: UgiPlayer,
    /// Lines that were not the expected reply.
    passed_over: Vec<String>,
}

impl<'a> Conversation<'a> {
    /// Starts it and performs the handshake.
    pub(super) async fn begin(
        exam: &'a BotCheck,
        on_finding: &mut impl FnMut(Finding),
    ) -> Result<Conversation<'a>, Finding> {
        let step = "answers `ugi`";
        let bot = reach(exam).await.map_err(|fault| {
            Finding::wrong(step, fault.to_string(), "a program that can be started or reached")
        })?;
        let mut talk = Conversation { exam, bot, passed_over: Vec::new() };
        let began = Instant::now();
        let wanted = "`ugiok` on its own line, and the output flushed";
        let patience = exam.patience;
        talk.ask(step, &[Command::Ugi], patience, wanted, |reply| reply == &Reply::UgiOk).await?;
        on_finding(Finding::good(
            step,
            format!("`ugiok` after {} ms; its name is {}", began.elapsed().as_millis(), talk.bot.name()),
        ));
        let step = "gets ready for a game";
        if let Err(fault) = talk.bot.check_options() {
            return Err(Finding::wrong(
                step,
                format!("it {fault}"),
                "`option name NAME type …` before `ugiok`",
            ));
        }
        let mut commands = talk.bot.settings(&exam.rules);
        commands.extend([Command::NewGame, Command::IsReady]);
        talk.ask(step, &commands, patience, "`readyok` after `isready`", |reply| reply == &Reply::ReadyOk)
            .await?;
        on_finding(Finding::good(step, "`readyok` after `setoption`, `uginewgame` and `isready`"));
        Ok(talk)
    }

    /// All checks on one process.
    pub(super) async fn converse(
        &mut self,
        table: &dyn Table,
        seat: usize,
        on_finding: &mut impl FnMut(Finding),
    ) -> Result<(), Finding> {
        let clock = Clock::new(self.exam.control);
        let request = turn_request(table, seat, true, clocks(clock, table.seats()), clock.allotted());
        let place = match request.hidden {
            true => PositionSource::View(request.position.clone()),
            false => PositionSource::Fen(request.position.clone()),
        };
        let place = Command::Position(place, Vec::new());
        on_finding(self.waits_for_go(&place).await?);
        let first = self.moves(&request, on_finding).await?;
        on_finding(self.answers_once().await?);
        on_finding(self.passes_over_the_unknown().await?);
        self.hear_out("accepts a second game", &[Command::NewGame, place]).await?;
        let second = self.moves(&request, on_finding).await?;
        let (step, same) = ("the same position again", first == second);
        on_finding(Finding::good(
            step,
            if same { "the same move" } else { "a different move: it plays at random or learns" },
        ));
        self.quits(on_finding).await
    }

    async fn waits_for_go(&mut self, place: &Command) -> Step {
        let step = "waits for `go`";
        self.hear_out(step, std::slice::from_ref(place)).await?;
        Ok(match self.find_move() {
            Some(text) => {
                let happened = format!("it sent `bestmove {}` after `position`, before `go`", short(&text));
                Finding::wrong(step, happened, "no move before `go`")
            }
            None => Finding::good(step, "quiet after `position`"),
        })
    }

    /// Asks for a move and checks it.
    async fn moves(
        &mut self,
        request: &TurnRequest,
        on_finding: &mut impl FnMut(Finding),
    ) -> Result<String, Finding> {
        let step = "answers `go`";
        let limit = request.allotted.map_or(Duration::from_secs(60), |time| time + self.exam.control.overage);
        let timed = request.limits.clocks_ms.iter().any(Option::is_some);
        let move_ms = request.allotted.filter(|_| !timed).map(|time| time.as_millis().max(1) as u64);
        let began = Instant::now();
        let go = Command::Go(GoLimits { move_ms, ..request.limits.clone() });
        let wanted = format!("`bestmove` and one of {}", moves_of(request));
        let is_move = |reply: &Reply| matches!(reply, Reply::BestMove(_));
        let Reply::BestMove(text) = self.ask(step, &[go], limit, &wanted, is_move).await? else {
            return Err(Finding::wrong(step, "something else", wanted));
        };
        let took = began.elapsed().as_millis();
        let text = text.split_whitespace().next().unwrap_or_default().to_owned();
        // A move may be written in more than one way, and the rules know them all.
        let verdict = first_turn(self.exam).and_then(|(mut table, seat)| table.play(seat, &text));
        on_finding(match verdict {
            Ok(()) => {
                Finding::good(step, format!("`bestmove {}` after {took} ms, a legal move", short(&text)))
            }
            Err(refusal) => {
                let happened = format!(
                    "`bestmove {}` is illegal: {refusal}, in the position {}",
                    short(&text),
                    request.position
                );
                Finding::wrong(step, happened, format!("one of {}", moves_of(request)))
            }
        });
        Ok(text)
    }

    async fn answers_once(&mut self) -> Step {
        let step = "answers once";
        self.hear_out(step, &[]).await?;
        Ok(match self.find_move() {
            Some(text) => {
                let happened = format!("a second `bestmove {}` came for one `go`", short(&text));
                Finding::wrong(step, happened, "one `bestmove` for each `go`")
            }
            None => Finding::good(step, "one `bestmove` for one `go`"),
        })
    }

    async fn passes_over_the_unknown(&mut self) -> Step {
        let step = "ignores unknown commands";
        let commands = [Command::SetOption("colour".into(), "mauve".into()), Command::Stop, Command::IsReady];
        let wanted = "`readyok`, and nothing for an unknown option or a `stop` with nothing to stop";
        self.ask(step, &commands, self.exam.patience, wanted, |reply| reply == &Reply::ReadyOk).await?;
        Ok(match self.find_move() {
            Some(text) => {
                Finding::wrong(step, format!("`bestmove {}` for a `stop` without `go`", short(&text)), wanted)
            }
            None => Finding::good(step, "an unknown option and an idle `stop` do no harm"),
        })
    }

    async fn quits(&mut self, on_finding: &mut impl FnMut(Finding)) -> Result<(), Finding> {
        let step = "stops on `quit`";
        // A bot that has already exited cannot be asked to quit, and has done what was wanted.
        let _gone = self.bot.send(&Command::Quit).await;
        on_finding(self.stops(step).await);
        Ok(())
    }

    /// Waits until there is nothing more to read.
    async fn stops(&mut self, step: &str) -> Finding {
        let limit = self.exam.patience.min(Duration::from_secs(3));
        let last_words = async {
            let mut left = MAX_OUTPUT;
            while self.bot.line(&mut left).await.is_ok() {}
            self.bot.ended().await
        };
        match timeout(limit, last_words).await {
            Ok(_) => Finding::good(step, "it ended"),
            Err(_) => {
                let happened = format!("it is still running after {}", clock::text(limit));
                let expected = match self.exam.bot.is_remote() {
                    true => "that it closes the connection",
                    false => "that the program ends; the referee has to kill it",
                };
                Finding::wrong(step, happened, expected)
            }
        }
    }

    /// Sends commands and waits for the expected reply.
    async fn ask(
        &mut self,
        step: &str,
        commands: &[Command],
        limit: Duration,
        wanted: &str,
        is_it: impl Fn(&Reply) -> bool,
    ) -> Result<Reply, Finding> {
        self.passed_over.clear();
        let heard = timeout(limit, async {
            for command in commands {
                self.bot.send(command).await?;
            }
            let mut left = MAX_OUTPUT;
            loop {
                let line = self.bot.line(&mut left).await?;
                let reply = Reply::parse(&line);
                self.bot.note(&reply);
                if is_it(&reply) {
                    return Ok(reply);
                }
                if self.passed_over.len() < 100 {
                    self.passed_over.push(line.trim().to_owned());
                }
            }
        })
        .await;
        match heard {
            Ok(Ok(reply)) => Ok(reply),
            Ok(Err(fault)) => Err(self.broke(step, fault, wanted).await),
            Err(_late) => {
                let only = match self.passed_over.last() {
                    Some(line) => format!("only `{}` came", short(line)),
                    None => "no answer came".into(),
                };
                Err(Finding::wrong(step, format!("{only} in {}", clock::text(limit)), wanted))
            }
        }
    }

    /// Sends commands that need no reply, and listens for a while.
    async fn hear_out(&mut self, step: &str, commands: &[Command]) -> Result<(), Finding> {
        self.passed_over.clear();
        let heard: Result<Result<(), Fault>, _> = timeout(LISTEN, async {
            for command in commands {
                self.bot.send(command).await?;
            }
            let mut left = MAX_OUTPUT;
            loop {
                let line = self.bot.line(&mut left).await?;
                if self.passed_over.len() < 100 {
                    self.passed_over.push(line.trim().to_owned());
                }
            }
        })
        .await;
        match heard {
            Ok(Err(fault)) => Err(self.broke(step, fault, "that it waits for the next line").await),
            _ => Ok(()),
        }
    }

    /// The move among the unsolicited lines.
    fn find_move(&self) -> Option<String> {
        self.passed_over.iter().find_map(|line| match Reply::parse(line) {
            Reply::BestMove(text) => Some(short(&text)),
            _ => None,
        })
    }

    /// The finding of a conversation that broke off. If the program died, with what it printed.
    async fn broke(&mut self, step: &str, fault: Fault, wanted: &str) -> Finding {
        if fault != Fault::Closed {
            return Finding::wrong(step, format!("it {fault}"), wanted);
        }
        let status = timeout(Duration::from_secs(1), self.bot.ended()).await.ok().flatten();
        let happened = match status {
            Some(status) if status.code() == Some(127) => "the shell found no such program".into(),
            Some(status) => format!("the program ended ({status})"),
            None => "it closed the connection".into(),
        };
        Finding::wrong(step, happened, wanted).with_output(&self.bot.output()).await
    }
}

/// A bot should exit when its referee has gone.
pub(super) async fn end_of_input(exam: &BotCheck) -> Finding {
    let step = "stops when its input ends";
    let talk = Conversation::begin(exam, &mut |_| {}).await;
    match talk {
        Ok(mut talk) => {
            talk.bot.close_input();
            talk.stops(step).await
        }
        Err(finding) => Finding { step: "starts a second time".into(), ..finding },
    }
}

/// Full clocks for all seats, as in a game.
fn clocks(clock: Clock, seats: usize) -> GoLimits {
    let ms = |time: Duration| time.as_millis() as u64;
    let mut limits = GoLimits::default();
    for seat in 0..seats.min(4) {
        limits.clocks_ms[seat] = clock.bank().map(ms);
        limits.increments_ms[seat] = clock.bank().map(|_| ms(clock.increment()));
    }
    limits
}
