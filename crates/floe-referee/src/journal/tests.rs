//! Journals that are cut, flipped and killed.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::*;
use crate::stats::{FaultNote, FinishedGame};

/// A folder that is deleted with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("floe-journal-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join("test.journal")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn description() -> Value {
    json!({"game": "fish", "names": ["räuber", "\n\"}{"], "seed": 7})
}

fn names() -> Vec<String> {
    vec!["räuber".into(), "\n\"}{".into()]
}

fn entry(fixture: u64) -> JournalEntry {
    let fault = (fixture % 2 == 1).then(|| FaultNote { cause: "late".into(), words: "took\n2 s".into() });
    JournalEntry {
        finished: FinishedGame {
            fixture,
            set: fixture / 2,
            seats: vec![0, 1],
            places: vec![1, 2],
            scores: vec![12, -3],
            faults: vec![None, fault],
        },
        began_ms: None,
        took_ms: 40 + fixture,
        thought_ms: vec![20, 20],
        adjudicated: fixture % 3 == 1,
        outcome: None,
        record: None,
    }
}

fn written(path: &Path, games: u64) -> Vec<u8> {
    let mut journal = Journal::create(path, &description(), &names()).unwrap();
    for fixture in 0..games {
        journal.append(&entry(fixture)).unwrap();
    }
    drop(journal);
    fs::read(path).unwrap()
}

fn ids(resumed: &Resumed) -> Vec<u64> {
    resumed.finished.iter().map(|game| game.fixture).collect()
}

#[test]
fn written_games_are_read_back() {
    let folder = Folder::new("read");
    written(&folder.file(), 3);
    let mut read = Vec::new();
    let tail = games(&folder.file(), &mut |entry| {
        read.push(entry);
        Ok(())
    });
    assert_eq!(tail.unwrap(), Tail::Clean);
    assert_eq!(read, [entry(0), entry(1), entry(2)]);
    assert_eq!(header(&folder.file()).unwrap().description, description());
}

#[test]
fn a_complete_record_round_trips() {
    let folder = Folder::new("record");
    let rules = floe_games::registry::find("amazons").unwrap().rules(&[]).unwrap();
    let mut table = floe_games::open(&rules, floe_games::Start::Seed(0)).unwrap();
    table.play(0, "d1-d7/g7").unwrap();
    let record = floe_games::Record::from_table(&*table, floe_games::Viewer::Omniscient);
    let entry = JournalEntry { record: Some(record), ..entry(0) };
    Journal::create(&folder.file(), &description(), &names()).unwrap().append(&entry).unwrap();
    let mut read = Vec::new();
    games(&folder.file(), &mut |entry| {
        read.push(entry);
        Ok(())
    })
    .unwrap();
    assert_eq!(read, [entry]);
}

#[test]
fn cut_at_every_byte_it_resumes() {
    let folder = Folder::new("cut");
    let path = folder.file();
    let whole = written(&path, 3);
    for length in 0..=whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        let (mut journal, resumed) = open_for_resume(&path, &description(), &names()).unwrap();
        // A line counts when everything but the newline is there.
        let newlines = |end: usize| whole[..end].iter().filter(|&&byte| byte == b'\n').count() as u64;
        let lines = newlines((length + 1).min(whole.len()));
        let expected: Vec<u64> = (0..lines.saturating_sub(1)).collect();
        assert_eq!(ids(&resumed), expected, "cut at {length}");
        for fixture in lines.saturating_sub(1)..3 {
            journal.append(&entry(fixture)).unwrap();
        }
        drop(journal);
        assert_eq!(fs::read(&path).unwrap(), whole, "cut at {length}");
    }
}

