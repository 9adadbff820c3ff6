//! Views are tight: of two full states that look the same to a viewer, everything that viewer is sent is identical.
//!
//! Twins are made by resampling what the viewer cannot see, set up as separate tables and played on: position, drawing,
//! log, record, scores and refusals are compared, before and after the next move.

use floe_games::registry::{Visitor, visit};
use floe_games::switches::{RuleSet, parse_rule_args};
use floe_games::{Actor, Game, GameRng, Record, Start, Table, Viewer, open, registry};

/// Everything a viewer can get out of a table, including refusals.
fn sent(table: &mut dyn Table, viewer: Viewer) -> Vec<String> {
    let mut sent = vec![
        table.position_text(viewer),
        table.position_json(viewer).to_string(),
        table.picture(viewer),
        serde_json::json!(table.insight(viewer, table.result().as_ref())).to_string(),
        Record::from_table(table, viewer).to_json().to_string(),
        Record::from_table(table, viewer).to_text(),
        format!("{:?} {} {:?} {:?}", table.actor(), table.phase(), table.scores(), table.result()),
    ];
    if let Viewer::Seat(seat) = viewer {
        if table.actor() == Actor::Seat(seat) {
            sent.push(table.legal_moves().join(" "));
            sent.push(format!("{}", table.legal_count()));
            // The layout that the engine would choose is a hint.
            sent.push(format!("{:?}", table.canonical_move("layout")));
        }
        for text in ["KS", "2C", "pass", "6-1", "3-off", "AS | KS | QS", "nonsense", "a1-a2"] {
            // A player not to act learns that and nothing else; the player to act tries illegal moves.
            let mut copy = table.fork();
            sent.push(format!("{:?}", copy.play(seat, text)));
            if table.actor() != Actor::Seat(seat) {
                sent.push(copy.position_text(viewer));
            }
        }
    }
    sent
}

struct Twins<'a> {
    set: &'a RuleSet,
    seed: u64,
}

impl Visitor for Twins<'_> {
    type Output = usize;

    /// Plays a game and compares twins at every step; returns how many pairs differed in something hidden.
    fn visit<G: Game>(self, rules: G::Rules) -> usize {
        let (mut chance, mut player) = (GameRng::in_game(self.seed), GameRng::for_player(self.seed));
        let mut position = G::start(&rules, &mut GameRng::from_seed(self.seed)).unwrap();
        let mut pairs = 0;
        loop {
            for viewer in [Viewer::Seat(0), Viewer::Seat(1), Viewer::Spectator] {
                let twin = G::resample_hidden(&rules, &position, viewer, &mut player);
                if twin == position {
                    continue;
                }
                pairs += 1;
                let mut tables = [&position, &twin].map(|position| {
                    let text = G::position_text(&rules, position, Viewer::Omniscient);
                    open(self.set, Start::Position(&text)).unwrap()
                });
                let before = tables.each_mut().map(|table| sent(&mut **table, viewer));
                assert_eq!(before[0], before[1], "{:?} {viewer:?}", self.set.game);
                // What the viewer chooses is the same; what others choose face down may differ.
                let Actor::Seat(seat) = tables[0].actor() else { continue };
                let mine = Viewer::Seat(seat) == viewer;
                // The follower's card turns the leader's up, the second sealed layout the first.
                let turns_up = matches!(tables[0].phase(), "follow" | "layout");
                if turns_up || !mine && tables[0].phase() != "lead" {
                    continue;
                }
                for table in &mut tables {
                    let legal = table.legal_moves();
                    table.play(seat, &legal[0]).unwrap();
                }
                let after = tables.each_mut().map(|table| sent(&mut **table, viewer));
                assert_eq!(after[0], after[1], "{:?} {viewer:?} after a move", self.set.game);
            }
            let action = match G::actor(&rules, &position) {
                Actor::Nobody => return pairs,
                Actor::Chance => G::sample_chance(&rules, &position, &mut chance),
                Actor::Seat(_) => {
                    let mut moves = Vec::new();
                    G::moves(&rules, &position, &mut moves);
                    moves[player.below(moves.len() as u32) as usize]
                }
            };
            G::apply(&rules, &mut position, action);
        }
    }
}

fn twins(game: &str, rules: &str, seeds: std::ops::Range<u64>) -> usize {
    let set = registry::find(game).unwrap().rules(&parse_rule_args(rules).unwrap()).unwrap();
    seeds.map(|seed| visit(&set, Twins { set: &set, seed }).unwrap()).sum()
}

#[test]
fn montauk_shows_nothing_that_a_viewer_may_not_know() {
    let mut pairs = 0;
    for (at, rules) in [
        "rounds=3",
        "rounds=2,decks=2",
        "rounds=6,reshuffle=short",
        "rounds=2,scoring=pips,stack_spends=false",
        "rounds=2,bear_off=backgammon,must_spend=true,nulls=off",
        "rounds=3,rank_match=face,next_lead=alternate",
    ]
    .iter()
    .enumerate()
    {
        let seeds = 100 * at as u64..100 * at as u64 + 18;
        pairs += twins("montauk", rules, seeds);
    }
    assert!(pairs >= 10_000, "{pairs} pairs differed in something hidden");
}

#[test]
fn a_face_down_layout_is_shown_to_no_one() {
    let rules = "showdown=table,adjust=sealed";
    let pairs = twins("penguin-buffet", rules, 0..40) + twins("amazonian-buffet", rules, 0..40);
    assert!(pairs >= 40, "{pairs} pairs differed in something hidden");
}
