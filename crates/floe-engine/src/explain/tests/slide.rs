//! The sentences about boards.

use floe_board::Bits;
use floe_games::registry::{FamilyVisitor, visit};
use floe_games::slide::{Move, MoveKind, Phase, Rules, Slide, Turn};
use floe_games::switches::RuleSet;
use floe_games::{Actor, Game, GameRng, Viewer, buffet, montauk, standalone};

use super::naive::{Cells, Naive};
use super::{Kinds, number_after, numbers, rules};
use crate::explain::{explain, manifest_names};
use crate::{PositionView, Rng};

/// The maximum number of reachable open cells for which exact values are recomputed the slow way.
const SMALL: usize = 7;

struct Play<'a> {
    set: &'a RuleSet,
    seed: u64,
    kinds: &'a mut Kinds,
}

impl FamilyVisitor for Play<'_> {
    type Output = ();

    fn slide<B: Bits, const H: usize, T: Turn>(self, rules: Rules<B, H>) {
        let (mut chance, mut rng) = (GameRng::from_seed(self.seed), Rng::new(self.seed));
        let mut position = Slide::<B, H, T>::start(&rules, &mut chance).unwrap();
        loop {
            let action = match Slide::<B, H, T>::actor(&rules, &position) {
                Actor::Nobody => break,
                Actor::Chance => Slide::<B, H, T>::sample_chance(&rules, &position, &mut chance),
                Actor::Seat(seat) => {
                    let mut moves = Vec::new();
                    Slide::<B, H, T>::moves(&rules, &position, &mut moves);
                    let some: Vec<Move> =
                        (0..4).map(|_| moves[rng.below(moves.len() as u32) as usize]).collect();
                    let texts: Vec<String> =
                        some.iter().map(|&action| Slide::<B, H, T>::move_text(&rules, action)).collect();
                    let text = Slide::<B, H, T>::position_text(&rules, &position, Viewer::Seat(seat));
                    let view = PositionView { position: &text, hidden: false };
                    let sentences = explain(self.set, view, &texts, &manifest_names(self.set)).unwrap();
                    for (&action, sentences) in some.iter().zip(&sentences) {
                        assert!((1..=4).contains(&sentences.len()), "{text}: {action:?}: {sentences:?}");
                        let mut after = position;
                        Slide::<B, H, T>::apply(&rules, &mut after, action);
                        for sentence in sentences {
                            let outcome = Slide::<B, H, T>::outcome(&rules, &after);
                            let case = Case {
                                before: Naive::new(&rules, &position),
                                after: Naive::new(&rules, &after),
                                action: action.kind(),
                                seat,
                                names: rules.summary().terms.seats,
                                plain: !rules.shoots::<T>() && !rules.spans::<T>(),
                                result: outcome.map(|outcome| (outcome.winners, outcome.scores)),
                                moving: after.phase() == Phase::Move,
                            };
                            let kind = case.check(sentence);
                            let kind = kind
                                .unwrap_or_else(|| panic!("{text}: {action:?}: '{sentence}' is not true"));
                            *self.kinds.entry(kind).or_default() += 1;
                        }
                    }
                    some[0]
                }
            };
            Slide::<B, H, T>::apply(&rules, &mut position, action);
        }
    }

    fn buffet<T: Turn>(self, _: buffet::Rules) {}
    fn montauk(self, _: montauk::Rules) {}
    fn standalone(self, _: standalone::Rules) {}
}

pub(super) struct Case<'a> {
    pub before: Naive<'a>,
    pub after: Naive<'a>,
    pub action: MoveKind,
    pub seat: usize,
    pub names: [&'static str; 4],
    pub plain: bool,
    pub result: Option<(Vec<usize>, Vec<i64>)>,
    pub moving: bool,
}

fn cells(one: &Cells, other: &Cells) -> Cells {
    one.intersection(other).copied().collect()
}

fn less(one: &Cells, other: &Cells) -> Cells {
    one.difference(other).copied().collect()
}

