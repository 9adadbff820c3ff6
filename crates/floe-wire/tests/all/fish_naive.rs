//! The harnesses against simple code that shares nothing with them: tiles in a grid, steps one by one, no pruning.

use floe_wire::fish::{xboard, xref, xstate, xstrategy, xtree};
use proptest::prelude::*;
use serde_json::{Value, json};

type Place = (i64, i64);

#[derive(Clone, Debug)]
struct Player {
    color: &'static str,
    score: i64,
    places: Vec<Place>,
    out: bool,
}

#[derive(Clone, Debug)]
struct Game {
    board: Vec<Vec<i64>>,
    players: Vec<Player>,
    turn: usize,
}

const COLORS: [&str; 4] = ["red", "white", "brown", "black"];

impl Game {
    fn fish(&self, (row, col): Place) -> i64 {
        let row = usize::try_from(row).ok().and_then(|row| self.board.get(row));
        row.and_then(|row| usize::try_from(col).ok().and_then(|col| row.get(col))).copied().unwrap_or(0)
    }

    fn free(&self, place: Place) -> bool {
        self.fish(place) > 0 && !self.players.iter().any(|player| player.places.contains(&place))
    }

    fn step((row, col): Place, way: usize) -> Place {
        let odd = row.rem_euclid(2);
        match way {
            0 => (row - 2, col),
            1 => (row - 1, col + odd),
            2 => (row + 1, col + odd),
            3 => (row + 2, col),
            4 => (row + 1, col - 1 + odd),
            _ => (row - 1, col - 1 + odd),
        }
    }

    fn reach(&self, from: Place) -> Vec<Place> {
        let mut reached = Vec::new();
        for way in 0..6 {
            let mut at = Game::step(from, way);
            while self.free(at) {
                reached.push(at);
                at = Game::step(at, way);
            }
        }
        reached
    }

    /// All moves of a player in the order in which ties are broken.
    fn moves(&self, player: usize) -> Vec<(Place, Place)> {
        let mut moves: Vec<(Place, Place)> = self.players[player]
            .places
            .iter()
            .flat_map(|&from| self.reach(from).into_iter().map(move |to| (from, to)))
            .collect();
        moves.sort_unstable();
        moves
    }

    fn after(&self, player: usize, (from, to): (Place, Place)) -> Game {
        let mut next = self.clone();
        next.players[player].score += next.fish(from);
        next.board[from.0 as usize][from.1 as usize] = 0;
        let penguin = next.players[player].places.iter_mut().find(|place| **place == from).unwrap();
        *penguin = to;
        next.turn = (player + 1) % next.players.len();
        next
    }

    fn mover(&self) -> Option<usize> {
        let seats = self.players.len();
        (0..seats).map(|step| (self.turn + step) % seats).find(|&player| !self.moves(player).is_empty())
    }

    fn value(&self, me: usize, turns: i64) -> i64 {
        let Some(mover) = self.mover().filter(|_| turns > 0) else { return self.players[me].score };
        let left = turns - i64::from(mover == me);
        let values = self.moves(mover).into_iter().map(|action| self.after(mover, action).value(me, left));
        if mover == me { values.max().unwrap() } else { values.min().unwrap() }
    }

    fn best(&self, me: usize, turns: i64) -> Option<(Place, Place)> {
        let mut best = None;
        for action in self.moves(me) {
            let value = self.after(me, action).value(me, turns - 1);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, action));
            }
        }
        best.map(|(_, action)| action)
    }

    fn json(&self) -> Value {
        let player =
            |player: &Player| json!({"color": player.color, "score": player.score, "places": player.places});
        json!({"players": self.players.iter().map(player).collect::<Vec<_>>(), "board": self.board})
    }
}

