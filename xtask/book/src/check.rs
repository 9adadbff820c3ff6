//! Checks of the built book: every link leads somewhere, and nothing is fetched from elsewhere.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result};

/// Checks a built book and returns the number of its pages.
pub fn check_book(book: &Path) -> Result<usize> {
    let mut files = Vec::new();
    list(book, &mut files)?;
    let mut pages = BTreeMap::new();
    let mut errors = Vec::new();
    for file in &files {
        let end = file.extension().and_then(|end| end.to_str()).unwrap_or_default();
        if !["html", "css"].contains(&end) {
            continue;
        }
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        if end == "html" {
            pages.insert(file.clone(), text);
        } else if text.contains("url(http") || text.contains("url(\"http") || text.contains("@import") {
            errors.push(format!("{} fetches something from elsewhere", file.display()));
        }
    }
    for (page, text) in &pages {
        for (tag, address) in addresses(text) {
            if let Some(problem) = problem_with(page, tag, address, &pages) {
                let shown = page.strip_prefix(book).unwrap_or(page).display();
                errors.push(format!("{shown}: {address} {problem}"));
            }
        }
    }
    if errors.is_empty() {
        return Ok(pages.len());
    }
    errors.sort();
    errors.dedup();
    Err(Error::msg(errors.join("\n      ")))
}

/// What is wrong with an address, if anything.
fn problem_with(
    page: &Path,
    tag: &str,
    address: &str,
    pages: &BTreeMap<PathBuf, String>,
) -> Option<&'static str> {
    if address.contains("://") || address.starts_with("//") {
        return (tag != "a").then_some("would be fetched from elsewhere");
    }
    if address.starts_with("data:") || address.starts_with("javascript:") {
        return None;
    }
    let (file, anchor) = address.split_once('#').unwrap_or((address, ""));
    let target = match file {
        "" => page.to_owned(),
        file => page.parent()?.join(file),
    };
    let Ok(target) = target.canonicalize() else { return Some("leads nowhere") };
    let there = anchor.is_empty()
        || pages.get(&target).is_some_and(|text| text.contains(&format!("id=\"{anchor}\"")));
    (!there).then_some("names an anchor that its page does not have")
}

/// Every `href` and `src`, with the name of its tag.
fn addresses(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split('<').skip(1).filter_map(|rest| {
        let tag = rest.split('>').next()?;
        let name = tag.split_whitespace().next()?;
        let address = [" href=\"", " src=\""].iter().find_map(|attribute| tag.split(attribute).nth(1))?;
        Some((name, address.split('"').next()?))
    })
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let folder = folder.canonicalize().with_context(|| format!("{} does not exist", folder.display()))?;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