#[test]
fn every_flipped_bit_is_found() {
    let folder = Folder::new("flip");
    let path = folder.file();
    let whole = written(&path, 2);
    for byte in 0..whole.len() {
        for bit in 0..8 {
            let mut damaged = whole.clone();
            damaged[byte] ^= 1 << bit;
            fs::write(&path, &damaged).unwrap();
            let refusal = open_for_resume(&path, &description(), &names()).err();
            let refusal = refusal.unwrap_or_else(|| panic!("byte {byte}, bit {bit} was not noticed"));
            let line = 1 + whole[..byte].iter().filter(|&&byte| byte == b'\n').count();
            let words = refusal.to_string();
            assert!(words.contains(&format!("line {line} is damaged")), "byte {byte}, bit {bit}: {words}");
            assert_eq!(fs::read(&path).unwrap(), damaged, "a damaged journal is left as it is");
        }
    }
}

#[test]
fn lost_swapped_and_doubled_lines_are_found() {
    let folder = Folder::new("lines");
    let path = folder.file();
    let whole = String::from_utf8(written(&path, 3)).unwrap();
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    for (order, line) in
        [(&[0, 2, 3][..], 2), (&[0, 2, 1, 3], 2), (&[0, 1, 1], 3), (&[1, 2, 3], 1), (&[0, 0], 2)]
    {
        let text: String = order.iter().map(|&line| lines[line]).collect();
        fs::write(&path, text).unwrap();
        let words = open_for_resume(&path, &description(), &names()).unwrap_err().to_string();
        assert!(words.contains(&format!("line {line} is damaged")), "{order:?}: {words}");
    }
}

#[test]
fn zeros_after_a_crash_of_the_machine_are_cut_off() {
    let folder = Folder::new("zeros");
    let path = folder.file();
    let whole = written(&path, 2);
    let torn = [&whole[..], &whole[..20], &[0; 4000]].concat();
    fs::write(&path, torn).unwrap();
    let (_, resumed) = open_for_resume(&path, &description(), &names()).unwrap();
    assert_eq!((ids(&resumed), resumed.cut_bytes), (vec![0, 1], 4020));
    assert_eq!(fs::read(&path).unwrap(), whole);
}

#[test]
fn a_journal_without_names_resumes() {
    let folder = Folder::new("nameless");
    let path = folder.file();
    // As versions before the names wrote it.
    let mut journal = Journal::create(&path, &description(), &[]).unwrap();
    journal.append(&entry(0)).unwrap();
    drop(journal);
    let first = fs::read_to_string(&path).unwrap().lines().next().unwrap().to_owned();
    assert_eq!(first.matches("names").count(), 1, "only in the description: {first}");
    let (_, resumed) = open_for_resume(&path, &description(), &names()).unwrap();
    assert_eq!((ids(&resumed), resumed.names), (vec![0], Vec::new()));

    // Later the names of the first start are kept, whatever the programs are called by now.
    fs::remove_file(&path).unwrap();
    written(&path, 1);
    let (_, resumed) = open_for_resume(&path, &description(), &["other".into(), "names".into()]).unwrap();
    assert_eq!(resumed.names, names());
}

#[test]
fn refusals() {
    let folder = Folder::new("refusals");
    let path = folder.file();
    written(&path, 2);
    let there = Journal::create(&path, &description(), &names()).unwrap_err().to_string();
    assert!(there.contains("exists"), "{there}");

    let mut other = description();
    other["seed"] = json!(8);
    let words = open_for_resume(&path, &other, &names()).unwrap_err().to_string();
    assert!(words.ends_with("this is the journal of another tournament: it differs in seed"), "{words}");

    let sorted_otherwise = json!({"seed": 7, "names": ["räuber", "\n\"}{"], "game": "fish"});
    let (mut journal, _) = open_for_resume(&path, &sorted_otherwise, &names()).unwrap();
    let words = journal.append(&entry(1)).unwrap_err().to_string();
    assert!(words.ends_with("game 1 is already in the journal"), "{words}");
    let words = journal.append_all(&[entry(5), entry(5)]).unwrap_err().to_string();
    assert!(words.ends_with("game 5 is already in the journal"), "{words}");
    let words = open_for_resume(&path, &description(), &names()).unwrap_err().to_string();
    assert!(words.ends_with("another process is writing it"), "{words}");
    journal.append_all(&[entry(2), entry(3)]).unwrap();
    assert_eq!(journal.games(), 4);
    drop(journal);
    assert_eq!(ids(&open_for_resume(&path, &description(), &names()).unwrap().1), [0, 1, 2, 3]);
}

