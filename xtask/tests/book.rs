//! Checks of the pages before the book is built: each is in the table of contents, and every link in it leads
//! somewhere, on a code host as well as in the book.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Pages under docs/ that are not chapters.
const NO_CHAPTERS: &[&str] = &["docs/SUMMARY.md"];

/// Pages outside docs/ whose links are checked as well.
const OUTSIDE: &[&str] = &["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

fn pages(folder: &Path, list: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            pages(&path, list);
        } else if path.extension().is_some_and(|end| end == "md") {
            list.push(path);
        }
    }
}

/// A page without code, in which there are no links or headings.
fn without_code(text: &str) -> String {
    let mut fenced = false;
    let mut prose = String::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            // Code is every second part between backticks.
            let parts = line.split('`').enumerate();
            prose.extend(parts.map(|(at, part)| if at % 2 == 0 { part } else { "`" }));
            prose.push('\n');
        }
    }
    prose
}

/// The targets of the links and pictures of a page, except external addresses.
fn links(text: &str) -> Vec<String> {
    let prose = without_code(text);
    let targets = prose.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.contains(':')).map(str::to_owned).collect()
}

/// The anchors of a page's headings, as code hosts and mdBook generate them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut fenced = false;
    let mut anchors = BTreeSet::new();
    for line in text.lines() {
        fenced ^= line.trim_start().starts_with("```");
        let title = line.trim_start_matches('#');
        if fenced || title.len() == line.len() || !title.starts_with(' ') {
            continue;
        }
        let chars = title.trim().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        anchors.insert(chars.collect::<String>().to_lowercase().replace(' ', "-"));
    }
    anchors
}

#[test]
fn the_table_of_contents_names_every_page_once() {
    let summary = fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    let mut named: Vec<PathBuf> = Vec::new();
    for link in links(&summary) {
        let path = root().join("docs").join(&link).canonicalize();
        named.push(path.unwrap_or_else(|_| panic!("docs/SUMMARY.md names {link}, which does not exist")));
    }
    let mut list = Vec::new();
    pages(&root().join("docs"), &mut list);
    assert!(list.len() > 20, "{} pages are under docs/", list.len());
    for page in list {
        let shown = page.strip_prefix(root()).unwrap().display().to_string();
        let times = named.iter().filter(|named| **named == page).count();
        let wanted = usize::from(!NO_CHAPTERS.contains(&shown.as_str()));
        assert_eq!(times, wanted, "docs/SUMMARY.md names {shown} {times} times");
    }
}

#[test]
fn every_link_leads_somewhere() {
    let mut list: Vec<PathBuf> = OUTSIDE.iter().map(|page| root().join(page)).collect();
    pages(&root().join("docs"), &mut list);
    let (mut seen, mut errors) = (0, Vec::new());
    for page in list {
        let text = fs::read_to_string(&page).unwrap();
        let shown = page.strip_prefix(root()).unwrap().display().to_string();
        for link in links(&text) {
            seen += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
            if !target.exists() {
                errors.push(format!("{shown} links to {link}, which does not exist"));
            } else if !anchor.is_empty() && !anchors(&fs::read_to_string(&target).unwrap()).contains(anchor) {
                errors.push(format!("{shown} links to {link}, but no heading there has that anchor"));
            }
        }
    }
    assert!(seen > 100, "{seen} links were found");
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
fn every_named_task_exists() {
    let help = fs::read_to_string(root().join("xtask/src/main.rs")).unwrap();
    let mut list: Vec<PathBuf> = OUTSIDE.iter().map(|page| root().join(page)).collect();
    pages(&root().join("docs"), &mut list);
    for page in list {
        let text = fs::read_to_string(&page).unwrap();
        for rest in text.split("cargo xtask ").skip(1) {
            let task = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
            let known = help.contains(&format!("\ncargo xtask {task} "));
            assert!(known, "{}: unknown command `cargo xtask {task}`", page.display());
        }
    }
}

#[test]
fn anchors_and_links_are_parsed_as_on_code_hosts() {
    let page = "# Penguins (`penguins`) and Mr. Pauper's Penguins\n```\n# none\n[no](x.md)\n```\n`[no](y.md)` [a](b.md#c)\n";
    assert_eq!(links(page), ["b.md#c"]);
    assert_eq!(anchors(page), ["penguins-penguins-and-mr-paupers-penguins".to_owned()].into());
}
