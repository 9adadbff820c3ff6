//! Random matches under all kinds of switches: every guarantee of a game holds at every step.

use super::*;

/// Switches of which each value comes at least once.
const MIXES: &[&str] = &[
    "",
    "decks=2",
    "rank_match=face",
    "rank_match=face,decks=2,stack_spends=false",
    "reshuffle=1",
    "reshuffle=short",
    "reshuffle=short,rounds=9",
    "reshuffle=short,decks=2,rounds=5,bear_off=backgammon",
    "tie_lead=random,next_lead=alternate",
    "tie_lead=alternate,next_lead=fixed",
    "bear_off=backgammon",
    "bear_off=backgammon,must_spend=true,stack_spends=false",
    "must_spend=true",
    "stack_spends=false",
    "nulls=win_only",
    "nulls=off,scoring=race",
    "scoring=pips",
    "scoring=pips,stack_spends=false,bear_off=backgammon",
    "scoring=race,tie=extra_round",
    "per_pyramid=0,first_home=0,per_null=0,tie=extra_round,rounds=1",
    "per_pyramid=3,first_home=7,per_null=-5",
    "reroll_equal=true,tie=extra_round",
];

/// Plays a match and passes on every position with the move that is about to be made.
fn walk(rules: &Rules, seed: u64, mut look: impl FnMut(&Position, Move)) -> Position {
    let mut chance = GameRng::from_seed(seed);
    let mut position = Montauk::start(rules, &mut chance).unwrap();
    let mut moves = Vec::new();
    while Montauk::actor(rules, &position) != Actor::Nobody {
        let action = random_move(rules, &position, &mut moves, &mut chance);
        look(&position, action);
        Montauk::apply(rules, &mut position, action);
    }
    position
}

fn mixed(seed: u64) -> Rules {
    let mix = MIXES[seed as usize % MIXES.len()];
    let rounds = if mix.contains("rounds") { String::new() } else { format!("rounds={},", 2 + seed % 2) };
    rules(&format!("{rounds}{mix}"))
}

fn all_cards(position: &Position) -> Cards {
    let table = [position.led, position.followed, position.extra].into_iter().flatten().collect();
    [
        position.hands[0],
        position.hands[1],
        position.pile,
        position.seen,
        position.unseen[0],
        position.unseen[1],
    ]
    .into_iter()
    .fold(table, Cards::plus)
}

fn check_position(rules: &Rules, position: &Position) {
    let text = Montauk::position_text(rules, position, Viewer::Omniscient);
    assert_eq!(Montauk::parse_position(rules, &text).as_ref(), Ok(position), "{text}");
    let json = Montauk::position_json(rules, position, Viewer::Omniscient);
    assert_eq!(Montauk::parse_position_json(rules, &json).as_ref(), Ok(position), "{json}");
    let json: Value = serde_json::from_str(&json.to_string()).unwrap();
    assert_eq!(Montauk::parse_position_json(rules, &json).as_ref(), Ok(position), "{json}");

    assert_eq!(all_cards(position), Cards::decks(rules.decks));
    let places = [position.hands[0].len(), position.hands[1].len(), position.pile.len(), position.seen.len()];
    let table = [position.led, position.followed, position.extra].iter().flatten().count();
    let unseen = position.unseen[0].len() + position.unseen[1].len();
    assert_eq!(places.iter().sum::<usize>() + table + unseen, 52 * usize::from(rules.decks));
}

fn check_moves(rules: &Rules, position: &Position, made: Move) {
    let mut moves = Vec::new();
    Montauk::moves(rules, position, &mut moves);
    assert_eq!(Montauk::count(rules, position), moves.len() as u64);
    assert!(moves.is_sorted_by(|one, other| one < other), "{moves:?}");
    Montauk::check(rules, position, made).unwrap();
    if Montauk::actor(rules, position) == Actor::Chance {
        let event = Montauk::chance_event(rules, made);
        assert_eq!(Montauk::parse_chance(rules, position, &event), Ok(made), "{event}");
        assert!(moves.is_empty() || moves.contains(&made));
        return;
    }
    for &action in &moves {
        let text = Montauk::move_text(rules, action);
        assert_eq!(Montauk::parse_move(rules, position, &text), Ok(action), "{text}");
        Montauk::check(rules, position, action).unwrap();
    }
    // Nothing else is legal, except naming a smaller pyramid than the one that would move.
    let spends = (1..=6).flat_map(|from| (0..6).map(move |to| Spend { from, to, named: None }));
    let named = spends.clone().flat_map(|spend| {
        let all = (0..2).flat_map(|seat| (0..6).map(move |index| NamedSpend { seat, index }));
        all.map(move |named| Spend { named: Some(named), ..spend })
    });
    for spend in named {
        let unnamed = Move::Spend(Spend { named: None, ..spend });
        assert!(Montauk::check(rules, position, Move::Spend(spend)).is_err() || moves.contains(&unnamed));
    }
    let cards = floe_cards::Card::all().map(Move::Play);
    for action in spends.map(Move::Spend).chain(cards).chain([Move::Pass]) {
        let listed = moves.contains(&action);
        assert_eq!(Montauk::check(rules, position, action).is_ok(), listed, "{action:?} in {position:?}");
    }
}

#[test]
fn positions_and_moves_of_random_matches() {
    for seed in 0..220 {
        let rules = mixed(seed);
        let end = walk(&rules, seed, |position, action| {
            check_position(&rules, position);
            check_moves(&rules, position, action);
            assert_eq!(Montauk::outcome(&rules, position), None);
            for viewer in [Viewer::Seat(0), Viewer::Seat(1), Viewer::Spectator, Viewer::Omniscient] {
                let picture = Montauk::picture(&rules, position, viewer);
                assert!(picture.lines().all(|line| line.chars().count() <= 80), "{picture}");
            }
        });
        check_position(&rules, &end);
        assert!(Montauk::outcome(&rules, &end).is_some());
        assert_eq!(Montauk::count(&rules, &end), 0);
    }
}

