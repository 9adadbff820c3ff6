//! Montauk: tricks with a hidden card give the winner values to spend on
//! bringing pyramids home.

mod events;
pub(crate) mod pile;
mod rounds;
mod rules;
mod spends;
pub(crate) mod trick;
mod tricks;

use crate::cards::Card;
use crate::rules::number;
use crate::tracked::{Tracked, same_result};
use pile::Pile;
use rules::Rules;
use serde_json::{Value, json};
use std::cmp::Ordering;
use trick::Trick;

/// A pyramid of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pyramid {
    /// 1 small, 2 medium, 3 large.
    size: u8,
    /// Its box, 6 to 1; `None` once it is off.
    at: Option<u8>,
    /// Whether a value of the current trick was spent on it.
    moved: bool,
}

/// What a player has in a round besides cards.
#[derive(Clone, Debug, Default)]
struct Side {
    pyramids: Vec<Pyramid>,
    /// Slots of the vault in use.
    slots: u32,
    nulls: i64,
}

impl Side {
    fn cleared(&self) -> bool {
        self.pyramids.iter().all(|pyramid| pyramid.at.is_none())
    }

    /// All slots are used, or all pyramids are off.
    fn finished(&self) -> bool {
        self.slots >= 3 || self.cleared()
    }
}

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// This seat rolls its dice.
    Dice(usize),
    /// The leader of the round is drawn.
    Lead,
    /// Six cards go to this seat.
    Deal(usize),
    LeadCard,
    FollowCard,
    Spend,
    /// The extra card is drawn.
    Draw,
    Over,
}

/// A match in progress, set up from the `start` object of a trace.
#[derive(Clone, Debug)]
pub struct Montauk {
    rules: Rules,
    /// Counted from 1.
    round: u64,
    /// Points of the finished rounds.
    totals: [i64; 2],
    /// Who led the first trick of this round, or of the last one until it is
    /// known.
    round_leader: Option<usize>,
    sides: [Side; 2],
    /// Who was the first in this round to have all pyramids off.
    first_home: Option<usize>,
    pile: Pile,
    hands: [Vec<Card>; 2],
    /// Tricks finished in this round.
    tricks: u32,
    /// Who leads the current trick.
    leader: usize,
    /// The card that lies face down.
    lead_card: Option<Card>,
    /// The current trick, once both cards are known.
    trick: Option<Trick>,
    step: Step,
}

impl Montauk {
    /// Reads the object under `"start"`. Anything missing or unknown is an error.
    pub fn from_start(start: &Value) -> Result<Montauk, String> {
        if start["game"].as_str() != Some("montauk") {
            return Err(format!("not montauk: {}", start["game"]));
        }
        if number(start, "seats").ok() != Some(2) {
            return Err(format!("montauk has two seats, not {}", start["seats"]));
        }
        let rules = Rules::read(&start["rules"])?;
        let mut game = Montauk {
            pile: Pile::new(rules.decks),
            rules,
            round: 0,
            totals: [0, 0],
            round_leader: None,
            sides: Default::default(),
            first_home: None,
            hands: Default::default(),
            tricks: 0,
            leader: 0,
            lead_card: None,
            trick: None,
            step: Step::Over,
        };
        game.begin_round();
        Ok(game)
    }

    /// The seat to act; `None` when the match is over or waits for chance.
    pub fn actor(&self) -> Option<usize> {
        match self.step {
            Step::LeadCard => Some(self.leader),
            Step::FollowCard => Some(1 - self.leader),
            Step::Spend => self.trick.as_ref().map(|trick| trick.winner),
            Step::Dice(_) | Step::Lead | Step::Deal(_) | Step::Draw | Step::Over => None,
        }
    }

    /// All legal moves as texts, sorted by bytes, each once.
    pub fn legal(&self) -> Vec<String> {
        let mut texts: Vec<String> = match (self.step, self.actor()) {
            (Step::LeadCard | Step::FollowCard, Some(seat)) => {
                self.hands[seat].iter().map(Card::to_string).collect()
            }
            (Step::Spend, _) => {
                let mut texts: Vec<String> = self.spends().iter().map(|spend| spend.text()).collect();
                if !self.rules.must_spend {
                    texts.push("pass".to_string());
                }
                texts
            }
            _ => Vec::new(),
        };
        texts.sort_unstable();
        texts.dedup();
        texts
    }

    /// Plays a move given as text; an error leaves the match as it was.
    pub fn play(&mut self, text: &str) -> Result<(), String> {
        match self.step {
            Step::LeadCard | Step::FollowCard => self.play_card(text),
            Step::Spend => self.play_spend(text),
            _ => Err(format!("not a legal move: {text}")),
        }
    }

    /// The points of the finished rounds.
    pub fn scores(&self) -> Vec<i64> {
        self.totals.to_vec()
    }

    /// Winners (lowest seat first) and totals, once the match is over.
    pub fn result(&self) -> Option<(Vec<usize>, Vec<i64>)> {
        if self.step != Step::Over {
            return None;
        }
        let winners = match self.totals[0].cmp(&self.totals[1]) {
            Ordering::Greater => vec![0],
            Ordering::Less => vec![1],
            Ordering::Equal => vec![0, 1],
        };
        Some((winners, self.scores()))
    }
}

impl Tracked for Montauk {
    fn chance(&self) -> Option<String> {
        match self.step {
            Step::Dice(seat) => Some(format!("seat {seat} has to roll its dice")),
            Step::Lead => Some("the leader has to be drawn".to_string()),
            Step::Deal(seat) => Some(format!("cards have to be dealt to seat {seat}")),
            Step::Draw => Some("the extra card has to be drawn".to_string()),
            Step::LeadCard | Step::FollowCard | Step::Spend | Step::Over => None,
        }
    }

    fn actor(&self) -> Option<usize> {
        Montauk::actor(self)
    }

    fn legal(&self) -> Vec<String> {
        Montauk::legal(self)
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        Montauk::play(self, text)
    }

    fn event(&mut self, event: &Value) -> Result<(), String> {
        Montauk::event(self, event)
    }

    fn scores(&self) -> Vec<i64> {
        Montauk::scores(self)
    }

    fn check_result(&self, result: &Value) -> Result<(), String> {
        let (winners, scores) = self.result().ok_or("a result although play goes on")?;
        same_result(&winners, &scores, result)
    }
}

/// The number that an event gives under `key`, if it is a seat.
fn seat(event: &Value, key: &str) -> Result<usize, String> {
    [0, 1].into_iter().find(|seat| event[key] == json!(seat)).ok_or_else(|| format!("no seat in {event}"))
}
