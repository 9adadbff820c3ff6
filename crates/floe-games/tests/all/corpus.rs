//! The fuzz corpora, replayed on every toolchain through the same functions that are fuzzed.

use std::fs;
use std::path::Path;

use crate::targets;

#[test]
fn of_every_target_is_replayed() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    let mut folders: Vec<_> =
        fs::read_dir(&corpus).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    folders.sort();
    let mut names: Vec<&str> = targets::TARGETS.iter().map(|(name, _)| *name).collect();
    names.sort();
    assert_eq!(folders, names, "each target has a corpus and each corpus a target");
    for (name, target) in targets::TARGETS {
        for file in fs::read_dir(corpus.join(name)).unwrap() {
            let path = file.unwrap().path();
            println!("{}", path.display());
            target(&fs::read(path).unwrap());
        }
    }
}