impl Case<'_> {
    /// The kind of a sentence that is true, `None` for one that is not or is not known.
    pub fn check(&self, sentence: &str) -> Option<&'static str> {
        let (before, after, seat) = (&self.before, &self.after, self.seat);
        let cell_of = |sentence: &str, from: &str, to: &str| {
            let name = sentence.strip_prefix(from)?.strip_suffix(to)?;
            before.board.cell(name.rsplit(' ').next()?)
        };
        if let MoveKind::Lay(fish, cell) = self.action {
            let near = cells(&before.near(cell), &before.open);
            if sentence.starts_with("leaves ") {
                return (numbers(sentence)[0] as usize == before.near(cell).len() - near.len())
                    .then_some("beside");
            }
            let place = self.place_fits(sentence, &Cells::from([cell]));
            let stated = numbers(sentence);
            let next_to = if near.is_empty() {
                vec![u32::from(fish)]
            } else {
                vec![u32::from(fish), before.sum(&near)]
            };
            return (place && stated == next_to).then_some("lay");
        }
        if let Some(number) = number_after(sentence, "claims ").or(number_after(sentence, "scores ")) {
            return (after.scores[seat] - before.scores[seat] == number).then_some("takes");
        }
        if sentence.starts_with("removes the ") {
            return matches!(self.action, MoveKind::Retire(_)).then_some("retire");
        }
        if sentence.starts_with("ends the game") {
            let (winners, scores) = self.result.as_ref()?;
            let named = winners.iter().all(|&winner| sentence.contains(self.names[winner]));
            let shown: Vec<String> = scores.iter().map(i64::to_string).collect();
            let scored = before.set.get("score") != "fish" || sentence.ends_with(&shown.join(" : "));
            return (named && scored).then_some("ends");
        }
        if let Some(cell) = cell_of(sentence, "leaves ", " by its only exit") {
            let from =
                matches!(self.action, MoveKind::Slide(from, _) | MoveKind::Shoot(from, _, _) if from == cell);
            return (from && before.ways(cell) == 1).then_some("escape");
        }
        if let Some(cell) = cell_of(sentence, "keeps the only exit of ", " open") {
            let own = before.own[seat].contains(&cell) && after.own[seat].contains(&cell);
            let open = cells(&cells(&before.near(cell), &before.open), &after.open);
            return (own && before.ways(cell) == 1 && open.len() == 1).then_some("keeps open");
        }
        if let Some(cell) = cell_of(sentence, "traps its own ", "") {
            let own = after.own[seat].contains(&cell) && before.own[seat].contains(&cell);
            return (own && before.ways(cell) > 0 && after.ways(cell) == 0).then_some("traps own");
        }
        if let Some(cell) = cell_of(sentence, "traps the ", "") {
            let other = !after.own[seat].contains(&cell);
            return (other && before.ways(cell) > 0 && after.ways(cell) == 0).then_some("traps");
        }
        if let Some(number) = number_after(sentence, "cuts off ") {
            let lost = less(&before.others(seat), &after.others(seat));
            let cut = cells(&cells(&lost, &after.reach(seat)), &after.open);
            return (self.amount(&cut) == number && self.place_fits(sentence, &cut)).then_some("cuts off");
        }
        if let Some(number) = number_after(sentence, "gives up ") {
            let lost = less(&before.reach(seat), &after.reach(seat));
            let given = cells(&cells(&lost, &after.others(seat)), &after.open);
            return (self.amount(&given) == number && self.place_fits(sentence, &given))
                .then_some("gives up");
        }
        if let Some(number) = number_after(sentence, "reaches ") {
            let (now, was) = (after.first(seat), before.first(seat));
            let stated = numbers(sentence);
            let fish = sentence.contains("with ") || sentence.contains("worth ");
            let change = (now.len() as i64 - was.len() as i64).unsigned_abs() as u32;
            let mut expected = vec![now.len() as u32];
            expected.extend(fish.then(|| after.sum(&now)));
            let more = now.len() > was.len();
            if sentence.contains("before") {
                expected.push(change);
                if more != sentence.contains("more than before") {
                    return None;
                }
            }
            return (number as usize == now.len() && stated == expected).then_some("first");
        }
        if let Some(rest) = sentence.strip_prefix("stands ") {
            let MoveKind::Place(cell) = self.action else { return None };
            let near = cells(&before.near(cell), &before.open);
            let right = if before.set.get("claim") == "none" { near.len() as u32 } else { before.sum(&near) };
            return (numbers(rest) == [right]).then_some("stands");
        }
        if let Some(rest) = sentence.strip_prefix("can go to ") {
            let MoveKind::Place(cell) = self.action else { return None };
            let slides = before.slides(cell);
            let mut expected = vec![slides.len() as u32];
            if before.set.get("claim") != "none" {
                expected.push(before.sum(&slides));
            }
            return (numbers(rest) == expected).then_some("goes");
        }
        if sentence == "the only legal move" {
            return (self.action == MoveKind::Pass).then_some("pass");
        }
        self.check_mobility(sentence).or_else(|| self.check_exact(sentence))
    }

    fn check_mobility(&self, sentence: &str) -> Option<&'static str> {
        let mut rest = sentence.strip_prefix("leaves ")?;
        let mut stated = Vec::new();
        for (seat, name) in self.names.iter().enumerate() {
            if let Some(at) = rest.find(name) {
                stated.push((seat, numbers(&rest[at + name.len()..])[0]));
                rest = &rest[at + name.len()..];
            }
        }
        let right = stated.iter().all(|&(seat, number)| {
            let slides = self.after.own[seat].iter().map(|&cell| self.after.slides(cell));
            let retire = self.after.set.get("retire_stuck") == true;
            let own = match self.plain {
                true => slides
                    .map(|slides| if retire { slides.len().max(1) } else { slides.len() })
                    .sum::<usize>(),
                false => slides.flatten().collect::<Cells>().len(),
            };
            own == number as usize
        });
        (self.moving && right && !stated.is_empty()).then_some("mobility")
    }

    fn check_exact(&self, sentence: &str) -> Option<&'static str> {
        let (before, after, seat) = (&self.before, &self.after, self.seat);
        if !sentence.contains("exact") {
            return None;
        }
        let small = |naive: &Naive<'_>, seat: usize| naive.reach(seat).len() <= SMALL;
        if !(0..after.own.len()).all(|seat| {
            small(after, seat) && small(before, seat) || !sentence.contains("collects") && small(after, seat)
        }) {
            return Some("exact, too large to check");
        }
        let moves = before.set.get("score") == "last_mover";
        let total = |naive: &Naive<'_>, seat: usize| {
            naive.alone(&naive.own[seat]) + if moves { 0 } else { naive.scores[seat] }
        };
        let apart = |naive: &Naive<'_>| {
            (0..naive.own.len())
                .all(|seat| cells(&naive.walk(&naive.own[seat]), &naive.others(seat)).is_empty())
        };
        if sentence.starts_with("separates the sides") {
            let list = sentence.split(": ").nth(1)?;
            let stated: Vec<u32> = list.split(", ").map(|one| *numbers(one).last().unwrap()).collect();
            let right: Vec<u32> = (0..after.own.len()).map(|seat| total(after, seat)).collect();
            return (apart(after) && !apart(before) && stated == right).then_some("parts");
        }
        if let Some(rest) = sentence.strip_prefix("collects everything it can: ") {
            let right = total(after, seat);
            return (numbers(rest)[0] == right && total(before, seat) == right).then_some("gets all");
        }
        if let Some(rest) = sentence.strip_prefix("wastes no moves: ") {
            let right = total(after, seat);
            return (numbers(rest)[0] == right && total(before, seat) == right + 1).then_some("keeps moves");
        }
        if let Some(rest) = sentence.strip_prefix("wastes ") {
            let wasted = total(before, seat) - total(after, seat) - u32::from(moves);
            return (numbers(rest)[0] == wasted && wasted > 0).then_some("wastes");
        }
        let (MoveKind::Slide(from, _) | MoveKind::Shoot(from, _, _)) = self.action else { return None };
        let mut zone = before.walk(&Cells::from([from]));
        if !before.holes {
            zone.insert(from);
        }
        let near_zone = |cell: &usize| zone.contains(cell) || !cells(&after.near(*cell), &zone).is_empty();
        let get = |seat: usize| after.alone(&after.own[seat].iter().copied().filter(near_zone).collect());
        let (mine, theirs) = (get(seat), get(1 - seat));
        let stated = numbers(sentence);
        let right = match () {
            _ if sentence.starts_with("wins the ") => {
                mine > theirs && stated == [mine - theirs, mine, theirs]
            }
            _ if sentence.starts_with("loses the ") => {
                mine < theirs && stated == [theirs - mine, mine, theirs]
            }
            _ => sentence.starts_with("shares the ") && mine == theirs && stated == [mine],
        };
        (right && self.place_fits(sentence, &zone)).then_some("region")
    }

    /// Squares where there are no fish, otherwise fish.
    fn amount(&self, cells: &Cells) -> u32 {
        match self.after.set.get("claim") == "none" {
            true => cells.len() as u32,
            false => self.after.sum(cells),
        }
    }

    /// Does the middle of the cells lie where the sentence says?
    fn place_fits(&self, sentence: &str, cells: &Cells) -> bool {
        let (down, across) = self.before.middle(cells);
        let side = |part: f64, low: &str, high: &str| match (sentence.contains(low), sentence.contains(high))
        {
            (true, false) => part < 0.34,
            (false, true) => part > 0.66,
            (false, false) => (0.33..=0.67).contains(&part),
            (true, true) => false,
        };
        side(down, "top", "bottom") && side(across, " left", " right")
    }
}

