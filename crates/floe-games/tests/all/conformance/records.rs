//! Records: what is written reads back as itself, in both forms, and plays the same game again.

use floe_games::record::Player;
use floe_games::{GameRng, Record, Viewer, amazons, trace};

use crate::common::{Dice, cases, step};

fn round_trips(record: &Record) {
    let text = record.to_text();
    assert_eq!(&Record::parse(&text).unwrap(), record, "{text}");
    assert_eq!(Record::parse(&text).unwrap().to_text(), text);
    let json = record.to_json().to_string();
    assert_eq!(&Record::parse(&json).unwrap(), record, "{json}");
    assert_eq!(Record::parse(&json).unwrap().to_json().to_string(), json);
}

#[test]
fn read_back_and_replay() {
    for case in cases() {
        println!("{}", case.label);
        for seed in 0..3 {
            let mut table = case.open(seed);
            let (mut dice, mut chance) = (Dice::new(seed), GameRng::in_game(seed));
            let stop = dice.below(40) as u64;
            for ply in 0.. {
                if ply == stop {
                    round_trips(&Record::from_table(&*table, Viewer::Omniscient));
                }
                if !step(&mut *table, &mut dice, &mut chance) {
                    break;
                }
                if ply % 3 == 0 {
                    table.note_time(ply);
                }
            }
            let mut record = Record::from_table(&*table, Viewer::Omniscient);
            assert!(record.result.is_some());
            round_trips(&record);
            let again = Record::from_table(&*record.replay().unwrap(), Viewer::Omniscient);
            assert_eq!(again.to_json().to_string(), record.to_json().to_string());
            record.seed = Some(seed);
            record.began = Some("2024-02-29T12:00:00Z: \"a\nb\"".into());
            record.players =
                (0..table.seats()).map(|n| Player { name: format!("P: {n} \n\t\"é\"") }).collect();
            round_trips(&record);
            // SGF knows no pie rule.
            if record.game == "amazons" && table.seats() == 2 && case.set.get("swap") == false {
                sgf_round_trips(&record);
            }
        }
    }
}

/// SGF keeps the game; it has no times, and results by the rules are recomputed.
fn sgf_round_trips(record: &Record) {
    let read = amazons::sgf::parse(&amazons::sgf::write(record).unwrap()).unwrap();
    let bare = |record: &Record| -> Vec<String> {
        let table = record.replay().unwrap();
        let moves = Record::from_table(&*table, Viewer::Omniscient).events;
        moves.iter().map(|event| serde_json::json!(event)["move"].to_string()).collect()
    };
    assert_eq!(bare(&read), bare(record));
    assert_eq!((read.result, read.start), (record.result.clone(), record.start.clone()));
}

#[test]
fn come_from_traces() {
    for case in cases() {
        println!("{}", case.label);
        let mut dice = Dice::new(7);
        let mut text = String::new();
        let table =
            trace::play(&case.set, 7, &mut |_, legal| legal[dice.below(legal.len())].clone(), &mut |line| {
                text += &format!("{line}\n")
            })
            .unwrap();
        let mut expected = Record::from_table(&*table, Viewer::Omniscient);
        expected.seed = Some(7);
        assert_eq!(trace::records(&text).unwrap(), [expected]);
    }
}

/// A board as wide as a drawing may be has no SGF: a refusal, not a crash.
#[test]
fn of_wide_boards_are_refused_as_sgf() {
    let wide = format!("layout=****{}/****,start=a1 b1 | c1 d1", "0".repeat(200));
    let record = Record::from_table(&*crate::common::Case::new("amazons", &wide).open(0), Viewer::Omniscient);
    amazons::sgf::write(&record).unwrap_err();
}