/// A board with holes, and penguins of two to four players on it.
fn games(most: usize) -> impl Strategy<Value = Game> {
    let board = proptest::collection::vec(proptest::collection::vec(0..=5i64, 1..4), 2..6);
    (board, 2..=4usize, any::<u64>()).prop_filter_map("room", move |(mut board, players, seed)| {
        let width = board.iter().map(Vec::len).max()?;
        board.iter_mut().for_each(|row| row.resize(width, 0));
        let mut tiles: Vec<Place> = Vec::new();
        for (row, line) in board.iter().enumerate() {
            tiles.extend(
                line.iter()
                    .enumerate()
                    .filter(|(_, fish)| **fish > 0)
                    .map(|(col, _)| (row as i64, col as i64)),
            );
        }
        let each = most.min(tiles.len() / players);
        let mut state = seed;
        let mut draw = |bound: usize| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize % bound
        };
        let mut game = Game { board, players: Vec::new(), turn: 0 };
        for color in &COLORS[..players] {
            let places = (0..each).map(|_| tiles.swap_remove(draw(tiles.len()))).collect();
            game.players.push(Player { color, score: draw(9) as i64, places, out: false });
        }
        (each > 0).then_some(game)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..Default::default() })]

    #[test]
    fn xboard_counts_tiles_in_straight_lines(mut game in games(1)) {
        let at = game.players[0].places[0];
        game.players.clear();
        let answer = xboard(&json!({"position": at, "board": game.board}).to_string()).unwrap();
        prop_assert_eq!(answer, json!(game.reach(at).len()));
    }

    #[test]
    fn xstate_takes_the_first_step(game in games(2)) {
        let from = game.players[0].places[0];
        let step = (0..6).map(|way| Game::step(from, way)).find(|&place| game.free(place));
        let expected = match step {
            None => json!(false),
            Some(to) => {
                let mut next = game.after(0, (from, to));
                next.players.rotate_left(1);
                next.json()
            }
        };
        prop_assert_eq!(xstate(&game.json().to_string()).unwrap(), expected);
    }

    #[test]
    fn xtree_answers_beside_the_move(game in games(2), pick: prop::sample::Index) {
        let moves = game.moves(0);
        prop_assume!(!moves.is_empty());
        let (from, to) = moves[pick.index(moves.len())];
        let next = game.after(0, (from, to));
        let mut penguins = next.players[1].places.clone();
        penguins.sort_unstable();
        let answer = (0..6).map(|way| Game::step(to, way)).find_map(|near| {
            penguins.iter().find(|&&place| next.reach(place).contains(&near)).map(|&place| (place, near))
        });
        let input = json!({"state": game.json(), "from": from, "to": to}).to_string();
        prop_assert_eq!(xtree(&input).unwrap(), answer.map_or(json!(false), |action| json!(action)));
    }

    #[test]
    fn xstrategy_finds_the_minimax_move(game in games(2), turns in 1..=2i64) {
        let answer = game.best(0, turns).map_or(json!(false), |action| json!(action));
        prop_assert_eq!(xstrategy(&json!([turns, game.json()]).to_string()).unwrap(), answer);
    }

    #[test]
    fn bad_input_is_refused_and_never_panics(text in ".{0,200}", junk in "[\\[\\]{}0-9,\":a-z]{0,120}") {
        for text in [text, junk] {
            for (_, harness) in floe_wire::fish::HARNESSES {
                prop_assert!(harness(&text).is_err());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..Default::default() })]

    #[test]
    fn xref_plays_the_standard_game(rows in 2..=4usize, cols in 2..=3usize, depths in proptest::collection::vec(1..=2i64, 2..=4), fish in 1..=5i64) {
        let players: Vec<Player> = COLORS[..depths.len()]
            .iter()
            .map(|color| Player { color, score: 0, places: Vec::new(), out: false })
            .collect();
        let mut game = Game { board: vec![vec![fish; cols]; rows], players, turn: 0 };
        // Zig-zag placement; a player who finds no tile is eliminated, and its penguins are removed.
        for _ in 0..6 - depths.len() {
            for player in 0..depths.len() {
                if game.players[player].out {
                    continue;
                }
                let tiles = (0..rows as i64).flat_map(|row| (0..cols as i64).map(move |col| (row, col)));
                match tiles.into_iter().find(|&place| game.free(place)) {
                    Some(place) => game.players[player].places.push(place),
                    None => {
                        game.players[player].out = true;
                        game.players[player].places.clear();
                    }
                }
            }
        }
        while let Some(mover) = game.mover() {
            let action = game.best(mover, depths[mover]).unwrap();
            game = game.after(mover, action);
        }
        let playing = || game.players.iter().enumerate().filter(|(_, player)| !player.out);
        let most = playing().map(|(_, player)| player.score).max();
        let mut names: Vec<String> =
            playing().filter(|(_, player)| Some(player.score) == most).map(|(seat, _)| format!("p{}", 9 - seat)).collect();
        names.sort_unstable();
        let named: Vec<Value> = depths.iter().enumerate().map(|(seat, depth)| json!([format!("p{}", 9 - seat), depth])).collect();
        let input = json!({"row": rows, "column": cols, "players": named, "fish": fish}).to_string();
        prop_assert_eq!(xref(&input).unwrap(), json!(names));
    }
}