/// What a viewer sees does not change when everything it cannot see does.
#[test]
fn views_of_twins_are_equal() {
    let viewers = [Viewer::Seat(0), Viewer::Seat(1), Viewer::Spectator, Viewer::Omniscient];
    let mut dice = GameRng::from_seed(99);
    let (mut looked, mut differed) = (0, 0);
    for seed in 1000..1110 {
        let rules = mixed(seed);
        walk(&rules, seed, |position, _| {
            for viewer in viewers {
                let twin = Montauk::resample_hidden(&rules, position, viewer, &mut dice);
                check_position(&rules, &twin);
                let view = |position: &Position| {
                    (
                        Montauk::position_text(&rules, position, viewer),
                        Montauk::position_json(&rules, position, viewer).to_string(),
                        Montauk::picture(&rules, position, viewer),
                        (Montauk::actor(&rules, position), Montauk::phase(&rules, position)),
                        Montauk::scores(&rules, position),
                    )
                };
                assert_eq!(view(position), view(&twin), "{viewer:?}");
                looked += 1;
                differed += u32::from(*position != twin);
                if viewer == Viewer::Omniscient {
                    assert_eq!(*position, twin);
                } else {
                    let masked = Montauk::position_text(&rules, position, viewer);
                    assert!(Montauk::parse_position(&rules, &masked).is_err());
                    let masked = Montauk::position_json(&rules, position, viewer);
                    assert!(Montauk::parse_position_json(&rules, &masked).is_err());
                }
            }
        });
    }
    assert!(looked > 20_000 && differed > looked / 4, "{looked} {differed}");
}

/// Every position that is accepted can be viewed and played to its end.
#[test]
fn damaged_positions_are_refused_or_playable() {
    let mut dice = GameRng::from_seed(12);
    let (mut read, mut refused) = (0, 0);
    for seed in 2000..2066 {
        let rules = mixed(seed);
        let mut texts = Vec::new();
        walk(&rules, seed, |position, _| {
            texts.push(Montauk::position_text(&rules, position, Viewer::Omniscient));
        });
        for _ in 0..400 {
            let mut below = |bound: usize| dice.below(bound as u32) as usize;
            let one = texts[below(texts.len())].clone();
            let mut fields: Vec<&str> = one.split(' ').collect();
            let other: Vec<&str> = texts[below(texts.len())].split(' ').collect();
            for _ in 0..1 + below(2) {
                // A field of another position, or one with a character changed.
                let at = below(fields.len());
                fields[at] = other[at.min(other.len() - 1)];
            }
            let mut text = fields.join(" ").into_bytes();
            if below(2) == 0 {
                let at = below(text.len());
                text[at] = b"0123456789-,/?nASHDC= "[below(22)];
            }
            let text = String::from_utf8(text).unwrap();
            match Montauk::parse_position(&rules, &text) {
                Err(_) => refused += 1,
                Ok(mut position) => {
                    read += 1;
                    let mut moves = Vec::new();
                    while Montauk::actor(&rules, &position) != Actor::Nobody {
                        let twin =
                            Montauk::resample_hidden(&rules, &position, Viewer::Seat(read % 2), &mut dice);
                        assert_eq!(all_cards(&twin), Cards::decks(rules.decks), "{text}");
                        let action = random_move(&rules, &position, &mut moves, &mut dice);
                        Montauk::check(&rules, &position, action).unwrap();
                        Montauk::apply(&rules, &mut position, action);
                    }
                    check_position(&rules, &position);
                }
            }
        }
    }
    assert!(read > 1000 && refused > 1000, "{read} {refused}");
}

/// The full log of a match replays to the same bytes, in JSON and as text.
#[test]
fn records_replay() {
    for seed in 0..22 {
        let rules = mixed(seed);
        let mut player = GameRng::for_player(seed);
        let mut lines = String::new();
        let mut choose =
            |_: &dyn crate::Table, legal: &[String]| legal[player.below(legal.len() as u32) as usize].clone();
        let table =
            crate::trace::play(&rules.set, seed, &mut choose, &mut |line| lines += &format!("{line}\n"));
        let table = table.unwrap();
        let record = crate::Record::from_table(&*table, Viewer::Omniscient);
        assert_eq!(crate::trace::records(&lines).unwrap()[0].events, record.events);
        record.replay().unwrap();
        let text = record.to_text();
        assert_eq!(crate::Record::parse(&text).unwrap(), record);
    }
}

#[test]
fn the_odds_of_random_play() {
    // Over random matches the follower wins 61.9% of tricks, and an extra card comes about 2.1 times in six tricks.
    let rules = rules("bear_off=any");
    let (mut tricks, mut followers, mut draws) = (0u32, 0u32, 0u32);
    for seed in 0..300 {
        walk(&rules, seed, |position, action| {
            if let (Phase::Follow, Move::Play(card)) = (position.phase, action) {
                tricks += 1;
                followers += u32::from(!Trick::new(position.led.unwrap(), card).leader_wins);
            }
            draws += u32::from(matches!(action, Move::Draw(_)));
        });
    }
    let (followers, draws) = (f64::from(followers) / f64::from(tricks), f64::from(draws) / f64::from(tricks));
    assert!((0.605..0.633).contains(&followers), "{followers}");
    assert!((0.33..0.37).contains(&draws), "{draws}");
}
