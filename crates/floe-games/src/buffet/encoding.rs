//! The buffets in fixed numbers: the board play of the slide family, then 52 cards and a word for the layouts.
//!
//! A layout is made card by card, one hand after the other, and a hand that may be short is closed with `done`; hands that
//! can take no more close by themselves. Where hands are compared in order of strength they are put in that order at the end,
//! so that any three hands of the right sizes make one legal layout.

use floe_cards::{Card, CardSet, Layout, Pairing, ShortSplit, legal_sizes, rank};

use super::{Buffet, Move, Position, Rules};
use crate::encoding::{
    ActionView, CARD_COLS, CARD_ROWS, Encode, Encoding, LegalActions, PlaneKind, PlaneList, PlaneWriter,
    Step, Symmetry, relative,
};
use crate::slide::encoding::partial_text;
use crate::slide::{self, SlideCodec, Turn};
use crate::{Actor, Game, Refusal, Viewer};

/// Hands of a layout.
const HANDS: usize = 3;

/// What has been chosen of a turn or of a layout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Partial {
    /// On the board.
    pub board: slide::Partial,
    /// The hands so far.
    pub hands: [CardSet; HANDS],
    /// The hand that takes cards now.
    pub hand: u8,
}

/// The numbers of a buffet.
#[derive(Debug)]
pub struct BuffetCodec {
    board: SlideCodec,
    info: Encoding,
    /// The first card; after the cards comes `done`.
    cards: u32,
}

impl BuffetCodec {
    fn done(&self) -> u32 {
        self.cards + Card::COUNT as u32
    }

    fn card(&self, action: u32) -> Option<Card> {
        action.checked_sub(self.cards).and_then(|index| Card::from_index(u8::try_from(index).ok()?))
    }
}

/// A layout being made.
struct Laying<'a> {
    rules: &'a Rules,
    pool: CardSet,
}

impl Laying<'_> {
    /// Are the hands put in order of strength at the end? Full hands first is an order of its own.
    fn sorts(&self) -> bool {
        self.rules.showdown.pairing == Pairing::Ordered && !self.fills()
    }

    fn fills(&self) -> bool {
        self.pool.len() < HANDS * 5 && self.rules.showdown.short_split == ShortSplit::Fill
    }

    fn used(partial: &Partial) -> CardSet {
        partial.hands[0] | partial.hands[1] | partial.hands[2]
    }

    /// Can the current hand end with a size from `least` on, so that the others can be completed?
    fn can_end(&self, partial: &Partial, least: usize, most: usize) -> bool {
        let at = usize::from(partial.hand);
        let mut sizes = partial.hands.map(CardSet::len);
        let spare = (self.pool - Self::used(partial)).len() + sizes[at];
        (least..=most.min(5)).any(|size| {
            sizes[at] = size;
            spare >= size && self.can_complete(&mut sizes, at + 1, spare - size)
        })
    }

    fn can_complete(&self, sizes: &mut [usize; HANDS], at: usize, spare: usize) -> bool {
        if at == HANDS {
            return legal_sizes(*sizes, self.pool.len(), self.rules.showdown.short_split).is_ok();
        }
        (0..=spare.min(5)).any(|size| {
            sizes[at] = size;
            self.can_complete(sizes, at + 1, spare - size)
        })
    }

    /// Where hands are filled in order of strength: can the current hand with these cards still be no stronger than the hand
    /// before it? More cards can make a hand weaker where short hands can be straights.
    fn can_be_weaker(&self, partial: &Partial, hand: CardSet) -> bool {
        let at = usize::from(partial.hand);
        if at == 0 || self.rules.showdown.pairing != Pairing::Ordered || !self.fills() {
            return true;
        }
        let rules = self.rules.showdown.rank;
        let before = rank(partial.hands[at - 1], rules).ok();
        let spare: Vec<Card> = (self.pool - Self::used(partial) - hand).iter().collect();
        (0u32..1 << spare.len()).filter(|set| set.count_ones() as usize + hand.len() <= 5).any(|set| {
            let more = spare.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
            let whole = more.fold(hand, |whole, (_, &card)| whole | CardSet::from_iter([card]));
            rank(whole, rules).ok() <= before
        })
    }

    /// The cards that the current hand can take.
    fn takes(&self, partial: &Partial) -> CardSet {
        let at = usize::from(partial.hand);
        let Some(&hand) = partial.hands.get(at) else { return CardSet::EMPTY };
        if !self.can_end(partial, hand.len() + 1, 5) {
            return CardSet::EMPTY;
        }
        let free = self.pool - Self::used(partial);
        free.iter().filter(|&card| self.can_be_weaker(partial, hand | CardSet::from_iter([card]))).collect()
    }

    /// May the current hand be closed as it is?
    fn closes(&self, partial: &Partial) -> bool {
        let at = usize::from(partial.hand);
        let Some(&hand) = partial.hands.get(at) else { return false };
        let before = at.checked_sub(1).map(|before| partial.hands[before]);
        let rules = self.rules.showdown.rank;
        let ordered = self.rules.showdown.pairing != Pairing::Ordered
            || !self.fills()
            || before.is_none_or(|before| rank(hand, rules).ok() <= rank(before, rules).ok());
        ordered && self.can_end(partial, hand.len(), hand.len())
    }

    /// Closes hands that can take no more; the layout once all are closed.
    fn settle(&self, mut partial: Partial) -> Step<Partial, Move> {
        while usize::from(partial.hand) < HANDS && self.takes(&partial).is_empty() {
            partial.hand += 1;
        }
        if usize::from(partial.hand) < HANDS {
            return Step::Partial(partial);
        }
        let mut layout = Layout { hands: partial.hands };
        if self.sorts() {
            layout.hands.sort_by_key(|&hand| std::cmp::Reverse(rank(hand, self.rules.showdown.rank).ok()));
        }
        Step::Complete(Move::Layout(layout))
    }
}

