//! Complete games, with a spy on the bot's calls.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use floe_games::{Outcome, Refusal};
use tokio::time::Instant;

use super::{BotCheck, Finding, moves_of, reach};
use crate::clock;
use crate::game::{self, ChanceSource, GameSpec};
use crate::player::{GameSetup, Player, PlayerFuture, Random, TurnRequest};
use crate::{Fault, Observers, UgiPlayer};

/// After this many games with a fault the rest would fail the same way.
const ENOUGH: usize = 3;

/// Games against random players, from every seat in turn.
pub(super) async fn games(
    exam: &BotCheck,
    seats: usize,
    on_finding: &mut impl FnMut(Finding),
) -> Result<(), Refusal> {
    let count = exam.games as usize;
    let mut faulty = 0;
    for number in 0..count.div_ceil(seats) * seats {
        let seat = number % seats;
        let seed = exam.seed + (number / seats) as u64;
        let finding = one_game(exam, seats, seat, seed, number + 1).await?;
        faulty += usize::from(!finding.ok);
        on_finding(finding);
        if faulty == ENOUGH {
            break;
        }
    }
    Ok(())
}

async fn one_game(
    exam: &BotCheck,
    seats: usize,
    seat: usize,
    seed: u64,
    number: usize,
) -> Result<Finding, Refusal> {
    let step = format!("game {number}, seat {seat}, seed {seed}");
    let bot = match reach(exam).await {
        Ok(bot) => bot,
        Err(fault) => {
            return Ok(Finding::wrong(
                step,
                format!("it {fault}"),
                "a program that can be started or reached",
            ));
        }
    };
    let seen = Arc::new(Mutex::new(Seen::default()));
    let output = bot.output();
    let mut players: Vec<Box<dyn Player>> = Vec::new();
    let mut bot = Some(Watched { bot, seen: Arc::clone(&seen) });
    for other in 0..seats {
        match bot.take_if(|_| other == seat) {
            Some(bot) => players.push(Box::new(bot)),
            None => players.push(Box::new(Random::new(seed ^ other as u64))),
        }
    }
    let fixture = GameSpec::new(exam.rules.clone(), ChanceSource::Seed(seed), exam.control, exam.patience);
    let played = game::play(&fixture, players, &mut Observers::new()).await?;
    let seen = seen.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let fault = played.faults.into_iter().find_map(|(who, fault)| (who == seat).then_some(fault));
    let died = matches!(fault, Some(Fault::Closed | Fault::NotStarted(_)));
    let finding = match (fault, seen.last) {
        (None, _) => {
            let scores = played.record.result.map(|result| result.scores).unwrap_or_default();
            let scores = scores.iter().map(i64::to_string).collect::<Vec<_>>().join("–");
            let ms = seen.slowest.as_millis();
            Finding::good(step, format!("{} moves, the slowest took {ms} ms; it ended {scores}", seen.moves))
        }
        (Some(fault), None) => {
            let expected = keeps_to_limits(&fault).unwrap_or("`ugiok` and `readyok`");
            Finding::wrong(step, format!("it {fault}"), expected)
        }
        (Some(fault), Some(request)) => {
            let place =
                format!("it {fault}, at its move {} in the position {}", seen.moves, request.position);
            let expected = match fault {
                Fault::OutOfTime(_) => {
                    format!("an answer within {}", clock::text(request.allotted.unwrap_or_default()))
                }
                fault => keeps_to_limits(&fault)
                    .map_or_else(|| format!("one of {}", moves_of(&request)), str::to_owned),
            };
            Finding::wrong(step, place, expected)
        }
    };
    Ok(if died { finding.with_output(&output).await } else { finding })
}

/// What was expected of a bot that has exceeded a limit.
fn keeps_to_limits(fault: &Fault) -> Option<&'static str> {
    match fault {
        Fault::TooMuchMemory(_) => Some("less memory, or more allowed with --bot-memory"),
        Fault::TooManyProcesses(_) => Some("fewer processes, or more allowed with --bot-processes"),
        _ => None,
    }
}

/// What was seen of a bot in a game.
#[derive(Clone, Default)]
struct Seen {
    moves: usize,
    slowest: Duration,
    last: Option<TurnRequest>,
}

/// A bot whose calls are observed.
struct Watched {
    bot: UgiPlayer,
    seen: Arc<Mutex<Seen>>,
}

impl Player for Watched {
    fn name(&self) -> String {
        self.bot.name()
    }

    fn begin<'a>(&'a mut self, invitation: &'a GameSetup) -> PlayerFuture<'a, ()> {
        self.bot.begin(invitation)
    }

    fn choose<'a>(&'a mut self, question: &'a TurnRequest) -> PlayerFuture<'a, String> {
        Box::pin(async move {
            {
                let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
                seen.moves += 1;
                seen.last = Some(question.clone());
            }
            let began = Instant::now();
            let answer = self.bot.choose(question).await;
            let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
            seen.slowest = seen.slowest.max(began.elapsed());
            answer
        })
    }

    fn end<'a>(&'a mut self, outcome: &'a Outcome) -> PlayerFuture<'a, ()> {
        self.bot.end(outcome)
    }

    fn wants_legal(&self) -> bool {
        true
    }
}
