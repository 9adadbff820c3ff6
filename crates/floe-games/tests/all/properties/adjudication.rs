//! A game stopped by agreement ends as it would have with best play: checked on boards so small that every continuation
//! can be tried.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use floe_games::registry::{Visitor, visit};
use floe_games::{Action, Actor, Budget, Game, GameRng, Viewer};
use serde_json::Value;

use crate::common::{Case, Dice, table, walk};

/// Positions visited before a case is given up as too big.
const PATIENCE: usize = 30_000;

/// Fish and cells of each seat at the end.
type Totals = Vec<(i64, i64)>;

struct Stops {
    games: u64,
}

impl Visitor for Stops {
    /// How many positions were checked, or what was wrong.
    type Output = Result<usize, String>;

    fn visit<G: Game>(self, rules: G::Rules) -> Self::Output {
        let mut dice = Dice::new(10);
        let mut checked = 0;
        for seed in 0..self.games {
            let start = G::start(&rules, &mut GameRng::from_seed(seed)).unwrap();
            let mut met = Vec::new();
            walk::<G>(&rules, &start, &mut dice, |position, _, _| met.push(position.clone()));
            for position in met {
                let Ok(outcome) = G::adjudicate(&rules, &position, Budget::default()) else { continue };
                let played = if G::rule_set(&rules).get("score") == "last_mover" {
                    let mut seen = HashMap::new();
                    winner::<G>(&rules, &position, &mut seen).map(|seat| (vec![seat], None))
                } else {
                    let mut seen = HashMap::new();
                    best::<G>(&rules, &position, &mut seen).map(|totals| {
                        let scores: Vec<i64> = totals.iter().map(|total| total.0).collect();
                        (most::<G>(&rules, &position, &totals), Some(scores))
                    })
                };
                let Some((winners, scores)) = played else { continue };
                if outcome.winners != winners
                    || scores.as_ref().is_some_and(|scores| *scores != outcome.scores)
                {
                    let text = G::position_text(&rules, &position, Viewer::Omniscient);
                    return Err(format!("{text}: stopped {outcome:?}, played on {winners:?} {scores:?}"));
                }
                checked += 1;
            }
        }
        Ok(checked)
    }
}

/// The maximum each seat can end with, whatever the others do: they cannot reach it.
fn best<G: Game>(
    rules: &G::Rules,
    position: &G::Position,
    seen: &mut HashMap<G::Position, Totals>,
) -> Option<Totals> {
    if let Some(totals) = seen.get(position) {
        return Some(totals.clone());
    }
    if seen.len() > PATIENCE {
        return None;
    }
    if G::actor(rules, position) == Actor::Nobody {
        return Some(totals::<G>(rules, position));
    }
    let mut moves = Vec::new();
    G::moves(rules, position, &mut moves);
    let mut all = vec![(0, 0); G::seats(rules)];
    for action in moves {
        let mut next = position.clone();
        G::apply(rules, &mut next, action);
        let totals = best::<G>(rules, &next, seen)?;
        all.iter_mut().zip(totals).for_each(|(best, total)| *best = total.max(*best));
    }
    seen.insert(position.clone(), all.clone());
    Some(all)
}

fn totals<G: Game>(rules: &G::Rules, end: &G::Position) -> Totals {
    let json = G::position_json(rules, end, Viewer::Omniscient);
    let under = G::rule_set(rules).get("claim_under") == true;
    let spots = || {
        json["board"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|row| row.as_array().unwrap())
            .filter_map(Value::as_str)
    };
    let scores = G::outcome(rules, end).unwrap().scores;
    let tiles = (0..scores.len()).map(|seat| {
        let letter = char::from(b'A' + seat as u8);
        let stands = |mark: &&str| mark.starts_with(letter) && !mark.ends_with('0');
        json["tiles"][seat].as_i64().unwrap() + if under { spots().filter(stands).count() as i64 } else { 0 }
    });
    scores.iter().copied().zip(tiles).collect()
}

fn most<G: Game>(rules: &G::Rules, position: &G::Position, totals: &Totals) -> Vec<usize> {
    let out = &G::position_json(rules, position, Viewer::Omniscient)["out"];
    let plays = |seat: &usize| !out.as_array().is_some_and(|out| out.contains(&(*seat).into()));
    let split = G::rule_set(rules).get("ties") == "tiles";
    let value = |seat: usize| (totals[seat].0, if split { totals[seat].1 } else { 0 });
    let top = (0..totals.len()).filter(plays).map(value).max();
    (0..totals.len()).filter(plays).filter(|&seat| Some(value(seat)) == top).collect()
}