impl Rules {
    fn laying(&self, position: &Position) -> Option<Laying<'_>> {
        let seat = self.lays_out(position)?;
        Some(Laying { rules: self, pool: self.pool(position, seat) })
    }
}

impl<T: Turn> Encode for Buffet<T> {
    type Codec = BuffetCodec;
    type Partial = Partial;

    fn codec(rules: &Rules, view: Option<ActionView>) -> BuffetCodec {
        let mut board = SlideCodec::new::<u64, 4, T>(&rules.board, view);
        let cards = board.info.actions as u32;
        let mut info = board.info.clone();
        info.rows = info.rows.max(CARD_ROWS);
        info.cols = info.cols.max(CARD_COLS);
        board.info.cols = info.cols;
        board.set_points();
        let mut planes = PlaneList(info.planes);
        planes.add_for_seats(PlaneKind::Board, 2, "stones");
        for rank in floe_cards::Rank::ALL {
            planes.add(PlaneKind::Board, format!("card rank {}", rank.letter()));
        }
        for suit in floe_cards::Suit::ALL {
            planes.add(PlaneKind::Board, format!("card suit {}", suit.letter()));
        }
        planes.add_for_seats(PlaneKind::Cards, 2, "dealt");
        planes.add_for_seats(PlaneKind::Cards, 2, "pool");
        if rules.at_table {
            info.actions += Card::COUNT + 1;
            info.max_steps += rules.order().len() * (HANDS * 6);
            planes.add(PlaneKind::Constant, "laying out");
            planes.add(PlaneKind::Constant, "layouts/4");
            for hand in 1..=HANDS {
                planes.add_for_seats(PlaneKind::Cards, 2, &format!("laid out {hand}"));
            }
            (1..=HANDS).for_each(|hand| planes.add(PlaneKind::Cards, format!("picked hand {hand}")));
        }
        info.planes = planes.0;
        BuffetCodec { board, info, cards }
    }

