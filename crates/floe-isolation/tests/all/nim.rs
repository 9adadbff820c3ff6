//! A game for two to four without a board, for what Isolation does not need: more seats, a drawing as text, chance.

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use floe_engine::{FrozenTimer, Level, Limits, PositionView, SearchControl, ignore_progress, new_engine};
use floe_games::manifest::{Look, Manifest, Seat};
use floe_games::registry::{Family, add, find};
use floe_games::standalone::StandaloneGame;
use floe_games::switches::{RuleSet, Switch, SwitchKind, parse_rule_args};
use floe_games::{
    Action, Actor, EndReason, Event, Game, GameRng, Outcome, Record, Refusal, Start, Table, Viewer, open,
    trace,
};
use serde_json::{Value, json};

static MANIFEST: Manifest = Manifest {
    name: "Nim",
    about: "Take one to three sticks; the player who takes the last one wins.",
    look: Look::Paper,
    seats: &[
        Seat { name: "Ann", label: "Ann", colour: "light" },
        Seat { name: "Bob", label: "Bob", colour: "dark" },
        Seat { name: "Cid", label: "Cid", colour: "amber" },
        Seat { name: "Dee", label: "Dee", colour: "mint" },
    ],
    piece: "stick",
    main_switches: &["players"],
    ..Manifest::new("nim", Family::standalone::<Nim>())
};

pub fn nim() -> &'static Manifest {
    static GAME: LazyLock<&Manifest> = LazyLock::new(|| {
        add(&MANIFEST).unwrap();
        find("nim").unwrap()
    });
    *GAME
}

#[derive(Debug)]
struct Nim;

#[derive(Debug)]
struct Rules {
    set: RuleSet,
    players: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Position {
    /// None before chance has said how many there are.
    sticks: Option<u8>,
    turn: u8,
    taken: Vec<u8>,
    out: Vec<bool>,
}

impl Position {
    fn pass_on(&mut self) {
        let seats = self.out.len() as u8;
        let next =
            (1..=seats).map(|step| (self.turn + step) % seats).find(|&seat| !self.out[usize::from(seat)]);
        self.turn = next.unwrap_or(self.turn);
    }

    fn over(&self) -> bool {
        self.sticks == Some(0) || self.out.iter().filter(|out| !**out).count() < 2
    }
}

impl StandaloneGame for Nim {
    const SWITCHES: &'static [Switch] =
        &[Switch { name: "players", default: "3", kind: SwitchKind::Number(2, 4), about: "How many play." }];

    fn new_rules(set: &RuleSet) -> Result<Rules, Refusal> {
        Ok(Rules { set: set.clone(), players: set.get("players").as_u64().unwrap_or(0) as u8 })
    }
}

impl Game for Nim {
    type Rules = Rules;
    type Position = Position;
    type Move = u64;

    fn rule_set(rules: &Rules) -> &RuleSet {
        &rules.set
    }
    fn seats(rules: &Rules) -> usize {
        rules.players.into()
    }
    fn start(rules: &Rules, _chance: &mut GameRng) -> Result<Position, Refusal> {
        let players = usize::from(rules.players);
        Ok(Position { sticks: None, turn: 0, taken: vec![0; players], out: vec![false; players] })
    }
    fn actor(_rules: &Rules, position: &Position) -> Actor {
        match position.sticks {
            _ if position.over() => Actor::Nobody,
            None => Actor::Chance,
            Some(_) => Actor::Seat(position.turn.into()),
        }
    }
    fn moves(_rules: &Rules, position: &Position, out: &mut Vec<u64>) {
        match position.sticks {
            _ if position.over() => {}
            None => out.extend(9..=16),
            Some(left) => out.extend(1..=u64::from(left.min(3))),
        }
    }
    fn check(rules: &Rules, position: &Position, action: u64) -> Result<(), Refusal> {
        let mut moves = Vec::new();
        Self::moves(rules, position, &mut moves);
        match moves.contains(&action) {
            true => Ok(()),
            false => Err(Refusal::illegal_move(format!("{action}: that many sticks cannot be taken"))),
        }
    }
    fn apply(_rules: &Rules, position: &mut Position, action: u64) {
        match position.sticks {
            None => position.sticks = Some(action as u8),
            Some(left) => {
                position.sticks = Some(left - action as u8);
                position.taken[usize::from(position.turn)] += action as u8;
                if left != action as u8 {
                    position.pass_on();
                }
            }
        }
    }
    fn scores(_rules: &Rules, position: &Position) -> Vec<i64> {
        position.taken.iter().map(|&taken| taken.into()).collect()
    }
    fn outcome(rules: &Rules, position: &Position) -> Option<Outcome> {
        let end = EndReason::Other { text: "no stick is left".into() };
        let scores = Self::scores(rules, position);
        position
            .over()
            .then(|| Outcome::new(vec![position.turn.into()], scores, end, &|seat| format!("seat {seat}")))
    }
    fn eliminate(_rules: &Rules, position: &mut Position, seat: usize) {
        position.out[seat] = true;
        if usize::from(position.turn) == seat {
            position.pass_on();
        }
    }
    fn plays(_rules: &Rules, position: &Position, seat: usize) -> bool {
        !position.out[seat]
    }
    fn phase(_rules: &Rules, position: &Position) -> &'static str {
        if position.over() { "over" } else { "take" }
    }
    fn move_text(_rules: &Rules, action: u64) -> String {
        action.to_string()
    }
    fn parse_move(_rules: &Rules, _position: &Position, text: &str) -> Result<u64, Refusal> {
        text.parse().map_err(|_| Refusal::unreadable_move("a move is the number of sticks to take"))
    }
    fn position_text(_rules: &Rules, position: &Position, _viewer: Viewer) -> String {
        json!([position.sticks, position.turn, position.taken, position.out]).to_string()
    }
    fn parse_position(rules: &Rules, text: &str) -> Result<Position, Refusal> {
        let (sticks, turn, taken, out): (Option<u8>, u8, Vec<u8>, Vec<bool>) =
            serde_json::from_str(text).map_err(|error| Refusal::invalid_position(error.to_string()))?;
        let players = usize::from(rules.players);
        if turn >= rules.players || taken.len() != players || out.len() != players {
            return Err(Refusal::invalid_position("that is a position of other players"));
        }
        Ok(Position { sticks, turn, taken, out })
    }
    fn position_json(rules: &Rules, position: &Position, viewer: Viewer) -> Value {
        json!({"position": Self::position_text(rules, position, viewer)})
    }
    fn parse_position_json(rules: &Rules, json: &Value) -> Result<Position, Refusal> {
        Self::parse_position(rules, json["position"].as_str().unwrap_or_default())
    }
    fn start_json(_rules: &Rules, _position: &Position) -> Value {
        json!({})
    }
    fn picture(_rules: &Rules, position: &Position, _viewer: Viewer) -> String {
        format!("sticks: {}\n", "|".repeat(position.sticks.unwrap_or(0).into()))
    }
}

