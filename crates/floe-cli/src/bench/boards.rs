//! Board games: counting, random games, minimax.

use std::time::{Duration, Instant};

use floe_board::Bits;
use floe_engine::playout::{Sampling, play_out};
use floe_engine::{Rng, perft};
use floe_games::registry::{self, Visitor, visit};
use floe_games::slide::{Position, Rules, Shooting, Slide};
use floe_games::{Game, GameRng, Refusal};
use floe_wire::fish::xstrategy;
use serde_json::{Value, json};

use super::Figure;

const PENGUINS: &str = "2r112r20 32311132 r23332r0 3322211b b2322320 2b211b23 12213330 22212222";

pub(super) fn amazons_perft(threads: usize) -> Result<Figure, Refusal> {
    count("amazons", "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w", 3, threads, 8_350_439_170)
}

pub(super) fn paper_perft() -> Result<Figure, Refusal> {
    let rules = registry::find("paper-penguins")?.default_rules();
    let mut table = floe_games::open(&rules, floe_games::Start::Seed(0))?;
    for (ply, action) in "c3 f3 f7 b1 h2 d8 c8 e3".split(' ').enumerate() {
        table.play(ply % 2, action)?;
    }
    count("paper-penguins", &table.position_text(floe_games::Viewer::Omniscient), 4, 1, 22_619_251)
}

pub(super) fn count(
    game: &str,
    position: &str,
    depth: u32,
    threads: usize,
    expected: u64,
) -> Result<Figure, Refusal> {
    let rules = registry::find(game)?.default_rules();
    let began = Instant::now();
    let divided = perft::count(&rules, position, depth, threads, &|_| {})?;
    let took = began.elapsed();
    let total: u64 = divided.iter().map(|(_, count)| count).sum();
    if total != expected {
        return Err(Refusal::invalid_request(format!(
            "{game} to depth {depth} counts {total}, not {expected}: the kernel is broken"
        )));
    }
    Ok(Figure::new(total as f64, "leaves", took))
}

/// Plays random games for about two seconds.
pub(super) fn random_amazons(draw: Sampling) -> Result<Figure, Refusal> {
    struct PlayRandom(Sampling);
    impl Visitor for PlayRandom {
        type Output = Result<Figure, Refusal>;
        fn visit<G: Game>(self, rules: G::Rules) -> Self::Output {
            let rules: &dyn std::any::Any = &rules;
            match rules.downcast_ref::<Rules<u128, 4>>() {
                Some(rules) => random_games(rules, self.0),
                None => Err(Refusal::invalid_request("Amazons on 10x10 has 100 squares")),
            }
        }
    }
    visit(&registry::find("amazons")?.default_rules(), PlayRandom(draw))?
}

pub(super) fn random_games<B: Bits>(rules: &Rules<B, 4>, draw: Sampling) -> Result<Figure, Refusal> {
    let start: Position<B> = Slide::<B, 4, Shooting>::start(rules, &mut GameRng::from_seed(0))?;
    let mut rng = Rng::new(1);
    let (began, mut games) = (Instant::now(), 0u64);
    while began.elapsed() < Duration::from_secs(2) {
        for _ in 0..1000 {
            play_out::<B, 4, Shooting>(rules, &mut start.clone(), draw, &mut rng);
            games += 1;
        }
    }
    Ok(Figure::new(games as f64, "games", began.elapsed()))
}

pub(super) fn xstrategy_on_5x5() -> Result<Figure, Refusal> {
    let colors = ["red", "white", "brown", "black"];
    let places = [[[0, 0], [1, 4]], [[0, 1], [1, 3]], [[0, 2], [1, 2]], [[0, 3], [1, 1]]];
    let players: Vec<Value> = colors
        .iter()
        .zip(places)
        .map(|(color, places)| json!({"color": color, "score": 0, "places": places}))
        .collect();
    let input = json!([2, {"players": players, "board": vec![vec![2; 5]; 5]}]).to_string();
    let began = Instant::now();
    let times = 20;
    for _ in 0..times {
        xstrategy(&input)?;
    }
    Ok(Figure::new(f64::from(times), "moves", began.elapsed()))
}

pub(super) fn penguins_perft() -> Result<Figure, Refusal> {
    count("penguins", PENGUINS, 5, 1, 188_903_111)
}
