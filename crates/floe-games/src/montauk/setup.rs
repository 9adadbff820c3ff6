//! A position as it is written down: complete for the referee, less for other viewers; checked when it is read.

use floe_cards::Card;
use serde::{Deserialize, Serialize};
use strum::VariantNames;

use super::cards::Cards;
use super::checks;
use super::position::{Memory, PYRAMIDS, Phase, Position, Pyramid, UNROLLED};
use super::rules::{Nulls, Rules};
use super::spend::Spends;
use super::vault::{SLOTS, Slot, Vault};
use super::view::{face_down, sees_hand};
use crate::switches::excerpt;
use crate::{GameRng, Refusal, Viewer};

/// What stands for a card that is not shown.
pub(crate) const DOWN: &str = "??";

/// A position as JSON, unchecked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MontaukState"))]
#[serde(deny_unknown_fields)]
pub(crate) struct Setup {
    pub round: u8,
    pub phase: String,
    pub trick: u8,
    pub opener: Option<u8>,
    pub leader: u8,
    pub scores: [i32; 2],
    pub first_home: Option<u8>,
    /// Boxes of the six pyramids, 0 for off, null before the dice.
    pub boards: [[Option<u8>; PYRAMIDS]; 2],
    /// Which of the winner's pyramids have moved in this trick.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub moved: Option<[bool; PYRAMIDS]>,
    /// The used slots.
    pub vaults: [Vec<SlotSetup>; 2],
    pub hands: [Visible; 2],
    pub table: TableSetup,
    /// The spends left in this half of the trick.
    pub spends: Vec<u8>,
    /// Pyramids borne off in this trick.
    pub borne: u8,
    pub pile: Visible,
    pub seen: Vec<String>,
    pub unseen: [Visible; 2],
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<_>", optional))]
    pub top: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<_>", optional))]
    pub old: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub origin: Option<[Vec<String>; 2]>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MontaukSlot"))]
#[serde(deny_unknown_fields)]
pub(crate) struct SlotSetup {
    pub pyramids: u8,
    pub null: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MontaukTable"))]
#[serde(deny_unknown_fields)]
pub(crate) struct TableSetup {
    pub led: Option<String>,
    pub followed: Option<String>,
    pub extra: Option<String>,
}

/// Cards, or only their number for viewers who may not see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "VisibleCards"))]
#[serde(untagged)]
pub(crate) enum Visible {
    Cards(Vec<String>),
    Count(usize),
}

fn names(cards: Cards) -> Vec<String> {
    cards.iter().map(|card| card.to_string()).collect()
}

impl Setup {
    /// A position as far as the viewer may see it.
    pub fn new(position: &Position, viewer: Viewer) -> Setup {
        let all = viewer == Viewer::Omniscient;
        let visible = |seen: bool, cards: Cards| match seen {
            true => Visible::Cards(names(cards)),
            false => Visible::Count(cards.len()),
        };
        let own = |cards: [Cards; 2]| [0, 1].map(|seat| visible(sees_hand(viewer, seat), cards[seat]));
        let card = |card: Option<Card>| card.map(|card| card.to_string());
        let down = face_down(position) && !sees_hand(viewer, usize::from(position.leader));
        let board = |board: [Pyramid; PYRAMIDS]| {
            board.map(|pyramid| Some(pyramid.place()).filter(|&place| place != UNROLLED))
        };
        let moved = position.boards[position.winner()].map(Pyramid::moved);
        let vault = |vault: Vault| {
            let used = vault.slots.iter().take(usize::from(vault.used));
            used.map(|slot| SlotSetup { pyramids: slot.pyramids, null: slot.null }).collect()
        };
        let Memory { old, origin } = position.memory;
        Setup {
            round: position.round,
            phase: position.phase.as_str().into(),
            trick: position.trick,
            opener: position.opener,
            leader: position.leader,
            scores: position.scores,
            first_home: position.first_home,
            boards: position.boards.map(board),
            moved: Some(moved).filter(|moved| moved.contains(&true)),
            vaults: position.vaults.map(vault),
            hands: own(position.hands),
            table: TableSetup {
                led: if down { Some(DOWN.into()) } else { card(position.led) },
                followed: card(position.followed),
                extra: card(position.extra),
            },
            spends: position.spends.values().collect(),
            borne: position.borne,
            pile: visible(all, position.pile),
            seen: names(position.seen),
            unseen: own(position.unseen),
            top: if all { names(position.top) } else { Vec::new() },
            old: if all { names(old) } else { Vec::new() },
            origin: Some(origin.map(names)).filter(|origin| all && origin.iter().any(|o| !o.is_empty())),
        }
    }

