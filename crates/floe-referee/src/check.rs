//! Checks a bot: the handshake step by step, then games from every seat, with a plain sentence for each finding.

mod games;
mod talk;
mod usage;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use floe_games::switches::RuleSet;
use floe_games::{Actor, GameRng, Refusal, Start, Table, open};
use serde::Serialize;

use self::talk::{Conversation, end_of_input};
use crate::player::TurnRequest;
use crate::process::{BotOutput, Complaints};
use crate::{Entrant, Fault, LaunchOptions, Meter, TimeControl, UgiPlayer};

/// What is checked, and how.
pub struct BotCheck {
    /// The rules of the game.
    pub rules: RuleSet,
    /// The bot: a program or an address.
    pub bot: Entrant,
    /// Total number of games, at least one from every seat.
    pub games: u32,
    /// The clocks.
    pub control: TimeControl,
    /// How long to wait for anything other than a move.
    pub patience: Duration,
    /// The seed of the games.
    pub seed: u64,
    /// The limits of the bot, if it is a program.
    pub launch: LaunchOptions,
    /// Where the bot's resource use is recorded.
    pub meter: Arc<Meter>,
}

/// The result of one check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Did it pass?
    pub ok: bool,
    /// It passed, but only just.
    pub warning: bool,
    /// What was checked.
    pub step: String,
    /// What happened.
    pub happened: String,
    /// What should have happened; empty when it passed.
    pub expected: String,
    /// If the program died: the last lines of its standard output.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stdout: Vec<String>,
    /// If the program died: the last lines of its standard error.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stderr: Vec<String>,
}

impl Finding {
    fn good(step: impl Into<String>, happened: impl Into<String>) -> Finding {
        Finding {
            ok: true,
            warning: false,
            step: step.into(),
            happened: happened.into(),
            expected: String::new(),
            stdout: Vec::new(),
            stderr: Vec::new(),
        }
    }

    fn wrong(step: impl Into<String>, happened: impl Into<String>, expected: impl Into<String>) -> Finding {
        Finding { ok: false, expected: expected.into(), ..Finding::good(step, happened) }
    }

    /// With what the program printed before it died.
    async fn with_output(self, output: &BotOutput) -> Finding {
        Finding { stderr: output.stderr.all().await, stdout: output.stdout.lines(), ..self }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ok {
            true if self.warning => write!(f, "warn  {}: {}", self.step, self.happened),
            true => write!(f, "ok    {}: {}", self.step, self.happened),
            false => {
                write!(f, "WRONG {}: {}; expected {}", self.step, self.happened, self.expected)?;
                let streams = [("standard output", &self.stdout), ("standard error", &self.stderr)];
                for (stream, lines) in streams.into_iter().filter(|(_, lines)| !lines.is_empty()) {
                    write!(f, "\n      the last it printed on {stream}:")?;
                    lines.iter().try_for_each(|line| write!(f, "\n        {line}"))?;
                }
                Ok(())
            }
        }
    }
}

/// Runs all checks; `on_finding` is called with each finding immediately.
pub async fn check(exam: &BotCheck, on_finding: &mut dyn FnMut(&Finding)) -> Result<Vec<Finding>, Refusal> {
    let mut findings = Vec::new();
    let mut report = |finding: Finding| {
        on_finding(&finding);
        findings.push(finding);
    };
    let (table, seat) = first_turn(exam)?;
    let mut talk = match Conversation::begin(exam, &mut report).await {
        Ok(talk) => talk,
        // A bot that cannot get ready cannot play.
        Err(finding) => {
            report(finding);
            return Ok(findings);
        }
    };
    if let Err(finding) = talk.converse(&*table, seat, &mut report).await {
        report(finding);
    }
    drop(talk);
    report(end_of_input(exam).await);
    games::games(exam, table.seats(), &mut report).await?;
    usage::usage(exam).await.into_iter().for_each(report);
    Ok(findings)
}

/// A table at which a seat is to make its first move.
fn first_turn(exam: &BotCheck) -> Result<(Box<dyn Table>, usize), Refusal> {
    let mut table = open(&exam.rules, Start::Seed(exam.seed))?;
    let mut chance = GameRng::in_game(exam.seed);
    loop {
        match table.actor() {
            Actor::Chance => drop(table.roll(&mut chance)?),
            Actor::Seat(seat) => return Ok((table, seat)),
            Actor::Nobody => return Err(Refusal::invalid_request("no one can move in this game")),
        }
    }
}

async fn reach(exam: &BotCheck) -> Result<UgiPlayer, Fault> {
    // The bot's error output is its author's best help, so it is passed through here.
    let reached = exam.bot.reach(exam.launch, Complaints::Shown, Arc::clone(&exam.meter)).await;
    reached.unwrap_or_else(|| Err(Fault::NotStarted("built-in engines need no check".into())))
}

fn moves_of(request: &TurnRequest) -> String {
    let example = request.legal.first().map(|text| text.replace(' ', "")).unwrap_or_default();
    format!("{} legal moves such as {example}", request.legal.len())
}

/// A line short enough to show.
fn short(line: &str) -> String {
    let mut shown: String = line.chars().filter(|c| !c.is_control()).take(60).collect();
    if shown.len() < line.len() {
        shown.push('…');
    }
    shown
}
