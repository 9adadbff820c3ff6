//! Games, rules, and complete games played through the calls.

use floe_games::{Actor, Event, GameRng, MAX_EVENTS, RefusalKind, Start, Viewer, registry};
use serde_json::{Value, json};

use crate::{GAMES, ask, grown, open, play_on, refused, refused_kind, see};

#[test]
fn games_are_those_of_the_registry() {
    let games = ask("games", json!({}));
    let ids: Vec<&str> = games.as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect();
    let house: Vec<&str> = registry::GAMES.iter().map(|entry| entry.id).collect();
    assert_eq!(ids, house);
    assert_eq!(games[0], registry::GAMES[0].to_json());
}

#[test]
fn rules_are_parsed_as_on_the_server() {
    let usual = ask("rules", json!({"game": "penguins"}));
    assert_eq!((&usual["house_rules"], &usual["seats"]), (&json!(false), &json!(2)));
    let house = ask("rules", json!({"game": "penguins", "rules": {"rows": 6, "players": 3}}));
    assert_eq!((&house["house_rules"], &house["seats"]), (&json!(true), &json!(3)));
    assert_eq!(house["rules"]["rows"], 6);
    let variant = ask("rules", json!({"game": "paper-penguins", "rules": "small"}));
    assert_eq!(variant["house_rules"], true);
    let large = refused("rules", json!({"game": "penguins", "rules": {"rows": 99}}));
    assert!(large.starts_with("a hex board of 99 rows"), "{large}");
    let wrong = refused("rules", json!({"game": "penguins", "rules": {"lay": "often"}}));
    assert!(wrong.starts_with("lay cannot be \"often\"; expected"), "{wrong}");
    assert!(refused("rules", json!({"game": "chess"})).starts_with("unknown game 'chess'"));
    assert!(refused("rules", json!({"game": "fish", "rules": 7})).starts_with("rules are an object"));
}

/// Plays through the calls and at a table in parallel, to the end.
#[test]
fn complete_games_match_the_table() {
    for game in GAMES {
        let rules = registry::find(game).unwrap().default_rules();
        let mut table = floe_games::open(&rules, Start::Seed(11)).unwrap();
        let mut chance = GameRng::in_game(11);
        let mut log = open(game);
        for number in 0..MAX_EVENTS {
            while table.actor() == Actor::Chance {
                table.roll(&mut chance).unwrap();
            }
            let seen = see(&log, json!("all"));
            assert_eq!(seen["state"], table.position_json(Viewer::Omniscient), "{game}");
            assert_eq!(seen["position"], table.position_text(Viewer::Omniscient), "{game}");
            assert_eq!(seen["events"], json!(table.events(Viewer::Omniscient)), "{game}");
            assert_eq!(seen["scores"], json!(table.scores()), "{game}");
            assert_eq!(seen["phase"], table.phase(), "{game}");
            assert_eq!(seen["legal"], json!(table.legal_moves()), "{game}");
            let Actor::Seat(seat) = table.actor() else { break };
            assert_eq!(seen["actor"], seat, "{game}");
            let legal = table.legal_moves();
            let choice = &legal[number * 7919 % legal.len()];
            table.play(seat, choice).unwrap();
            // One call makes the move and shows what came of it, as a view of the longer log does.
            let args = json!({"log": log, "seat": seat, "move": choice, "ms": 5, "viewer": "all"});
            let answer = ask("play", args);
            let before = log["events"].as_array().unwrap().len();
            let mut snapshot = answer["snapshot"].clone();
            assert_eq!(snapshot["from"], before, "{game}");
            assert_eq!(snapshot["events"], answer["tail"], "{game}");
            log = grown(log, &answer);
            (snapshot["from"], snapshot["events"]) = (json!(0), log["events"].clone());
            let view = see(&log, json!("all"));
            assert_eq!(snapshot, view, "{game}");
            table.note_time(5);
        }
        let seen = see(&log, Value::Null);
        assert_eq!(seen["result"], json!(table.result()), "{game}");
        assert!(seen["result"].is_object() && seen["actor"].is_null(), "{game} is over");
    }
}

