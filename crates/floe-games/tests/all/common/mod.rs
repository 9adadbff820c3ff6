//! What several suites share: every rule set under test, a random generator, and random games.

use floe_games::switches::{RuleArg, RuleSet, SwitchKind, parse_rule_args};
use floe_games::{Actor, Game, GameRng, Refusal, Start, Table, open, registry};
use floe_naive::Naive;
use serde_json::{Value, json};

/// A rule set and what to call it when it fails.
pub struct Case {
    pub label: String,
    pub set: RuleSet,
}

impl Case {
    pub fn new(game: &str, rules: &str) -> Case {
        Case { label: format!("{game} {rules}"), set: set(game, rules) }
    }

    pub fn open(&self, seed: u64) -> Box<dyn Table> {
        open(&self.set, Start::Seed(seed)).unwrap_or_else(|refusal| panic!("{}: {refusal}", self.label))
    }
}

/// The rules of a game with rule arguments applied.
pub fn set(game: &str, rules: &str) -> RuleSet {
    let entry = registry::find(game).unwrap();
    entry
        .rules(&parse_rule_args(rules).unwrap())
        .unwrap_or_else(|refusal| panic!("{game} {rules}: {refusal}"))
}

/// A table as data files describe it: `start`, `position …` or `moves …`.
pub fn table(game: &str, rules: &str, from: &str) -> Result<Box<dyn Table>, Refusal> {
    let rules = set(game, rules);
    let mut table = match from.strip_prefix("position ") {
        Some(position) => open(&rules, Start::Position(position))?,
        None => open(&rules, Start::Seed(1))?,
    };
    for text in from.strip_prefix("moves ").unwrap_or_default().split_whitespace() {
        let Actor::Seat(seat) = table.actor() else { panic!("{game} {rules:?}: no seat to play {text}") };
        table.play(seat, text)?;
    }
    Ok(table)
}

/// Every registered game with its default rules.
pub fn games() -> Vec<Case> {
    registry::GAMES.iter().map(|entry| Case::new(entry.id, "")).collect()
}

/// Every variant of every game.
pub fn variants() -> Vec<Case> {
    let named =
        |entry: &'static floe_games::Manifest| entry.variants.iter().map(|v| Case::new(entry.id, v.name));
    registry::GAMES.iter().flat_map(named).collect()
}

/// Rule sets that use every value of every switch, from the list that the differential test plays.
pub fn house_rules() -> Vec<Case> {
    let lines = include_str!("../data/differential.txt").lines();
    lines
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| {
            let mut fields = line.splitn(3, ' ');
            let (game, rules) = (fields.next().unwrap(), fields.nth(1).unwrap_or(""));
            Case::new(game, rules)
        })
        .collect()
}

/// The buffets with one switch changed at a time, where the rules accept it.
pub fn turned() -> Vec<Case> {
    let mut cases = Vec::new();
    for entry in registry::GAMES.iter().filter(|entry| entry.default_rules().get("score") == "poker") {
        for switch in entry.switches() {
            let words: Vec<Value> = match switch.kind {
                SwitchKind::Choice(words) => words.iter().map(|word| json!(word)).collect(),
                SwitchKind::Flag => vec![json!(true), json!(false)],
                _ => Vec::new(),
            };
            for value in words.iter().filter(|value| *value != entry.default_rules().get(switch.name)) {
                let set = entry.rules(&[RuleArg::Set(switch.name.into(), value.clone())]).unwrap();
                if open(&set, Start::Seed(0)).is_ok() {
                    cases.push(Case { label: format!("{} {}={value}", entry.id, switch.name), set });
                }
            }
        }
    }
    cases
}

/// All of them.
pub fn cases() -> Vec<Case> {
    games().into_iter().chain(variants()).chain(house_rules()).chain(turned()).collect()
}

/// SplitMix64: small, fast, the same everywhere, and independent of the games.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

/// Plays a game at random by its types. `look` is called with each position and its moves before one is made; returns
/// the last position.
pub fn walk<G: Game>(
    rules: &G::Rules,
    start: &G::Position,
    dice: &mut Dice,
    mut look: impl FnMut(&G::Position, &[G::Move], G::Move),
) -> G::Position {
    let mut position = start.clone();
    let mut moves = Vec::new();
    let mut plies = 0;
    let mut chance = GameRng::in_game(dice.below(1 << 30) as u64);
    while G::actor(rules, &position) != Actor::Nobody {
        moves.clear();
        G::moves(rules, &position, &mut moves);
        // Outcomes of chance are listed only where they are few.
        let action = if G::actor(rules, &position) == Actor::Chance {
            G::sample_chance(rules, &position, &mut chance)
        } else {
            assert!(!moves.is_empty(), "a seat acts but has no move: {position:?}");
            dice.pick(&moves)
        };
        look(&position, &moves, action);
        G::apply(rules, &mut position, action);
        plies += 1;
        assert!(plies < floe_games::MAX_EVENTS, "a game without end");
    }
    position
}

/// Makes one random move at a table, or lets chance act; returns whether there was anything to do.
pub fn step(table: &mut dyn Table, dice: &mut Dice, chance: &mut GameRng) -> bool {
    match table.actor() {
        Actor::Nobody => return false,
        Actor::Chance => drop(table.roll(chance).unwrap()),
        Actor::Seat(seat) => {
            let legal = table.legal_moves();
            table.play(seat, &legal[dice.below(legal.len())]).unwrap();
        }
    }
    true
}

/// The same game by the second implementation, brought to where the table stands.
pub fn naive(table: &dyn Table) -> Naive {
    let mut start = json!({"rules": table.rules().to_json(), "seats": table.seats()});
    let Value::Object(more) = table.start_json() else { unreachable!("a start is an object") };
    more.into_iter().for_each(|(name, value)| start[name] = value);
    let mut naive = Naive::from_start(&start).unwrap();
    for event in table.events(floe_games::Viewer::Omniscient) {
        match event {
            floe_games::Event::Move { text: Some(text), .. } => naive.play(&text).unwrap(),
            floe_games::Event::Chance(event) => naive.event(&event).unwrap(),
            other => unreachable!("{other:?} is not for the second implementation"),
        }
    }
    naive
}
