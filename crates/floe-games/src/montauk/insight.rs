//! What the rules say about a match: the trick on the table, spends, vaults, rounds.

use floe_cards::Card;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Montauk;
use super::history::{History, PlayedTrick, on_table};
use super::moves::Move;
use super::position::{Phase, Position};
use super::rules::Rules;
use super::spend::{self, Spends};
use super::trick::{Half, Trick};
use super::view::{face_down, sees_hand};
use crate::insight::InsightContext;

/// What the rules say about a match. A pyramid is a number from 0 to 5: small, medium and large of the first colour, then
/// of the second.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MontaukInsight {
    /// What each rank is worth, by its letter.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, number>"))]
    pub values: Map<String, Value>,
    /// The box of each pyramid by seat, 0 for off; empty before the dice.
    pub pyramids: [Vec<u8>; 2],
    /// What lies in the used slots of each vault.
    pub vaults: [Vec<VaultSlot>; 2],
    /// Pyramids that the winner of the trick has borne off and that are not in its vault yet.
    pub borne: Vec<u8>,
    /// The trick on the table.
    pub trick: Option<TrickInsight>,
    /// The trick before, if one has ended in this round.
    pub last_trick: Option<TrickInsight>,
    /// The spends that can be made now, for each value that can be chosen, the greatest value first.
    pub spends: Vec<SpendInsight>,
    /// The rounds that have ended since the start.
    pub rounds: Vec<RoundInsight>,
    /// Whether this round is an extra one, played because the points were equal after the last.
    pub extra_round: bool,
}

/// A used slot of a vault.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct VaultSlot {
    /// The pyramids in it.
    pub pyramids: Vec<u8>,
    /// Whether a null marker lies in it.
    pub null: bool,
}

/// A trick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TrickInsight {
    /// Who led.
    pub leader: usize,
    /// The card that was led; none where it lies face down.
    pub led: Option<String>,
    /// The card that followed.
    pub followed: Option<String>,
    /// The extra card.
    pub extra: Option<String>,
    /// Who won it, once both have played.
    pub winner: Option<usize>,
    /// Whether both cards are of one suit.
    pub same_suit: bool,
    /// Whether both cards count as one rank.
    pub same_rank: bool,
    /// Whether an extra card follows the first half.
    pub draws: bool,
    /// What this half lets the winner spend: values with how often each.
    pub half: Vec<HalfValue>,
    /// The same one by one, those that are left first.
    pub tokens: Vec<SpendToken>,
}

/// A value of a half of a trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HalfValue {
    /// The value; a zero moves nothing.
    pub value: u8,
    /// How often it may be spent.
    pub times: u8,
}

/// A single spend of a half.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SpendToken {
    /// The value.
    pub value: u8,
    /// Whether it is spent, or moves nothing.
    pub spent: bool,
}

/// What choosing a value and a box does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SpendInsight {
    /// The value that was chosen.
    pub chosen: u8,
    /// The value that is used up: a pyramid comes off with the least that does it.
    pub value: u8,
    /// The box the pyramid leaves.
    pub from: u8,
    /// The box it goes to, 0 for off.
    pub to: u8,
    /// The move as text.
    pub text: String,
    /// The pyramid that moves.
    pub pyramid: Option<u8>,
    /// Where sizes matter, the pyramids of the box to choose from.
    pub named: Vec<NamedPyramid>,
}

/// A pyramid that may be named in a spend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct NamedPyramid {
    /// The pyramid.
    pub pyramid: u8,
    /// The move as text.
    pub text: String,
}

/// A round that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RoundInsight {
    /// Its number, from 1.
    pub round: u8,
    /// What each seat scored.
    pub points: [i32; 2],
    /// How many pyramids each seat bore off.
    pub off: [u8; 2],
    /// How many null markers each seat had.
    pub nulls: [u8; 2],
    /// Who bore off all six first.
    pub first_home: Option<usize>,
}

