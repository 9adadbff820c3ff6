//! The switches of the showdown.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A text that is not a value of a switch.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` is not a value of {switch}: expected one of {allowed}")]
pub struct UnknownSwitchValue {
    /// The switch, as files name it.
    pub switch: &'static str,
    /// The text that was given.
    pub text: String,
    /// The allowed values.
    pub allowed: String,
}

/// Declares a switch: an enum whose values have one text each, the first value being the default.
macro_rules! switch {
    ($(#[$about:meta])* $name:ident = $switch:literal { $($(#[$value_about:meta])* $value:ident = $text:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum $name { #[default] $($(#[$value_about])* $value,)+ }

        impl $name {
            /// The name of the switch in files.
            pub const SWITCH: &'static str = $switch;
            /// Every value, the default first.
            pub const ALL: &'static [$name] = &[$($name::$value,)+];

            /// The value's text in files.
            pub const fn as_str(self) -> &'static str {
                match self { $($name::$value => $text,)+ }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl FromStr for $name {
            type Err = UnknownSwitchValue;

            fn from_str(text: &str) -> Result<$name, UnknownSwitchValue> {
                $name::ALL.iter().copied().find(|value| value.as_str() == text).ok_or_else(|| UnknownSwitchValue {
                    switch: $name::SWITCH,
                    text: text.chars().take(40).collect(),
                    allowed: $name::ALL.iter().map(|value| value.as_str()).collect::<Vec<_>>().join(", "),
                })
            }
        }
    };
}

switch! {
    /// How two hands of one category compare.
    TieBreak = "tie_break" {
        /// Larger groups first, then kickers from high to low: `K K` beats `A 2 2`.
        Poker = "poker",
        /// All cards by rank from high to low, whatever groups they form: `A 2 2` beats `K K`. An ace is
        /// always high here, so `A 5 4 3 2` is the second best straight.
        Literal = "literal",
    }
}

switch! {
    /// Which hands are compared.
    Pairing = "pairing" {
        /// Each player's hands are in order of strength, and the strongest is compared with the strongest.
        Ordered = "ordered",
        /// Hands are in any order the player chooses.
        Free = "free",
    }
}

switch! {
    /// Who lays out last.
    Adjust = "adjust" {
        /// Both may rearrange once, White last: White answers Black's final layout.
        WhiteLast = "white_last",
        /// Both may rearrange once, Black last: Black answers White's final layout.
        BlackLast = "black_last",
        /// Both lay out simultaneously, face down. Its solution is a mixed strategy, so it is not solved here.
        Sealed = "sealed",
        /// Black lays out, then White, with no rearranging. Solved, this equals `white_last`.
        None = "none",
    }
}

switch! {
    /// How a pool of fewer than fifteen cards may be split. Cards may always be left out.
    ShortSplit = "short_split" {
        /// Any three sizes from zero to five.
        Free = "free",
        /// A hand may hold cards only if the hand before it holds five.
        Fill = "fill",
        /// No hand may hold two more cards than another.
        Balanced = "balanced",
    }
}

/// The switches that decide how strong a hand is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RankRules {
    /// How two hands of one category compare.
    pub tie_break: TieBreak,
    /// Whether `5 4 3 2 A` is a straight.
    pub wheel: bool,
    /// Whether three or four cards can be a straight, a flush or a straight flush.
    pub short_straights: bool,
}

impl Default for RankRules {
    /// Poker order, with the wheel, five cards to a straight or flush.
    fn default() -> RankRules {
        RankRules { tie_break: TieBreak::Poker, wheel: true, short_straights: false }
    }
}

/// All switches of the showdown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ShowdownRules {
    /// How strong a hand is.
    pub rank: RankRules,
    /// Which hands are compared.
    pub pairing: Pairing,
    /// Who lays out last.
    pub adjust: Adjust,
    /// How small pools may be split.
    pub short_split: ShortSplit,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switch_values_round_trip() {
        for &value in Adjust::ALL {
            assert_eq!(value.as_str().parse(), Ok(value));
        }
        let error = "Free".parse::<ShortSplit>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "`Free` is not a value of short_split: expected one of free, fill, balanced"
        );
        let default = ShowdownRules::default();
        assert_eq!((default.pairing, default.adjust), (Pairing::Ordered, Adjust::WhiteLast));
    }
}