#[test]
fn a_game_can_be_viewed_at_any_event() {
    for game in GAMES {
        let log = play_on(open(game), 12);
        let events = log["events"].as_array().unwrap().len();
        for upto in [events, 0, events / 2, events - 1, events] {
            let mut short = log.clone();
            short["events"].as_array_mut().unwrap().truncate(upto);
            let seen = ask("view", json!({"log": log, "viewer": "all", "upto": upto}));
            assert_eq!(seen, see(&short, json!("all")), "{game} after {upto} events");
        }
    }
}

#[test]
fn chance_continues_where_it_stopped() {
    // Taken back and played again, the same cards come.
    let log = play_on(open("montauk"), 40);
    let mut short = log.clone();
    let events = short["events"].as_array_mut().unwrap();
    let last_move = events.iter().rposition(|event| event.get("move").is_some()).unwrap();
    let played = events[last_move].clone();
    events.truncate(last_move);
    let answer = ask("play", json!({"log": short, "seat": played["by"], "move": played["move"]}));
    let again = grown(short, &answer);
    assert_eq!(again, log);
    // They are those of the seed.
    let record = ask("export", json!({"log": log, "format": "json"}));
    let record = floe_games::Record::parse(record["text"].as_str().unwrap()).unwrap();
    assert!(record.events.iter().filter(|event| matches!(event, Event::Chance(_))).count() > 3);
    assert!(floe_games::fair::verify(&record).unwrap().message().contains("come from seed 11"));
}

#[test]
fn positions_are_opened() {
    let at = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w";
    let log = ask("open", json!({"game": "amazons", "position": at}));
    assert_eq!(see(&log, Value::Null)["legal"], json!([]), "spectators choose nothing");
    assert_eq!(see(&log, json!(0))["legal"].as_array().unwrap().len(), 2176);
    // A smaller board is recognised from the position.
    let log = ask("open", json!({"game": "amazons", "position": "q4q/6/6/6/6/Q4Q w"}));
    assert_eq!(log["rules"]["rows"], 6);
    assert!(refused("open", json!({"game": "amazons", "position": "nonsense"})).starts_with("position: "));
}

#[test]
fn moves_get_canonical_notation_or_the_error_of_the_rules() {
    let log = open("amazons");
    assert_eq!(ask("canonical", json!({"log": log, "move": "d1d7,d7g7"}))["move"], "d1-d7/g7");
    let words = refused("play", json!({"log": log, "seat": 1, "move": "d10-d5/a5"}));
    assert_eq!(words, "'d10-d5/a5': it is not seat 1's turn");
    assert!(refused("canonical", json!({"log": log, "move": "d1-e9/a1"})).contains("d1-e9/a1"));
}

#[test]
fn players_resign_and_stop_by_agreement() {
    let log = open("amazons");
    let over = grown(log.clone(), &ask("act", json!({"log": log, "seat": 0, "action": "resign"})));
    assert_eq!(see(&over, Value::Null)["result"]["winners"], json!([1]));
    let words = refused("act", json!({"log": log, "seat": 0, "action": "forfeit"}));
    assert_eq!(words, "unknown action 'forfeit'; use resign, stop?, accept, refuse or timeout");

    // Two separate islands of ice.
    let log = play_on(ask("open", json!({"game": "paper-penguins", "rules": "small", "seed": 2})), 200);
    let mut apart = None;
    for upto in (0..log["events"].as_array().unwrap().len()).rev() {
        let mut short = log.clone();
        short["events"].as_array_mut().unwrap().truncate(upto);
        if let Ok(outcome) = crate::try_ask("adjudicate", json!({"log": short})) {
            apart = Some((short, outcome));
            break;
        }
    }
    let (log, outcome) = apart.expect("near the end nothing is contested");
    let act = |log: &Value, seat: usize, action: &str| {
        grown(log.clone(), &ask("act", json!({"log": log, "seat": seat, "action": action})))
    };
    let offered = act(&log, 0, "stop?");
    let seen = see(&offered, Value::Null);
    assert_eq!(seen["offer"], json!({"by": 0, "waiting": [1], "outcome": outcome}));
    let taken = act(&offered, 1, "accept");
    assert_eq!(see(&taken, Value::Null)["result"], outcome);
    let declined = act(&offered, 1, "refuse");
    assert_eq!(see(&declined, Value::Null)["offer"], Value::Null);
    let offered = act(&declined, 1, "stop?");
    assert_eq!(see(&offered, Value::Null)["offer"]["outcome"], outcome, "the same when offered again");
    assert!(refused("adjudicate", json!({"log": open("amazons")})).len() > 10);
}