pub fn rules(text: &str) -> RuleSet {
    nim().rules(&parse_rule_args(text).unwrap()).unwrap()
}

fn table(rules: &RuleSet, seed: u64) -> Box<dyn Table> {
    let mut table = open(rules, Start::Seed(seed)).unwrap();
    table.roll(&mut GameRng::in_game(seed)).unwrap();
    table
}

#[test]
fn chance_is_recorded_and_read_back() {
    assert!(table(&rules(""), 0).has_chance());
    let mut lines = Vec::new();
    let mut choose = |_: &dyn Table, legal: &[String]| legal[legal.len() / 2].clone();
    let played = trace::play(&rules("players=4"), 3, &mut choose, &mut |line| lines.push(line)).unwrap();
    assert_eq!(lines[1]["event"], "chance");
    let text: Vec<String> = lines.iter().map(Value::to_string).collect();
    let record = &trace::records(&text.join("\n")).unwrap()[0];
    assert_eq!(record.replay().unwrap().result(), played.result());
    let mut again = open(&rules("players=4"), Start::Seed(3)).unwrap();
    for wrong in
        [json!({}), json!({"event": "chance", "outcome": "99"}), json!({"event": "chance", "outcome": 9})]
    {
        assert!(again.apply_event(&Event::Chance(wrong)).is_err());
    }
    let record = Record::from_table(&*played, Viewer::Omniscient);
    assert_eq!(Record::parse(&record.to_text()).unwrap(), record);
}

#[test]
fn among_three_a_player_leaves_and_the_others_play_on() {
    let mut table = table(&rules(""), 1);
    table.act(0, Action::Resign).unwrap();
    assert_eq!((table.actor(), table.is_active(0)), (Actor::Seat(1), false));
    table.act(2, Action::Eliminate).unwrap();
    assert_eq!(table.result().unwrap().winners, [1]);
}

#[test]
fn the_engine_plays_with_three_by_playouts() {
    for players in [2, 3, 4] {
        let rules = rules(&format!("players={players}"));
        for level in [Level::Random, Level::Greedy, Level::Number(1), Level::Number(6), Level::Max] {
            let mut table = table(&rules, 5);
            let mut engine = new_engine(&rules, level, 2).unwrap();
            while let Actor::Seat(seat) = table.actor() {
                let position = table.position_text(Viewer::Omniscient);
                let stop = AtomicBool::new(false);
                let control =
                    SearchControl { timer: &FrozenTimer, stop: &stop, on_progress: &ignore_progress };
                let limits = Limits { nodes: Some(2_000), ..Limits::default() };
                let view = PositionView { position: &position, hidden: false };
                let analysis = engine.think(view, &limits, &control).unwrap();
                let left: Vec<String> = table.legal_moves();
                if level == Level::Max && left.len() == 3 && position.starts_with("[3,") {
                    assert_eq!(analysis.best, "3", "it takes the last sticks");
                }
                table.play(seat, &analysis.best).unwrap();
            }
            assert_eq!(table.result().unwrap().winners.len(), 1);
        }
    }
}