fn play(kinds: &mut Kinds, game: &str, rule_args: &str, games: u64) {
    let set = rules(game, rule_args);
    for seed in 0..games {
        visit(&set, Play { set: &set, seed, kinds }).unwrap();
    }
}

#[test]
fn every_sentence_about_a_board_is_true() {
    let mut kinds = Kinds::new();
    play(&mut kinds, "amazons", "rows=4,cols=4,pieces=1,start=a2 | d3", 40);
    play(&mut kinds, "amazons", "6x6", 2);
    play(&mut kinds, "penguins", "", 4);
    play(&mut kinds, "penguins", "slides,players=3", 1);
    play(&mut kinds, "fish", "rows=4,cols=3,pieces=2", 20);
    play(&mut kinds, "fish", "wild,players=4", 4);
    play(&mut kinds, "amazon-penguins", "rows=4,cols=4,pieces=1", 10);
    play(&mut kinds, "amazon-penguins", "rows=4,cols=4,pieces=2,lay=alternate", 2);
    play(&mut kinds, "paper-penguins", "rows=4,cols=5,pieces=2", 20);
    play(&mut kinds, "paper-penguins", "rows=6,cols=6,retire_stuck=true,lay=alternate", 2);
    for kind in [
        "lay",
        "beside",
        "takes",
        "retire",
        "ends",
        "escape",
        "keeps open",
        "traps own",
        "traps",
        "cuts off",
        "gives up",
        "first",
        "stands",
        "goes",
        "mobility",
        "parts",
        "gets all",
        "keeps moves",
        "wastes",
        "region",
    ] {
        assert!(
            kinds.get(kind).is_some_and(|&count| count > 2),
            "{kind} occurred and was checked: {kinds:?}"
        );
    }
}

/// A position so small that the sentences can be checked by eye.
#[test]
fn a_cut_is_explained() {
    let set = rules("penguins", "layout=1 2 3 1 2 1,pieces=1,place_on=any");
    let view = PositionView { position: "1A2312B1 move 0 0,0 0,0", hidden: false };
    let sentences = explain(&set, view, &["a2-a4".to_owned()], &manifest_names(&set)).unwrap();
    assert_eq!(
        sentences[0],
        [
            "cuts off 3 fish in the centre",
            "claims 2 fish immediately",
            "reaches 1 cell with 3 fish first",
            "leaves the first player 2 moves, the second player 1",
        ]
    );
    let refused = explain(&set, view, &["a2-a6".to_owned()], &manifest_names(&set));
    assert!(refused.is_err(), "an illegal move has no explanation");
}
