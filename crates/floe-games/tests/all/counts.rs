//! Known counts of move sequences, one file per game: `game; rules; start, position … or moves …; counts`.

use floe_games::{Start, Table, open};

use crate::common::{set, table};

fn read(line: &str) -> (Box<dyn Table>, Vec<u64>) {
    let fields: Vec<&str> = line.split(';').map(str::trim).collect();
    let [game, rules, from, counts] = fields[..] else { panic!("{line}: not four fields") };
    let counts = counts.split_whitespace().map(|count| count.parse().unwrap());
    (table(game, rules, from).unwrap(), counts.collect())
}

fn check(file: &str) {
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        let (table, counts) = read(line);
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(table.perft(depth), Ok(count), "{line}: depth {depth}");
        }
    }
}

#[test]
fn of_amazons() {
    check(include_str!("data/amazons.perft"));
}

#[test]
fn of_penguins() {
    check(include_str!("data/penguins.perft"));
}

#[test]
fn of_paper_penguins() {
    check(include_str!("data/paper-penguins.perft"));
}

/// The neighbours of Fish's worked example, in its 5 rows of 3: a penguin there can take one step to each.
#[test]
fn of_fish_on_its_worked_example() {
    let rules = set("fish", "rows=5,cols=3,players=2");
    for (at, near) in [
        ("[0,0]", vec!["[1,0]", "[2,0]"]),
        ("[2,1]", vec!["[0,1]", "[1,1]", "[3,1]", "[4,1]", "[3,0]", "[1,0]"]),
    ] {
        let board: Vec<String> = (0..5)
            .map(|row| {
                let mark = |col| if format!("[{row},{col}]") == at { "A2" } else { "2" };
                (0..3).map(mark).collect()
            })
            .collect();
        let table = open(&rules, Start::Position(&format!("{} move 0 0,0 0,0", board.join("/")))).unwrap();
        let legal = table.legal_moves();
        for cell in near {
            assert!(legal.contains(&format!("[{at},{cell}]")), "{at} touches {cell}: {legal:?}");
        }
    }
}
