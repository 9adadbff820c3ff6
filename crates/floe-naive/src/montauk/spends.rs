//! Spending values on pyramids.

use super::{Montauk, Pyramid, Side};

/// One way to use a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spend {
    from: u8,
    /// `None` is off.
    to: Option<u8>,
    value: u8,
}

impl Spend {
    pub fn text(self) -> String {
        match self.to {
            Some(to) => format!("{}-{to}", self.from),
            None => format!("{}-off", self.from),
        }
    }
}

impl Side {
    /// The pyramids that may be moved: all on the board, or without stacking
    /// those not moved in this trick while there are any.
    fn movable(&self, stack_spends: bool) -> Vec<Pyramid> {
        let on_board = self.pyramids.iter().copied().filter(|pyramid| pyramid.at.is_some());
        let unmoved: Vec<Pyramid> = on_board.clone().filter(|pyramid| !pyramid.moved).collect();
        if stack_spends || unmoved.is_empty() { on_board.collect() } else { unmoved }
    }
}

impl Montauk {
    /// Every spend the winner of the trick can make.
    pub(super) fn spends(&self) -> Vec<Spend> {
        let Some(trick) = &self.trick else { return Vec::new() };
        let side = &self.sides[trick.winner];
        let highest = side.pyramids.iter().filter_map(|pyramid| pyramid.at).max();
        let mut spends = Vec::new();
        for from in side.movable(self.rules.stack_spends).iter().filter_map(|pyramid| pyramid.at) {
            for &value in &trick.spends {
                if 0 < value && value < from {
                    spends.push(Spend { from, to: Some(from - value), value });
                }
            }
            // The smallest that suffices.
            let enough = trick.spends.iter().copied().filter(|&value| value >= from).min();
            let off = |&value: &u8| value == from || !self.rules.backgammon || highest == Some(from);
            spends.extend(enough.filter(off).map(|value| Spend { from, to: None, value }));
        }
        spends
    }

    /// Plays `6-4`, `3-off`, either with a pyramid named, or `pass`.
    pub(super) fn play_spend(&mut self, text: &str) -> Result<(), String> {
        let illegal = || format!("not a legal move: {text}");
        if !self.legal().iter().any(|legal| Some(legal.as_str()) == text.split(':').next()) {
            return Err(illegal());
        }
        if text == "pass" {
            if let Some(trick) = &mut self.trick {
                trick.spends.clear();
            }
            self.go_on();
            return Ok(());
        }
        let (plain, size) = match text.split_once(':') {
            Some((plain, name)) => (plain, Some(read_size(name).ok_or_else(illegal)?)),
            None => (text, None),
        };
        let spend = self.spends().into_iter().find(|spend| spend.text() == plain).ok_or_else(illegal)?;
        let trick = self.trick.as_mut().ok_or_else(illegal)?;
        let side = &mut self.sides[trick.winner];
        let movable = side.movable(self.rules.stack_spends);
        // Without a name the largest of the box goes.
        let chosen = movable
            .into_iter()
            .filter(|pyramid| pyramid.at == Some(spend.from) && size.is_none_or(|size| pyramid.size == size))
            .max_by_key(|pyramid| pyramid.size)
            .ok_or_else(illegal)?;
        if let Some(pyramid) = side.pyramids.iter_mut().find(|pyramid| **pyramid == chosen) {
            *pyramid = Pyramid { at: spend.to, moved: true, ..chosen };
        }
        if let Some(index) = trick.spends.iter().position(|&value| value == spend.value) {
            trick.spends.remove(index);
        }
        if spend.to.is_none() {
            trick.borne_off += 1;
            if side.cleared() && self.first_home.is_none() {
                self.first_home = Some(trick.winner);
            }
        }
        self.go_on();
        Ok(())
    }
}

/// The size in a name such as `large-red`. The two colours of a player are the
/// same for the rules, so any colour will do.
fn read_size(name: &str) -> Option<u8> {
    let (size, colour) = name.split_once('-')?;
    let sizes = [("small", 1), ("medium", 2), ("large", 3)];
    let known = !colour.is_empty() && colour.chars().all(|letter| letter.is_ascii_lowercase());
    sizes.into_iter().find(|(word, _)| known && *word == size).map(|(_, size)| size)
}
