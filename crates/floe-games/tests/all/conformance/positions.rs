//! Positions as text and JSON: at every ply of many games they round-trip.

use floe_games::registry::{Visitor, visit};
use floe_games::{Game, GameRng, Viewer, read_position};

use crate::common::{Case, Dice, cases, walk};

struct RoundTrips;

impl Visitor for RoundTrips {
    type Output = Result<(), String>;

    fn visit<G: Game>(self, rules: G::Rules) -> Self::Output {
        let mut dice = Dice::new(2);
        for seed in 0..20 {
            let start = G::start(&rules, &mut GameRng::from_seed(seed)).unwrap();
            let mut met = Vec::new();
            let end = walk::<G>(&rules, &start, &mut dice, |position, _, _| met.push(position.clone()));
            met.push(end);
            met.iter().try_for_each(|position| round_trip::<G>(&rules, position))?;
        }
        Ok(())
    }
}

fn round_trip<G: Game>(rules: &G::Rules, position: &G::Position) -> Result<(), String> {
    let text = G::position_text(rules, position, Viewer::Omniscient);
    let json = G::position_json(rules, position, Viewer::Omniscient).to_string();
    assert!(!text.contains('\n'), "a position is one line: {text}");
    for written in [text, json] {
        let read = read_position::<G>(rules, &written);
        if read.as_ref() != Ok(position) {
            return Err(format!("{written}\n  was {position:?}\n  is {read:?}"));
        }
    }
    Ok(())
}

#[test]
fn survive_a_round_trip() {
    let check = |case: Case| {
        visit(&case.set, RoundTrips).unwrap().err().map(|failures| format!("{}: {failures}", case.label))
    };
    let failures: Vec<String> = cases().into_iter().filter_map(check).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