pub(super) fn insight(
    context: InsightContext<'_, Montauk>,
    moves: impl Iterator<Item = Move>,
) -> MontaukInsight {
    let InsightContext { rules, start, position, viewer, .. } = context;
    let history = History::new(rules, start, moves);
    let spends = spends(rules, position, &history);
    let trick = on_table(position).map(|trick| {
        let left = if position.phase == Phase::Spend { position.spends } else { Spends::NONE };
        let down = face_down(position) && !sees_hand(viewer, trick.leader);
        TrickInsight { led: card_text(Some(trick.led), down), ..trick_insight(rules, trick, left) }
    });
    let last_trick = history.last_trick.map(|trick| trick_insight(rules, trick, Spends::NONE));
    let values =
        Card::all().map(|card| (card.rank().letter().to_string(), card.montauk_value().into())).collect();
    let History { pyramids, vaults, borne, rounds, .. } = history;
    let extra_round = position.round > rules.rounds;
    MontaukInsight { values, pyramids, vaults, borne, trick, last_trick, spends, rounds, extra_round }
}

fn card_text(card: Option<Card>, down: bool) -> Option<String> {
    card.filter(|_| !down).map(|card| card.to_string())
}

/// A trick all of whose cards may be seen.
fn trick_insight(rules: &Rules, played: PlayedTrick, left: Spends) -> TrickInsight {
    let PlayedTrick { leader, led, followed, extra } = played;
    let trick = followed.map(|followed| Trick::new(led, followed));
    let half: Vec<HalfValue> = match (trick, extra) {
        (None, _) => Vec::new(),
        (Some(trick), None) => listed(trick.first_half(rules)),
        (Some(trick), Some(extra)) => listed(trick.second_half(rules, extra)),
    };
    TrickInsight {
        leader,
        led: card_text(Some(led), false),
        followed: card_text(followed, false),
        extra: card_text(extra, false),
        winner: trick.map(|trick| if trick.leader_wins { leader } else { 1 - leader }),
        same_suit: trick.is_some_and(|trick| trick.same_suit()),
        same_rank: trick.is_some_and(|trick| rules.same_rank(trick.won, trick.lost)),
        draws: trick.is_some_and(|trick| trick.draws(rules)),
        tokens: tokens(&half, left),
        half,
    }
}

fn listed(half: Half) -> Vec<HalfValue> {
    half.into_iter()
        .filter(|&(_, times)| times > 0)
        .map(|(value, times)| HalfValue { value, times })
        .collect()
}

/// All spends of a half, those that are left first, the greater before the smaller.
fn tokens(half: &[HalfValue], left: Spends) -> Vec<SpendToken> {
    let mut tokens = Vec::new();
    for spent in [false, true] {
        for value in (0..=6).rev() {
            let times: u32 =
                half.iter().filter(|half| half.value == value).map(|half| u32::from(half.times)).sum();
            let unspent = if value == 0 { 0 } else { times.min(left.count(value)) };
            for _ in 0..if spent { times - unspent } else { unspent } {
                tokens.push(SpendToken { value, spent });
            }
        }
    }
    tokens
}

fn spends(rules: &Rules, position: &Position, history: &History) -> Vec<SpendInsight> {
    if position.phase != Phase::Spend {
        return Vec::new();
    }
    let details = spend::details(rules, position);
    let mut values: Vec<u8> = position.spends.values().collect();
    values.dedup();
    values.retain(|&value| details.iter().any(|detail| detail.value == value));
    let mut spends = Vec::new();
    for chosen in values.into_iter().rev() {
        for from in 1..=6 {
            let here = || details.iter().filter(|detail| detail.spend.from == from);
            let found = here()
                .find(|detail| detail.value == chosen)
                // A box may come off with less than what was chosen: then it is the lesser spend that goes.
                .or_else(|| here().find(|detail| detail.spend.to == 0 && chosen >= from));
            let Some(detail) = found else { continue };
            let seat = position.winner();
            let named = detail
                .named
                .iter()
                .map(|(index, spend)| NamedPyramid { pyramid: *index as u8, text: spend.to_string() })
                .collect();
            spends.push(SpendInsight {
                chosen,
                value: detail.value,
                from,
                to: detail.spend.to,
                text: detail.spend.to_string(),
                pyramid: history.first_mover(rules, seat, detail.spend),
                named,
            });
        }
    }
    spends
}