#[test]
fn refusals_say_what_is_expected() {
    let refusal = |harness: floe_wire::fish::Harness, input: &str| harness(input).unwrap_err().to_string();
    for (harness, input, words) in [
        (
            xboard as floe_wire::fish::Harness,
            r#"{"position":[0,1],"board":[[1,0]]}"#,
            "[0,1] is not a tile of the board",
        ),
        (xboard, r#"{"position":[0,0],"board":[[9]]}"#, "board: a tile has 0 to 5 fish, not 9"),
        (xboard, r#"{"position":[0,0],"board":[[]]}"#, "board: the board has no cells"),
        (xstrategy, r#"[0,{"players":[],"board":[[1]]}]"#, "depth: 0 is not from 1 to 20"),
        (xstrategy, r#"[1,{"players":[],"board":[[1]]}]"#, "players: at least one player is needed"),
        (
            xstate,
            r#"{"players":[{"color":"red","score":0,"places":[[0,0],[0,0]]}],"board":[[1]]}"#,
            "places: two penguins stand on [0,0]",
        ),
        (
            xref,
            r#"{"row":2,"column":2,"players":[["a",1]],"fish":1}"#,
            "players: 1 of them; a game has 2 to 4",
        ),
        (
            xref,
            r#"{"row":1000000,"column":1000000,"players":[["a",1],["b",1]],"fish":1}"#,
            "board: the board has 16641 cells; the limit is 128",
        ),
    ] {
        assert_eq!(refusal(harness, input), words, "{input}");
    }
    let long = format!("[{}", " ".repeat(2 << 20));
    assert!(refusal(xboard, &long).contains("the limit is 1048576"));
    let big = json!({"position": [0, 0], "board": vec![vec![1; 20]; 20]}).to_string();
    assert_eq!(refusal(xboard, &big), "board: the board has 400 cells; the limit is 128");
}

#[test]
fn odd_states_are_answered() {
    for (input, answer) in [
        (r#"{"players":[],"board":[[1]]}"#, "false"),
        (r#"{"players":[{"color":"red","score":5000000000,"places":[]}],"board":[[1]]}"#, "false"),
        (
            r#"{"players":[{"color":"red","score":5000000000,"places":[[0,0]]}],"board":[[1],[],[4]]}"#,
            r#"{"players":[{"color":"red","score":5000000001,"places":[[2,0]]}],"board":[[0],[0],[4]]}"#,
        ),
    ] {
        assert_eq!(xstate(input).unwrap(), serde_json::from_str::<Value>(answer).unwrap(), "{input}");
    }
    let alone = r#"[2,{"players":[{"color":"red","score":0,"places":[[0,0]]}],"board":[[1],[0],[4]]}]"#;
    assert_eq!(xstrategy(alone).unwrap(), json!([[0, 0], [2, 0]]));
}