    fn encoding(codec: &BuffetCodec) -> &Encoding {
        &codec.info
    }

    #[inline(always)]
    fn legal(
        codec: &BuffetCodec,
        rules: &Rules,
        position: &Position,
        partial: &Partial,
        out: &mut LegalActions,
    ) {
        out.clear();
        let Some(laying) = rules.laying(position) else {
            return codec.board.legal::<u64, 4, T>(&rules.board, &position.board, &partial.board, out);
        };
        let takes = laying.takes(partial).bits();
        (0..Card::COUNT as u32)
            .filter(|card| takes >> card & 1 == 1)
            .for_each(|card| out.push(codec.cards + card));
        if laying.closes(partial) {
            out.push(codec.done());
        }
    }

    #[inline(always)]
    fn step(
        codec: &BuffetCodec,
        rules: &Rules,
        position: &Position,
        partial: &Partial,
        action: u32,
    ) -> Step<Partial, Move> {
        let Some(laying) = rules.laying(position) else {
            return match codec.board.step::<u64, 4, T>(&rules.board, &position.board, &partial.board, action)
            {
                Step::Partial(board) => Step::Partial(Partial { board, ..*partial }),
                Step::Complete(action) => Step::Complete(Move::Board(action)),
            };
        };
        let mut next = *partial;
        match codec.card(action) {
            Some(card) => {
                next.hands[usize::from(partial.hand).min(HANDS - 1)].insert(card);
            }
            None => next.hand += 1,
        }
        laying.settle(next)
    }

    fn why_illegal(
        codec: &BuffetCodec,
        rules: &Rules,
        position: &Position,
        partial: &Partial,
        action: u32,
    ) -> Refusal {
        let Some(laying) = rules.laying(position) else {
            if action < codec.cards {
                return codec.board.why_illegal::<u64, 4, T>(
                    &rules.board,
                    &position.board,
                    &partial.board,
                    action,
                );
            }
            return Refusal::wrong_phase("hands are laid out when the board play is over");
        };
        let label = Self::label(codec, rules, action);
        let hand = usize::from(partial.hand) + 1;
        match codec.card(action) {
            Some(card) if !laying.pool.contains(card) => Refusal::card_not_held(format!(
                "{label}: hand {hand} uses {card}, not in the pool; use only cards of {}",
                laying.pool
            )),
            Some(card) if Laying::used(partial).contains(card) => {
                Refusal::illegal_move(format!("{label}: use a card in one hand only"))
            }
            Some(_) => Refusal::illegal_move(format!(
                "{label}: hand {hand} would be stronger than the one before it"
            )),
            None if action == codec.done() => Refusal::illegal_move(format!(
                "done: hand {hand} has {} cards; that is not a size the rules allow here",
                partial.hands[hand - 1].len()
            )),
            None => Refusal::wrong_phase(
                "lay out three hands, such as AS AD | KS KD QC | 7H; the word layout lays out the best",
            ),
        }
    }

    fn chance_outcomes(_: &BuffetCodec, _: &Rules, _: &Position, _: &Partial, _: &mut Vec<(u32, f64)>) {
        // Everything is dealt before the first move.
    }

    fn chance_step(
        _: &BuffetCodec,
        _: &Rules,
        _: &Position,
        partial: &Partial,
        _: u32,
    ) -> Step<Partial, Move> {
        Step::Partial(*partial)
    }

    fn steps_of(codec: &BuffetCodec, rules: &Rules, position: &Position, action: Move) -> Vec<u32> {
        let layout = match action {
            Move::Board(action) => {
                return codec.board.steps_of::<u64, 4, T>(&rules.board, &position.board, action);
            }
            Move::Layout(layout) => layout,
        };
        let (mut steps, mut partial) = (Vec::new(), Partial::default());
        if rules.laying(position).is_none() {
            return steps;
        }
        loop {
            let at = usize::from(partial.hand);
            let rest = layout.hands[at] - partial.hands[at];
            let action = match rest.iter().next() {
                Some(card) => codec.cards + u32::from(card.index()),
                None => codec.done(),
            };
            steps.push(action);
            match Self::step(codec, rules, position, &partial, action) {
                Step::Partial(next) => partial = next,
                Step::Complete(_) => return steps,
            }
        }
    }