    /// The position, if it can be one of a match under these rules.
    pub fn position(&self, rules: &Rules) -> Result<Position, Refusal> {
        let phase = self.phase.parse().map_err(|_| {
            let phases = Phase::VARIANTS.join(", ");
            invalid(format!("unknown phase '{}'; the phases are {phases}", excerpt(&self.phase)))
        })?;
        let mut position = Position {
            phase,
            round: self.round,
            trick: self.trick,
            opener: self.opener,
            leader: self.leader,
            scores: self.scores,
            first_home: self.first_home,
            boards: [self.board(0)?, self.board(1)?],
            vaults: [self.vault(rules, 0)?, self.vault(rules, 1)?],
            spends: Spends::of_values(&self.spends)
                .ok_or_else(|| invalid("spends are values 1 to 6, each at most six times"))?,
            borne: self.borne,
            led: read_card(&self.table.led)?,
            followed: read_card(&self.table.followed)?,
            extra: read_card(&self.table.extra)?,
            hands: [read_shown(&self.hands[0])?, read_shown(&self.hands[1])?],
            pile: read_shown(&self.pile)?,
            top: read_cards(&self.top)?,
            seen: read_cards(&self.seen)?,
            unseen: [read_shown(&self.unseen[0])?, read_shown(&self.unseen[1])?],
            memory: Memory {
                old: read_cards(&self.old)?,
                origin: match &self.origin {
                    Some([first, second]) => [read_cards(first)?, read_cards(second)?],
                    None => [Cards::EMPTY; 2],
                },
            },
        };
        self.mark_moved(rules, &mut position)?;
        self.check_deck(rules)?;
        checks::all(rules, &position)?;
        (0..2).for_each(|seat| position.sort(rules, seat));
        Ok(position)
    }

    /// A full setup that looks like this view: hidden cards are drawn from the cards not visible anywhere.
    pub fn imagined(&self, rules: &Rules, chance: &mut GameRng) -> Result<Setup, Refusal> {
        let mut full = self.clone();
        let mut unseen = Cards::decks(rules.decks);
        let open = [&self.hands[0], &self.hands[1], &self.pile, &self.unseen[0], &self.unseen[1]];
        let visible = open.into_iter().filter(|cards| matches!(cards, Visible::Cards(_))).map(read_shown);
        for cards in visible.chain([read_cards(&self.seen)]) {
            unseen = unseen.minus(cards?);
        }
        let down = |card: &Option<String>| card.as_deref() == Some(DOWN);
        for card in [&self.table.led, &self.table.followed, &self.table.extra] {
            if let Some(card) = if down(card) { None } else { read_card(card)? } {
                unseen.take(card);
            }
        }
        if down(&self.table.led) {
            full.table.led = unseen.draw(chance).map(|card| card.to_string());
        }
        let [first, second] = &mut full.hands;
        let [mine, yours] = &mut full.unseen;
        for place in [first, second, mine, yours, &mut full.pile] {
            if let Visible::Count(count) = *place {
                if count > unseen.len() {
                    return Err(invalid("more cards are hidden than there are"));
                }
                *place = Visible::Cards(names(unseen.draw_many(count, chance)));
            }
        }
        Ok(full)
    }

