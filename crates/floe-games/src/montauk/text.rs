//! A position as one line of text.
//!
//! Fields are `name=value` with a space between them, in any order when they are read. Cards have commas between them,
//! the two players a slash; `-` means none, `?6` six hidden cards, `??` a card face down. A board gives the boxes of
//! the six pyramids, 0 for off and `-` before the dice; a vault its used slots, the number of pyramids in each and `n`
//! for a null marker.
//!
//! ```text
//! round=1 phase=spend trick=2 opener=0 leader=1 scores=0,0 first=- boards=654310/666521 vaults=1/- hands=… table=4D,9S,-
//! spends=3,4 borne=0 pile=… seen=… unseen=-/-
//! ```
//!
//! `moved`, `top`, `old` and `origin` follow where they are not empty.

use super::position::PYRAMIDS;
use super::setup::{Setup, SlotSetup, TableSetup, Visible};
use crate::Refusal;
use crate::switches::excerpt;

/// Room for the cards of two decks and more.
const MAX_TEXT_BYTES: usize = 4096;

fn or_dash(text: String) -> String {
    if text.is_empty() { "-".into() } else { text }
}

fn seat(seat: Option<u8>) -> String {
    seat.map_or("-".into(), |seat| seat.to_string())
}

fn cards(cards: &[String]) -> String {
    or_dash(cards.join(","))
}

fn some(cards_or_count: &Visible) -> String {
    match cards_or_count {
        Visible::Cards(list) => cards(list),
        Visible::Count(count) => format!("?{count}"),
    }
}

fn slots(slots: &[SlotSetup]) -> String {
    let slot = |slot: &SlotSetup| match (slot.null, slot.pyramids) {
        (false, pyramids) => pyramids.to_string(),
        (true, 0) => "n".into(),
        (true, pyramids) => format!("n{pyramids}"),
    };
    or_dash(slots.iter().map(slot).collect::<Vec<_>>().join(","))
}

fn board(board: &[Option<u8>; PYRAMIDS]) -> String {
    board.iter().map(|place| place.map_or('-', |place| char::from(b'0' + place % 10))).collect()
}

impl Setup {
    /// As a line.
    pub fn to_text(&self) -> String {
        let card = |card: &Option<String>| card.clone().unwrap_or("-".into());
        let TableSetup { led, followed, extra } = &self.table;
        let spends: Vec<String> = self.spends.iter().map(u8::to_string).collect();
        let mut text = format!(
            "round={} phase={} trick={} opener={} leader={} scores={},{} first={} boards={}/{} vaults={}/{} \
             hands={}/{} table={},{},{} spends={} borne={} pile={} seen={} unseen={}/{}",
            self.round,
            self.phase,
            self.trick,
            seat(self.opener),
            self.leader,
            self.scores[0],
            self.scores[1],
            seat(self.first_home),
            board(&self.boards[0]),
            board(&self.boards[1]),
            slots(&self.vaults[0]),
            slots(&self.vaults[1]),
            some(&self.hands[0]),
            some(&self.hands[1]),
            card(led),
            card(followed),
            card(extra),
            or_dash(spends.join(",")),
            self.borne,
            some(&self.pile),
            cards(&self.seen),
            some(&self.unseen[0]),
            some(&self.unseen[1]),
        );
        if let Some(moved) = self.moved {
            text += " moved=";
            text.extend(moved.map(|moved| if moved { '1' } else { '0' }));
        }
        for (name, list) in [("top", &self.top), ("old", &self.old)] {
            if !list.is_empty() {
                text += &format!(" {name}={}", cards(list));
            }
        }
        if let Some([first, second]) = &self.origin {
            text += &format!(" origin={}/{}", cards(first), cards(second));
        }
        text
    }