#[test]
fn a_tournament_interrupted_after_every_game_is_the_same_tournament() {
    use crate::pairing::{Fixture, Format, PairingPlan};
    let play = |fixture: &Fixture| {
        // Results that depend only on the fixture, including draws.
        let luck = (fixture.seed ^ fixture.id) % 3;
        let places = if luck == 0 { vec![1, 1] } else { vec![luck as u32, 3 - luck as u32] };
        let finished = FinishedGame {
            fixture: fixture.id,
            set: fixture.set,
            seats: fixture.seats.clone(),
            places,
            scores: vec![0, 0],
            faults: Vec::new(),
        };
        JournalEntry { finished, ..entry(0) }
    };
    for format in [Format::Swiss { rounds: 3, sets: 1 }, Format::Knockout { sets: 1, extra_sets: 2 }] {
        let plan = PairingPlan { entrants: 5, seats: 2, format, seed: 4 };
        let description = json!(plan);
        let folder = Folder::new("plan");
        drop(Journal::create(&folder.file(), &description, &names()).unwrap());
        let mut steps = 0;
        let resumed = loop {
            let (mut journal, resumed) = open_for_resume(&folder.file(), &description, &names()).unwrap();
            let schedule = plan.schedule(&resumed.finished).unwrap();
            // Always the last open one: the games finish in another order than they are listed.
            let Some(next) = schedule.open(&resumed.finished).last() else { break resumed.finished };
            journal.append(&play(next)).unwrap();
            steps += 1;
        };
        let mut straight: Vec<FinishedGame> = Vec::new();
        loop {
            let schedule = plan.schedule(&straight).unwrap();
            let round: Vec<FinishedGame> = schedule.open(&straight).map(|next| play(next).finished).collect();
            if round.is_empty() {
                break;
            }
            straight.extend(round);
        }
        let mut sorted = resumed.clone();
        sorted.sort_by_key(|game| game.fixture);
        assert_eq!(sorted, straight);
        assert_eq!(steps, straight.len());
    }
}

/// Where the child of the next test writes; without it the child has nothing to do.
const CHILD: &str = "FLOE_JOURNAL_CHILD";

#[test]
fn child_that_appends_forever() {
    let Some(path) = std::env::var_os(CHILD).map(PathBuf::from) else { return };
    let (mut journal, resumed) = open_for_resume(&path, &description(), &names()).unwrap();
    let first = resumed.finished.len() as u64;
    // A limit, in case the parent dies first.
    for fixture in first..first + 100_000 {
        journal.append(&entry(fixture)).unwrap();
        eprintln!("acknowledged {fixture}");
    }
}

#[test]
fn killed_it_loses_nothing_acknowledged() {
    let folder = Folder::new("kill");
    let path = folder.file();
    written(&path, 0);
    let mut next = 0;
    for round in 0..8 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "journal::tests::child_that_appends_forever", "--nocapture"])
            .env(CHILD, &path)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let mut acknowledged = Vec::new();
        let mut note = |line: String| {
            acknowledged.extend(line.strip_prefix("acknowledged ").map(|id| id.parse::<u64>().unwrap()));
            acknowledged.len()
        };
        while let Some(Ok(line)) = lines.next() {
            if note(line) > 10 + 7 * round {
                break;
            }
        }
        // SIGKILL: nothing of the child runs after it.
        child.kill().unwrap();
        child.wait().unwrap();
        for line in lines.map_while(Result::ok) {
            note(line);
        }
        let (journal, resumed) = open_for_resume(&path, &description(), &names()).unwrap();
        let found = ids(&resumed);
        assert_eq!(found, (0..found.len() as u64).collect::<Vec<_>>(), "each once and in order");
        let last = *acknowledged.last().unwrap();
        assert_eq!(acknowledged, (next..=last).collect::<Vec<_>>());
        assert!(found.len() as u64 > last, "{last} was acknowledged, {} are there", found.len());
        next = found.len() as u64;
        drop(journal);
    }
}