    fn board(&self, seat: usize) -> Result<[Pyramid; PYRAMIDS], Refusal> {
        let board = self.boards[seat];
        match board.iter().flatten().all(|&place| place <= 6) {
            true => Ok(board.map(|place| Pyramid::at(place.unwrap_or(UNROLLED)))),
            false => Err(invalid("the boxes of boards are 1 to 6, or 0 for off")),
        }
    }

    fn vault(&self, rules: &Rules, seat: usize) -> Result<Vault, Refusal> {
        let mut vault = Vault::default();
        for slot in &self.vaults[seat] {
            let used = usize::from(vault.used);
            if used == SLOTS {
                return Err(invalid("a vault has three slots"));
            }
            if slot.pyramids > 6 || slot.pyramids == 0 && !slot.null {
                return Err(invalid("a used slot of a vault holds pyramids or a null marker"));
            }
            if slot.null && (rules.nulls == Nulls::Off || slot.pyramids > 0 && used + 1 < SLOTS) {
                return Err(invalid("a null marker lies where these rules put none"));
            }
            vault.slots[used] = Slot { pyramids: slot.pyramids, null: slot.null };
            vault.used += 1;
        }
        Ok(vault)
    }

    fn mark_moved(&self, rules: &Rules, position: &mut Position) -> Result<(), Refusal> {
        let Some(moved) = self.moved else { return Ok(()) };
        checks::seats(position)?;
        let winner = position.winner();
        let spending = matches!(position.phase, Phase::Spend | Phase::Draw);
        for (pyramid, moved) in position.boards[winner].iter_mut().zip(moved) {
            if moved && (rules.stack_spends || !spending || !pyramid.on_board()) {
                return Err(invalid("only pyramids in boxes are marked as moved, while spends do not stack"));
            }
            *pyramid = pyramid.marked(moved);
        }
        Ok(())
    }

    /// Every card of the decks lies in exactly one place.
    fn check_deck(&self, rules: &Rules) -> Result<(), Refusal> {
        let table = [&self.table.led, &self.table.followed, &self.table.extra];
        let mut count = [0u8; Card::COUNT];
        let lists =
            self.hands.iter().chain(&self.unseen).chain([&self.pile]).filter_map(|cards| match cards {
                Visible::Cards(cards) => Some(cards),
                Visible::Count(_) => None,
            });
        for name in lists.chain([&self.seen]).flatten().chain(table.into_iter().flatten()) {
            let card = &mut count[usize::from(parse_card(name)?.index())];
            *card = card.saturating_add(1);
        }
        match Card::all().find(|card| count[usize::from(card.index())] != rules.decks) {
            None => Ok(()),
            Some(card) => Err(invalid(format!(
                "{card} occurs {} times; hands, table, pile and discards hold every card {} times",
                count[usize::from(card.index())],
                rules.decks
            ))),
        }
    }
}

pub(crate) fn invalid(what: impl std::fmt::Display) -> Refusal {
    Refusal::invalid_position(format!("position: {what}"))
}

fn parse_card(name: &str) -> Result<Card, Refusal> {
    if name == DOWN {
        return Err(masked());
    }
    name.parse().map_err(|_| invalid(format!("'{}' is not a card", excerpt(name))))
}

fn masked() -> Refusal {
    invalid("this is one viewer's view, with cards left out; only the full position can be read")
}

fn read_card(name: &Option<String>) -> Result<Option<Card>, Refusal> {
    name.as_deref().map(parse_card).transpose()
}

fn read_cards(names: &[String]) -> Result<Cards, Refusal> {
    names.iter().map(|name| parse_card(name)).collect()
}

fn read_shown(cards: &Visible) -> Result<Cards, Refusal> {
    match cards {
        Visible::Cards(names) => read_cards(names),
        Visible::Count(_) => Err(masked()),
    }
}
