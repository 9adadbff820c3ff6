//! Papers come back from JSON, and their pages are whole and fetch nothing.

use floe_engine::Level;
use floe_lab::{LabReport, RunOptions, bundled_layouts, compare, layouts, to_html, to_text};

use crate::{plan, small, tiny};

fn papers() -> Vec<LabReport> {
    let effort = RunOptions::quiet(2);
    let (entry, rules) = small("fish");
    let names = ["<one> & \"first\"".to_owned(), "other".to_owned()];
    let both = compare(names, [(entry, &rules), (entry, &rules)], &plan(Level::Random, 4), &effort).unwrap();
    let boards: Vec<_> =
        bundled_layouts().unwrap().into_iter().filter(|(entry, ..)| entry.id == "fish").collect();
    let boards = layouts(&boards, &plan(Level::Random, 4), &effort).unwrap();
    vec![
        tiny("penguins", Level::Random, 12, &["place_on", "ties", "layout"], &effort),
        tiny("amazons", Level::Random, 3, &[], &effort),
        tiny("montauk", Level::Random, 3, &["scoring"], &effort),
        LabReport::Comparison(Box::new(both)),
        LabReport::Layouts(boards),
    ]
}

#[test]
fn a_paper_comes_back_from_json() {
    for paper in papers() {
        let text = serde_json::to_string(&paper).unwrap();
        let back: LabReport = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_string(&back).unwrap(), text);
        assert_eq!(to_html(&back), to_html(&paper), "JSON is enough to draw the page again");
        assert_eq!(to_text(&back), to_text(&paper));
    }
}

#[test]
fn pages_fetch_nothing_and_run_nothing() {
    for paper in papers() {
        let page = to_html(&paper);
        for outside in ["http:", "https:", "//", "url(", "@import", " src=", "<script", " on"] {
            let tags = page.split('<').filter_map(|rest| rest.split('>').next());
            let style = page.split("<style>").nth(1).unwrap().split("</style>").next().unwrap();
            let said = tags.chain([style]).any(|text| text.contains(outside));
            assert!(!said, "{outside} in a tag or the style");
        }
        assert!(page.contains("default-src 'none'"));
        assert!(!page.contains("NaN") && !page.contains("inf"), "every number is one");
    }
}

#[test]
fn elements_are_closed() {
    for paper in papers() {
        let page = to_html(&paper);
        let body = page.split("</style>").nth(1).unwrap();
        let mut open = Vec::new();
        for tag in body.split('<').skip(1).filter_map(|rest| rest.split('>').next()) {
            let word = tag.split_whitespace().next().unwrap();
            match word.strip_prefix('/') {
                Some(closed) if ["head", "html"].contains(&closed) => {}
                Some(closed) => assert_eq!(open.pop(), Some(closed), "{tag}"),
                None if tag.ends_with('/') => {}
                None => open.push(word),
            }
        }
        assert_eq!(open, [""; 0]);
        for scheme in ["prefers-color-scheme: dark", "@media print"] {
            assert!(page.contains(scheme));
        }
    }
}

#[test]
fn names_of_others_are_shown_as_they_are() {
    let page = to_html(&papers()[3]);
    assert!(page.contains("&lt;one&gt; &amp; &quot;first&quot;") && !page.contains("<one>"));
}

#[test]
fn words_have_every_figure_with_its_interval() {
    let text = to_text(&papers()[0]);
    for line in
        ["first player wins (seat 0)", "leader after placement wins", "winning margin", "place_on = any"]
    {
        assert!(text.contains(line), "{line} in\n{text}");
    }
    let of = |name: &str| text.lines().find(|line| line.trim_start().starts_with(name)).unwrap().to_owned();
    assert!(of("first player wins").contains(" % (") && of("choices in a game").contains(" … "));
    assert!(text.contains("Not tried:\n  layout: written freely"));
}
