//! Pages with hostile names, taken apart again.

use super::*;
use crate::stats::{FaultNote, FinishedGame};

const HOSTILE: [&str; 6] = [
    "</script><script>alert(1)</script>",
    "<img src=https://example.org onerror=alert(1)>",
    "\"' onmouseover='x' & \u{202e}\0",
    "<!-- <script>",
    "]]></style></title><h1>",
    "räuber 🐧",
];

fn example() -> String {
    let names: Vec<String> = HOSTILE.map(String::from).into();
    let fault = FaultNote { cause: HOSTILE[1].into(), words: HOSTILE[0].into() };
    let games: Vec<FinishedGame> = (0..30)
        .map(|fixture| FinishedGame {
            fixture,
            set: fixture / 2,
            seats: vec![fixture as usize % 6, (fixture as usize + 1) % 6],
            places: vec![1, 2],
            scores: vec![3, 1],
            faults: vec![None, (fixture % 7 == 0).then(|| fault.clone())],
        })
        .collect();
    let summary = Summary::new(&names, &games, None);
    let replays = games.iter().map(|game| Replay {
        fixture: game.fixture,
        seats: game.seats.clone(),
        result: HOSTILE[game.fixture as usize % 6].into(),
        frames: HOSTILE.map(|text| Frame { caption: text.into(), picture: format!("{text}\n. o x") }).into(),
    });
    let facts = [(HOSTILE[0].to_owned(), HOSTILE[2].to_owned())];
    page_text(&Page { title: HOSTILE[4], facts: &facts, summary: &summary }, replays)
}

/// The tags of a page. The contents of scripts and styles are skipped, as a browser does.
fn tags(page: &str) -> Vec<&str> {
    let (mut tags, mut rest) = (Vec::new(), page);
    while let Some(begin) = rest.find('<') {
        let end = begin + rest[begin..].find('>').expect("a tag ends");
        let tag = &rest[begin + 1..end];
        rest = &rest[end + 1..];
        tags.push(tag);
        for raw in ["script", "style"] {
            if tag.split_whitespace().next() == Some(raw) {
                let close = format!("</{raw}>");
                rest = &rest[rest.find(&close).expect("it is closed")..];
            }
        }
    }
    tags
}

#[test]
fn elements_are_closed_and_none_is_unknown() {
    let page = example();
    let empty = ["!DOCTYPE", "meta", "link", "input"];
    let known = "html head title style body header h1 dl div dt dd main section h2 h3 p table thead tbody tr th td bdi \
                 svg line path circle button script noscript label span pre";
    let mut open: Vec<&str> = Vec::new();
    for tag in tags(&page) {
        let word = tag.split_whitespace().next().unwrap_or("");
        if let Some(closed) = word.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closed));
        } else if !empty.contains(&word) {
            assert!(known.split_whitespace().any(|known| known == word), "<{tag}>");
            if !tag.ends_with('/') {
                open.push(word);
            }
        }
        assert!(!tag.contains(" on"), "no handler in <{tag}>");
        assert!(!tag.contains(" src"), "nothing is fetched by <{tag}>");
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn there_is_one_script_and_the_rest_is_data() {
    let page = example();
    let scripts: Vec<&str> = tags(&page).into_iter().filter(|tag| tag.starts_with("script")).collect();
    assert_eq!(scripts.iter().filter(|tag| **tag == "script").count(), 1);
    assert_eq!(scripts.len(), 1 + 30);
    assert!(!page.contains('\0') && !page.contains('\u{202e}'));
}

#[test]
fn replays_round_trip() {
    let page = example();
    let begin = page.find("id=\"game-1\">").unwrap() + "id=\"game-1\">".len();
    let end = begin + page[begin..].find("</script>").unwrap();
    let data: serde_json::Value = serde_json::from_str(&page[begin..end]).unwrap();
    assert_eq!(data["frames"][0][0], HOSTILE[0]);
    assert_eq!(data["frames"][3][1], format!("{}\n. o x", HOSTILE[3]));
    assert_eq!(data["result"], HOSTILE[0]);
}

#[test]
fn labels_have_targets_and_ids_are_unique() {
    let page = example();
    let attributes = |name: &str| -> Vec<String> {
        let key = format!(" {name}=\"");
        tags(&page)
            .iter()
            .filter_map(|tag| tag.split_once(&key).and_then(|(_, rest)| rest.split_once('"')))
            .map(|(value, _)| value.to_owned())
            .collect()
    };
    let mut ids = attributes("id");
    for target in attributes("for").into_iter().chain(attributes("aria-labelledby")) {
        assert!(ids.contains(&target), "{target}");
    }
    let count = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), count);
    // The elements that the script uses exist.
    for part in SCRIPT.split("by(\"").skip(1) {
        let id = part.split('"').next().unwrap();
        assert!(id == "game-" || ids.iter().any(|known| known == id), "{id}");
    }
}

#[test]
fn nothing_is_loaded_from_outside() {
    for text in [STYLE, SCRIPT] {
        for word in ["http", "url(", "@import", "import(", "fetch", "XMLHttp", "innerHTML", "eval", "</"] {
            assert!(!text.contains(word), "{word}");
        }
    }
    assert!(example().contains("default-src 'none'"));
}

#[test]
fn an_empty_tournament_has_a_page() {
    let summary = Summary::new(&[], &[], None);
    let page = page_text(&Page { title: "", facts: &[], summary: &summary }, []);
    assert!(page.contains("No faults."));
}

/// Writes the example for inspection: `FLOE_EXAMPLE_PAGE=page.html cargo test example_page`.
#[test]
fn example_page() {
    if let Some(path) = std::env::var_os("FLOE_EXAMPLE_PAGE") {
        std::fs::write(path, example()).unwrap();
    }
}
