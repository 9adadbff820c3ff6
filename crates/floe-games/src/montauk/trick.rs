//! A trick: who wins it and what the winner may spend.

use floe_cards::{Card, Suit};

use super::rules::Rules;

/// Values with how often each may be spent: a half of a trick. A zero is spent on nothing.
pub type Half = [(u8, u8); 2];

/// Whether a suit beats another. The suits form a ring in which spades and hearts beat two, the others one.
pub fn beats(one: Suit, other: Suit) -> bool {
    use Suit::{Clubs, Diamonds, Hearts, Spades};
    matches!(
        (one, other),
        (Spades, Hearts | Diamonds) | (Hearts, Diamonds | Clubs) | (Diamonds, Clubs) | (Clubs, Spades)
    )
}

/// Two cards that were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trick {
    /// Whether the leader wins; a follower who plays the same suit wins.
    pub leader_wins: bool,
    /// The card that won.
    pub won: Card,
    /// The card that lost.
    pub lost: Card,
}

impl Trick {
    /// The trick of a led card and the card that followed.
    pub fn new(led: Card, followed: Card) -> Trick {
        let leader_wins = beats(led.suit(), followed.suit());
        let (won, lost) = if leader_wins { (led, followed) } else { (followed, led) };
        Trick { leader_wins, won, lost }
    }

    /// Whether both cards are of one suit.
    pub fn same_suit(self) -> bool {
        self.won.suit() == self.lost.suit()
    }

    /// Whether an extra card is drawn after the first half.
    pub fn draws(self, rules: &Rules) -> bool {
        self.same_suit() || rules.same_rank(self.won, self.lost)
    }

    /// What is spent before the extra card is seen.
    pub fn first_half(self, rules: &Rules) -> Half {
        let (won, lost) = (self.won.montauk_value(), self.lost.montauk_value());
        match (self.same_suit(), rules.same_rank(self.won, self.lost)) {
            (true, true) => [(won, 6), (0, 0)],
            (false, true) => [(won, 4), (0, 0)],
            (_, false) => [(won, 1), (lost, 1)],
        }
    }

    /// What is spent once the extra card is seen. It is compared with the card that won.
    pub fn second_half(self, rules: &Rules, extra: Card) -> Half {
        let same_rank = rules.same_rank(extra, self.won);
        let times = match (extra.suit() == self.won.suit(), same_rank) {
            _ if self.same_suit() && rules.same_rank(self.won, self.lost) => 4,
            (true, true) => 6,
            (true, false) | (false, true) => 4,
            (false, false) => 1,
        };
        [(extra.montauk_value(), times), (0, 0)]
    }
}
