//! Random texts, and good texts with a few characters deleted, put in or replaced, through every parser.

use std::fs;
use std::path::Path;

use proptest::prelude::*;

use crate::targets::TARGETS;

/// One thing done to a text: where, what, and with which character.
#[derive(Clone, Debug)]
enum Slip {
    Delete(usize),
    Insert(usize, char),
    Replace(usize, char),
    /// A stretch of text repeated.
    Repeat(usize, usize),
}

fn slip() -> impl Strategy<Value = Slip> {
    let character = prop_oneof![
        prop::sample::select("0123456789abAB/[]{}\",:;=-@x*?# \n\\éof".chars().collect::<Vec<_>>()),
        any::<char>(),
    ];
    let at = any::<u16>().prop_map(usize::from);
    prop_oneof![
        at.clone().prop_map(Slip::Delete),
        (at.clone(), character.clone()).prop_map(|(at, c)| Slip::Insert(at, c)),
        (at.clone(), character).prop_map(|(at, c)| Slip::Replace(at, c)),
        (at, 1..40usize).prop_map(|(at, length)| Slip::Repeat(at, length)),
    ]
}

fn slipped(text: &str, slips: &[Slip]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for slip in slips {
        let length = chars.len().max(1);
        match *slip {
            _ if chars.is_empty() => {}
            Slip::Delete(at) => drop(chars.remove(at % length)),
            Slip::Insert(at, c) => chars.insert(at % length, c),
            Slip::Replace(at, c) => chars[at % length] = c,
            Slip::Repeat(at, many) => {
                let from = at % length;
                let stretch = chars[from..length.min(from + many)].to_vec();
                chars.splice(from..from, stretch);
            }
        }
    }
    chars.into_iter().collect()
}

/// Every text of a target's corpus.
fn corpus(name: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(name);
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// Arbitrary text, through every parser.
#[test]
fn never_break_a_parser() {
    let good: Vec<(usize, String)> = TARGETS
        .iter()
        .enumerate()
        .flat_map(|(n, (name, _))| corpus(name).into_iter().map(move |t| (n, t)))
        .collect();
    let config = ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() };
    let slips = prop::collection::vec(slip(), 1..6);
    proptest!(config, |((target, text) in prop::sample::select(good), slips in slips)| {
        TARGETS[target].1(slipped(&text, &slips).as_bytes());
    });
}

#[test]
fn at_random_never_break_a_parser() {
    let config = ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() };
    proptest!(config, |(text in any::<String>(), dense in "[a-h0-9/ ,:=\\[\\]{}\"*?QqAB-]{0,80}", bytes in any::<Vec<u8>>())| {
        for (_, target) in TARGETS {
            target(text.as_bytes());
            target(dense.as_bytes());
            target(&bytes);
        }
    });
}