/// Which of two players makes the last move when both play for it.
fn winner<G: Game>(
    rules: &G::Rules,
    position: &G::Position,
    seen: &mut HashMap<G::Position, usize>,
) -> Option<usize> {
    let Actor::Seat(seat) = G::actor(rules, position) else {
        return G::outcome(rules, position)?.winners.first().copied();
    };
    if let Some(&winner) = seen.get(position) {
        return Some(winner);
    }
    if seen.len() > PATIENCE {
        return None;
    }
    let mut moves = Vec::new();
    G::moves(rules, position, &mut moves);
    let mut wins = 1 - seat;
    for action in moves {
        let mut next = position.clone();
        G::apply(rules, &mut next, action);
        if winner::<G>(rules, &next, seen)? == seat {
            wins = seat;
            break;
        }
    }
    seen.insert(position.clone(), wins);
    Some(wins)
}

#[test]
fn of_every_game_agrees_with_playing_on() {
    for (game, rules) in [
        ("amazons", "rows=4,cols=4"),
        ("amazons", "rows=3,cols=6,start=a1 a3 | f1 f3"),
        ("penguins", "rows=4,cols=4,pieces=2"),
        ("penguins", "rows=3,cols=5,pieces=1,players=3"),
        ("fish", "rows=4,cols=3,players=2,pieces=2,fish=random:5"),
        ("fish", "rows=3,cols=5,players=4,pieces=1"),
        ("amazon-penguins", "rows=3,cols=4,pieces=1"),
        ("amazon-penguins", "topology=hex,rows=3,cols=4,pieces=2"),
        ("paper-penguins", "rows=4,cols=4,pieces=2"),
        ("paper-penguins", "rows=3,cols=5,pieces=2,retire_stuck=true"),
    ] {
        let checked = visit(&Case::new(game, rules).set, Stops { games: 1_500 }).unwrap();
        assert!(checked.as_ref().is_ok_and(|&checked| checked > 10), "{game} {rules}: {checked:?}");
    }
}

#[test]
fn of_house_rules_agrees_with_playing_on() {
    let mut failures = Vec::new();
    for mix in [
        "block=left,claim=left",
        "block=left,claim=reached",
        "block=left,claim=shot",
        "block=shot,claim=left",
        "block=shot,claim=reached",
        "block=shot,claim=shot",
        "block=claimed,claim=left",
        "block=claimed,claim=shot",
    ] {
        for score in [
            "score=fish",
            "score=fish,claim_under=false",
            "score=last_mover",
            "score=last_mover,end=last_mover",
        ] {
            let rules = format!("topology=square,rows=3,cols=4,pieces=1,place_on=any,{mix},{score}");
            if let Err(what) = visit(&Case::new("penguins", &rules).set, Stops { games: 300 }).unwrap() {
                failures.push(format!("{mix},{score}: {what}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A board of two unconnected halves, each with pieces of one seat and some ice missing.
fn halves(size: usize, gone: usize, pieces: usize, dice: &mut Dice) -> String {
    let mark = |row: usize, dice: &mut Dice| {
        let piece = if row < size / 2 { "A1" } else { "B1" };
        match dice.below(100) {
            // Two rows: on Fish's hexes a line goes from each row to the next but one.
            _ if row / 2 == size / 4 => "0",
            n if n < gone => "0",
            n if n < gone + pieces => piece,
            _ => dice.pick(&["1", "1", "1", "2", "2", "3"]),
        }
    };
    let rows: Vec<String> = (0..size).map(|row| (0..size).map(|_| mark(row, dice)).collect()).collect();
    format!("position {} move 0 0,0 0,0", rows.join("/"))
}

/// However wide and ragged the separated regions are, there is an answer: an exact one, or that none can be computed.
#[test]
fn of_wide_boards_is_answered_soon() {
    let mut dice = Dice::new(11);
    for (game, rules) in [
        ("paper-penguins", "rows=11,cols=11"),
        ("amazon-penguins", "rows=11,cols=11"),
        ("penguins", "topology=square,rows=11,cols=11"),
        ("fish", "rows=11,cols=11"),
        ("amazons", "rows=11,cols=11,start=a1 | a2,end=nobody_moves,claim=left"),
    ] {
        for (gone, pieces) in (0..20).map(|n| (5 + n * 2, 1 + n % 3)) {
            let from = halves(11, gone, pieces, &mut dice);
            let Ok(mut table) = table(game, rules, &from) else { continue };
            let began = Instant::now();
            let answer = table.act(0, Action::OfferStop);
            let took = began.elapsed();
            assert!(took < Duration::from_secs(15), "{game} {rules}; {from}: {took:?} to say {answer:?}");
        }
    }
}

/// A record may hold thousands of offers in the same position: answering one again must cost next to nothing.
#[test]
fn of_a_position_is_not_computed_again_and_again() {
    let hard = "position 22111112212/31121211111/30322113322/02121A112211/00000000000/00000000000/01111112001/\
                22111221100/11B121113201/12312222112/231301B11021 move 0 0,0 0,0";
    let mut table = table("fish", "rows=11,cols=11", hard).unwrap();
    let began = Instant::now();
    for offers in 1..=1_000 {
        table.act(0, Action::OfferStop).unwrap();
        table.act(1, Action::Refuse).unwrap();
        assert!(began.elapsed() < Duration::from_secs(8), "{offers} offers took {:?}", began.elapsed());
    }
}