    fn partial_text(rules: &Rules, _position: &Position, partial: &Partial) -> String {
        if *partial == (Partial { board: partial.board, ..Partial::default() }) {
            return partial_text(&rules.board, &partial.board);
        }
        let hands = &partial.hands[..=usize::from(partial.hand).min(HANDS - 1)];
        let texts: Vec<String> = hands.iter().map(|hand| hand.to_string()).collect();
        texts.join(" | ").trim_end().to_owned()
    }

    fn chance_text(_rules: &Rules, _position: &Position, _outcome: u32) -> String {
        String::new()
    }

    fn label(codec: &BuffetCodec, rules: &Rules, action: u32) -> String {
        match codec.card(action) {
            Some(card) => card.to_string(),
            None if action >= codec.cards => "done".into(),
            None => codec.board.label(&rules.board, action),
        }
    }

    /// A layout that lies face down afterwards is made in secret.
    fn visible_partial(rules: &Rules, position: &Position, partial: &Partial, viewer: Viewer) -> Partial {
        let Some(seat) = rules.lays_out(position) else { return *partial };
        match viewer {
            Viewer::Omniscient => *partial,
            Viewer::Seat(own) if own == seat => *partial,
            _ if rules.showdown.adjust == floe_cards::Adjust::Sealed => Partial::default(),
            _ => *partial,
        }
    }

    fn observe(
        codec: &BuffetCodec,
        rules: &Rules,
        position: &Position,
        partial: &Partial,
        seat: usize,
        out: &mut [f32],
    ) {
        let mut planes = PlaneWriter::new(&codec.info, out);
        let partial = Self::visible_partial(rules, position, partial, Viewer::Seat(seat));
        let laying = rules.lays_out(position);
        let actor = match Self::actor(rules, position) {
            Actor::Seat(seat) => Some(seat),
            _ => None,
        };
        codec.board.write_planes(&rules.board, &position.board, actor, &partial.board, seat, &mut planes);
        for other in relative(seat, 2) {
            planes.cells(&codec.board.points, position.stones[other]);
        }
        let cells = rules.board.plan.board.cells();
        let with = |wanted: &dyn Fn(Card) -> bool| -> u64 {
            (0..cells).filter(|&cell| wanted(position.cards[cell])).fold(0, |set, cell| set | 1 << cell)
        };
        for rank in floe_cards::Rank::ALL {
            planes.cells(&codec.board.points, with(&|card| card.rank() == rank));
        }
        for suit in floe_cards::Suit::ALL {
            planes.cells(&codec.board.points, with(&|card| card.suit() == suit));
        }
        relative(seat, 2).for_each(|other| planes.cards(position.hands[other]));
        relative(seat, 2).for_each(|other| planes.cards(rules.pool(position, other)));
        if rules.at_table {
            planes.constant(f32::from(u8::from(laying.is_some())));
            planes.constant(f32::from(position.layouts) / 4.0);
            for hand in 0..HANDS {
                for other in relative(seat, 2) {
                    let laid = rules.visible_layout(position, other, Viewer::Seat(seat)).unwrap_or_default();
                    planes.cards(laid.hands[hand]);
                }
            }
            partial.hands.iter().for_each(|&hand| planes.cards(hand));
        }
    }

    fn symmetries(codec: &BuffetCodec, rules: &Rules) -> Vec<Symmetry> {
        let mut symmetries = codec.board.symmetries(&rules.board.plan);
        for symmetry in &mut symmetries {
            symmetry.actions.extend(codec.cards..codec.info.actions as u32);
        }
        symmetries
    }
}