/// What running out of time means is the rules' decision: Fish eliminates even one of two.
#[test]
fn a_seat_that_runs_out_of_time_is_penalised_by_the_rules() {
    let timeout = |game: &str, rules: &str| {
        let log = ask("open", json!({"game": game, "rules": rules, "seed": 1}));
        let answer = ask("act", json!({"log": log, "seat": 0, "action": "timeout"}));
        (
            answer["tail"][0]["action"].clone(),
            answer["snapshot"]["plays"].clone(),
            answer["snapshot"]["result"].clone(),
        )
    };
    let (action, _, result) = timeout("penguins", "");
    assert_eq!((action, &result["winners"]), (json!("forfeit"), &json!([1])));
    let (action, plays, result) = timeout("penguins", "players=3");
    assert_eq!((action, plays, result), (json!("eliminate"), json!([false, true, true]), Value::Null));
    let (action, plays, _) = timeout("fish", "players=2");
    assert_eq!((action, plays), (json!("eliminate"), json!([false, true])));
}

/// A log is sent whole once, then as a change of the one before; what is answered is the same.
#[test]
fn a_log_is_sent_as_a_change_of_the_last_one() {
    let log = play_on(open("amazons"), 4);
    let mut whole = log.clone();
    whole["id"] = json!(7);
    let seen = ask("view", json!({"log": whole, "viewer": "all"}));
    assert_eq!(seen, see(&log, json!("all")));
    let change = |id: usize, base: usize, keep: usize, events: &[Value]| json!({"id": id, "base": base, "keep": keep, "events": events});
    ask("view", json!({"log": whole, "viewer": "all"}));
    let same = ask("view", json!({"log": change(8, 7, 4, &[]), "viewer": "all"}));
    assert_eq!(same, seen);
    let shorter = ask("view", json!({"log": change(9, 8, 2, &[]), "viewer": "all"}));
    assert_eq!(shorter["events"].as_array().unwrap().len(), 2);
    let again = change(10, 9, 2, &log["events"].as_array().unwrap()[2..]);
    assert_eq!(ask("view", json!({"log": again, "viewer": "all"})), seen);
    // A change of a log that is not held, or of more than it has, is refused; the caller then sends it whole.
    for wrong in [change(11, 3, 4, &[]), change(12, 10, 5, &[])] {
        assert_eq!(refused_kind("view", json!({"log": wrong, "viewer": "all"})), RefusalKind::UnknownLog);
        ask("view", json!({"log": whole, "viewer": "all"}));
    }
    assert_eq!(refused("view", json!({"log": {"events": []}, "viewer": "all"})), "log: game is missing");
}

#[test]
fn a_cell_that_cannot_be_chosen_says_why() {
    let log = open("amazons");
    let why = |from: Value, to: Value, cell: &str| {
        let position = &log["start"];
        ask(
            "why",
            json!({"game": "amazons", "rules": log["rules"], "position": position, "from": from, "to": to, "cell": cell}),
        )
    };
    assert_eq!(
        why(json!("d1"), Value::Null, "h1"),
        json!({"reason": "behind_piece", "by": "g1", "seat": null})
    );
    assert_eq!(why(Value::Null, Value::Null, "d10"), json!({"reason": "theirs", "by": "d10", "seat": 1}));
    let log = open("montauk");
    let args = json!({"game": "montauk", "rules": log["rules"], "position": log["start"], "from": null, "to": null, "cell": "a1"});
    assert_eq!(ask("why", args), Value::Null);
}
