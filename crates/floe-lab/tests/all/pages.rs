//! Reports survive JSON, and their pages are complete and fetch nothing.

use floe_engine::Level;
use floe_lab::{LabReport, RunOptions, bundled_layouts, compare, layouts, to_html, to_text};

use crate::{config, small, tiny};

fn reports() -> Vec<LabReport> {
    let options = RunOptions::quiet(2);
    let (entry, rules) = small("fish");
    let names = ["<one> & \"first\"".to_owned(), "other".to_owned()];
    let both =
        compare(names, [(entry, &rules), (entry, &rules)], &config(Level::Random, 4), &options).unwrap();
    let boards: Vec<_> =
        bundled_layouts().unwrap().into_iter().filter(|(entry, ..)| entry.id == "fish").collect();
    let boards = layouts(&boards, &config(Level::Random, 4), &options).unwrap();
    vec![
        tiny("penguins", Level::Random, 12, &["place_on", "ties", "layout"], &options),
        tiny("amazons", Level::Random, 3, &[], &options),
        tiny("montauk", Level::Random, 3, &["scoring"], &options),
        LabReport::Comparison(Box::new(both)),
        LabReport::Layouts(boards),
    ]
}

#[test]
fn a_report_survives_json() {
    for report in reports() {
        let text = serde_json::to_string(&report).unwrap();
        let back: LabReport = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_string(&back).unwrap(), text);
        assert_eq!(to_html(&back), to_html(&report), "JSON is enough to write the page again");
        assert_eq!(to_text(&back), to_text(&report));
    }
}

#[test]
fn pages_fetch_nothing_and_run_nothing() {
    for report in reports() {
        let page = to_html(&report);
        for outside in ["http:", "https:", "//", "url(", "@import", " src=", "<script", " on"] {
            let tags = page.split('<').filter_map(|rest| rest.split('>').next());
            let style = page.split("<style>").nth(1).unwrap().split("</style>").next().unwrap();
            let found = tags.chain([style]).any(|text| text.contains(outside));
            assert!(!found, "{outside} in a tag or the style");
        }
        assert!(page.contains("default-src 'none'"));
        assert!(!page.contains("NaN") && !page.contains("inf"), "every number is finite");
    }
}

#[test]
fn elements_are_closed() {
    for report in reports() {
        let page = to_html(&report);
        let body = page.split("</style>").nth(1).unwrap();
        let mut open = Vec::new();
        for tag in body.split('<').skip(1).filter_map(|rest| rest.split('>').next()) {
            let name = tag.split_whitespace().next().unwrap();
            match name.strip_prefix('/') {
                Some(closed) if ["head", "html"].contains(&closed) => {}
                Some(closed) => assert_eq!(open.pop(), Some(closed), "{tag}"),
                None if tag.ends_with('/') => {}
                None => open.push(name),
            }
        }
        assert_eq!(open, [""; 0]);
        for scheme in ["prefers-color-scheme: dark", "@media print"] {
            assert!(page.contains(scheme));
        }
    }
}

#[test]
fn foreign_names_are_escaped() {
    let page = to_html(&reports()[3]);
    assert!(page.contains("&lt;one&gt; &amp; &quot;first&quot;") && !page.contains("<one>"));
}

#[test]
fn text_has_every_figure_with_its_interval() {
    let text = to_text(&reports()[0]);
    for line in
        ["first player wins (seat 0)", "leader after placement wins", "winning margin", "place_on = any"]
    {
        assert!(text.contains(line), "{line} in\n{text}");
    }
    let of = |name: &str| text.lines().find(|line| line.trim_start().starts_with(name)).unwrap().to_owned();
    assert!(of("first player wins").contains(" % (") && of("moves per game").contains(" … "));
    assert!(text.contains("Skipped:\n  layout: free text"));
}
