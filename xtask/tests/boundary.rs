//! The boundary between the rules and the web app: types that cross it are generated, and the web app decides no rule.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The sources of the web app with their paths, tests left out.
fn web_sources() -> Vec<(String, String)> {
    let mut sources = Vec::new();
    let mut folders = vec![root().join("web/src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            let name = path.strip_prefix(root()).unwrap().display().to_string();
            let is_source =
                (name.ends_with(".ts") || name.ends_with(".svelte")) && !name.ends_with(".test.ts");
            if path.is_dir() && !name.ends_with("/rules/wasm") {
                folders.push(path);
            } else if is_source {
                sources.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    assert!(sources.len() > 200, "the web app has {} sources", sources.len());
    sources
}

/// The object types that a TypeScript file declares, with the names of their members.
fn object_types(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut types = BTreeMap::new();
    for (at, _) in text.match_indices("interface ").chain(text.match_indices("type ")) {
        let declaration = text[at..].split_once(' ').map_or("", |(_, rest)| rest);
        let name: String = declaration.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let Some((head, body)) = declaration.split_once('{') else { continue };
        if name.is_empty() || head.contains('\n') || head.contains(';') || head.contains('"') {
            continue;
        }
        let mut members = BTreeSet::new();
        let (mut depth, mut word, mut comment) = (1, String::new(), false);
        for line in body.lines() {
            let line = line.trim();
            comment |= line.starts_with("/*");
            let skip = comment || line.starts_with("//") || line.starts_with('*');
            comment &= !line.ends_with("*/");
            if skip {
                continue;
            }
            for c in line.chars().chain(['\n']) {
                match c {
                    '{' | '(' | '[' | '<' => depth += 1,
                    '}' | ')' | ']' | '>' => depth -= 1,
                    ':' if depth == 1 && !word.is_empty() => {
                        members.insert(word.trim_end_matches('?').to_owned());
                    }
                    _ => {}
                }
                match c {
                    c if c.is_alphanumeric() || c == '_' || c == '?' => word.push(c),
                    _ => word.clear(),
                }
                if depth == 0 {
                    break;
                }
            }
            if depth == 0 {
                break;
            }
        }
        types.insert(name, members);
    }
    types
}

/// The types that are generated from Rust.
fn generated() -> BTreeMap<String, BTreeSet<String>> {
    let mut types = BTreeMap::new();
    for file in ["crates/floe-wasm/api/rules.ts", "crates/floe-server/api/wire.ts"] {
        types.extend(object_types(&fs::read_to_string(root().join(file)).unwrap()));
    }
    assert!(types.len() > 60 && types["Outcome"].contains("winners"), "{} generated types", types.len());
    types
}

/// A type that says again what a generated type says goes out of date without anybody noticing.
#[test]
fn no_hand_written_type_mirrors_a_generated_one() {
    let generated = generated();
    let mut mirrors = Vec::new();
    for (path, text) in web_sources() {
        for (name, members) in object_types(&text) {
            let same_name = generated.contains_key(&name) && members.len() > 1;
            // Few members may be the same by chance; more are a copy even if it leaves some out.
            let left_out = if members.len() >= 4 { 2 } else { 0 };
            let same_members = members.len() >= 2
                && generated
                    .values()
                    .any(|known| known.len() <= members.len() + left_out && members.is_subset(known));
            if same_name || same_members {
                mirrors.push(format!("{path}: {name} {members:?}"));
            }
        }
    }
    assert!(mirrors.is_empty(), "import the generated type instead:\n{}", mirrors.join("\n"));
}

/// The switches that decide moves, tricks, hands, scores and layouts: the rules read them, the web app only shows and sets
/// them. It reads others to draw: the outline of the board, how many rounds there are.
const DECIDING_SWITCHES: [&str; 34] = [
    "adjust",
    "bear_off",
    "block",
    "claim",
    "claim_under",
    "claim_under_pawn_at_end",
    "dealt_count",
    "end",
    "end_turns",
    "first_home",
    "komi",
    "moves_first",
    "must_spend",
    "next_lead",
    "nulls",
    "pairing",
    "per_null",
    "per_pyramid",
    "place_on",
    "place_order",
    "rank_match",
    "reshuffle",
    "retire_stuck",
    "score",
    "short_split",
    "short_straights",
    "showdown",
    "stack_spends",
    "swap",
    "tie",
    "tie_break",
    "tie_lead",
    "ties",
    "wheel",
];

#[test]
fn the_web_app_decides_nothing_by_a_switch_of_the_rules() {
    let registry = fs::read_to_string(root().join("crates/floe-games/src/montauk/rules.rs")).unwrap()
        + &fs::read_to_string(root().join("crates/floe-games/src/buffet/rules.rs")).unwrap()
        + &fs::read_to_string(root().join("crates/floe-games/src/slide/axes.rs")).unwrap()
        + &fs::read_to_string(root().join("crates/floe-games/src/slide/span.rs")).unwrap();
    let unknown: Vec<_> =
        DECIDING_SWITCHES.iter().filter(|name| !registry.contains(&format!("\"{name}\""))).collect();
    assert!(unknown.is_empty(), "no longer switches: {unknown:?}");
    let mut decided = Vec::new();
    for (path, text) in web_sources() {
        for (number, line) in text.lines().enumerate() {
            let reads = |name: &&&str| {
                let access = [format!("rules.{name}"), format!("rules['{name}']"), format!("rules?.{name}")];
                access.iter().any(|access| {
                    line.match_indices(access.as_str()).any(|(at, _)| {
                        let after = line[at + access.len()..].chars().next();
                        access.ends_with(']') || !after.is_some_and(|c| c.is_alphanumeric() || c == '_')
                    })
                })
            };
            if let Some(name) = DECIDING_SWITCHES.iter().find(reads) {
                decided.push(format!("{path}:{}: {name}", number + 1));
            }
        }
    }
    assert!(decided.is_empty(), "let the rules say it in an insight:\n{}", decided.join("\n"));
}