    /// Reads a line.
    pub fn from_text(text: &str) -> Result<Setup, Refusal> {
        if text.len() > MAX_TEXT_BYTES {
            return Err(Refusal::too_large(format!(
                "position: it has {} bytes; the limit is {MAX_TEXT_BYTES}",
                text.len()
            )));
        }
        let mut fields = Fields(Vec::new());
        for field in text.split_whitespace() {
            let Some((name, value)) = field.split_once('=') else {
                return Err(Refusal::invalid_position(format!(
                    "position: '{}' is not name=value",
                    excerpt(field)
                )));
            };
            if fields.0.iter().any(|(other, _)| *other == name) {
                return Err(Refusal::invalid_position(format!("position: {} is given twice", excerpt(name))));
            }
            fields.0.push((name, value));
        }
        let setup = Setup {
            round: fields.read("round", number)?,
            phase: fields.read("phase", |text| Some(text.to_owned()))?,
            trick: fields.read("trick", number)?,
            opener: fields.read("opener", read_seat)?,
            leader: fields.read("leader", number)?,
            scores: fields.read("scores", |text| {
                let (first, second) = text.split_once(',')?;
                Some([first.parse().ok()?, second.parse().ok()?])
            })?,
            first_home: fields.read("first", read_seat)?,
            boards: fields.read("boards", |text| both(text, read_board))?,
            moved: fields.maybe("moved", |text| {
                let moved: Option<Vec<bool>> =
                    text.chars().map(|c| "01".find(c).map(|one| one == 1)).collect();
                moved?.try_into().ok()
            })?,
            vaults: fields.read("vaults", |text| both(text, |text| list(text, read_slot)))?,
            hands: fields.read("hands", |text| both(text, read_some))?,
            table: fields.read("table", |text| {
                let card = |text: &str| (text != "-").then(|| text.to_owned());
                match text.split(',').collect::<Vec<_>>()[..] {
                    [led, followed, extra] => {
                        Some(TableSetup { led: card(led), followed: card(followed), extra: card(extra) })
                    }
                    _ => None,
                }
            })?,
            spends: fields.read("spends", |text| list(text, number))?,
            borne: fields.read("borne", number)?,
            pile: fields.read("pile", read_some)?,
            seen: fields.read("seen", read_cards)?,
            unseen: fields.read("unseen", |text| both(text, read_some))?,
            top: fields.maybe("top", read_cards)?.unwrap_or_default(),
            old: fields.maybe("old", read_cards)?.unwrap_or_default(),
            origin: fields.maybe("origin", |text| both(text, read_cards))?,
        };
        match fields.0.first() {
            None => Ok(setup),
            Some((name, _)) => {
                Err(Refusal::invalid_position(format!("position: unknown field '{}'", excerpt(name))))
            }
        }
    }
}

/// Fields that have not been read.
struct Fields<'a>(Vec<(&'a str, &'a str)>);

impl Fields<'_> {
    fn maybe<T>(&mut self, name: &str, read: impl Fn(&str) -> Option<T>) -> Result<Option<T>, Refusal> {
        let Some(at) = self.0.iter().position(|(other, _)| *other == name) else { return Ok(None) };
        let (_, value) = self.0.swap_remove(at);
        let unread = || {
            Refusal::invalid_position(format!(
                "position: {name} cannot be '{}'; floe show prints a position",
                excerpt(value)
            ))
        };
        read(value).map(Some).ok_or_else(unread)
    }

    fn read<T>(&mut self, name: &str, read: impl Fn(&str) -> Option<T>) -> Result<T, Refusal> {
        self.maybe(name, read)?
            .ok_or_else(|| Refusal::invalid_position(format!("position: {name}=… is missing")))
    }
}

fn number(text: &str) -> Option<u8> {
    text.parse().ok()
}

fn read_seat(text: &str) -> Option<Option<u8>> {
    if text == "-" { Some(None) } else { number(text).map(Some) }
}

fn both<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Option<[T; 2]> {
    let (first, second) = text.split_once('/')?;
    Some([read(first)?, read(second)?])
}

fn list<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    if text == "-" { Some(Vec::new()) } else { text.split(',').map(read).collect() }
}

fn read_board(text: &str) -> Option<[Option<u8>; PYRAMIDS]> {
    let places =
        text.chars().map(|c| if c == '-' { Some(None) } else { c.to_digit(10).map(|d| Some(d as u8)) });
    places.collect::<Option<Vec<_>>>()?.try_into().ok()
}

fn read_slot(text: &str) -> Option<SlotSetup> {
    let (null, pyramids) = text.strip_prefix('n').map_or((false, text), |rest| (true, rest));
    let pyramids = if null && pyramids.is_empty() { 0 } else { number(pyramids)? };
    Some(SlotSetup { pyramids, null })
}

fn read_cards(text: &str) -> Option<Vec<String>> {
    list(text, |name| Some(name.to_owned()))
}

fn read_some(text: &str) -> Option<Visible> {
    match text.strip_prefix('?') {
        Some(count) => count.parse().ok().map(Visible::Count),
        None => read_cards(text).map(Visible::Cards),
    }
}
