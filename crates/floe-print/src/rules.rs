//! The rules of a game on paper: as a page, or in the space that a sheet leaves.

use floe_games::Manifest;
use floe_games::switches::RuleSet;
use floe_games::{Refusal, Start, open};

use crate::page::{Anchor, GREY, Page, Type};
use crate::sheets::{Area, PaperSize, Sheets, changed_rules, footer};

/// The paragraphs of a page of rules, without its markup.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulesText(Vec<String>);

impl RulesText {
    /// The section `Rules` of a page in Markdown, without its tables and examples.
    pub fn from_markdown(page: &str) -> RulesText {
        let section = page.split_once("\n## Rules\n").map_or("", |(_, rest)| rest);
        let section = section.split("\n## ").next().unwrap_or_default();
        let (mut paragraphs, mut fenced, mut open) = (Vec::<String>::new(), false, false);
        for line in section.lines() {
            let text = line.trim();
            if text.starts_with("```") {
                fenced = !fenced;
            }
            if fenced || text.is_empty() || text.starts_with(['`', '|', '#', '<']) {
                open = false;
                continue;
            }
            let numbered = text.split_once(". ").is_some_and(|(n, _)| n.chars().all(|c| c.is_ascii_digit()));
            match paragraphs.last_mut().filter(|_| open && !numbered && !text.starts_with("- ")) {
                Some(last) => *last += &format!(" {text}"),
                None => paragraphs.push(text.to_owned()),
            }
            open = true;
        }
        RulesText(paragraphs.iter().map(|paragraph| plain(paragraph)).collect())
    }

    /// Whether there is nothing to print.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text from the top of an area, in the largest size in which all of it fits; false if it fits in none.
    pub(crate) fn fit(&self, page: &mut Page, area: Area) -> bool {
        // As a list, or in small spaces as one running text.
        let running = RulesText(vec![self.0.join("  ")]);
        let tries = [9.0, 8.5, 8.0, 7.5, 7.0].into_iter().map(|size| (self, size));
        let tries = tries.chain([8.0, 7.5, 7.0, 6.5].into_iter().map(|size| (&running, size)));
        let fitting = tries.into_iter().find(|(text, size)| text.height(*size, area.width) <= area.height);
        let Some((text, size)) = fitting.filter(|_| !self.0.is_empty() && area.width >= 40.0) else {
            return false;
        };
        page.text(area.x, area.y + 4.0, Anchor::Start, Type::hand(size * 1.4), "Rules");
        let style = Type::plain(size).shade(GREY);
        let mut y = area.y + 5.0 + style.leading() * 1.4;
        for paragraph in &text.0 {
            y = page.lines(area.x, y, area.width, style, paragraph) + GAP;
        }
        true
    }

    fn height(&self, size: f32, width: f32) -> f32 {
        let style = Type::plain(size);
        let lines: usize = self.0.iter().map(|paragraph| style.wrap(paragraph, width).len()).sum();
        5.0 + style.leading() * (lines as f32 + 1.4) + GAP * self.0.len() as f32
    }
}

/// The space after a paragraph, in millimetres.
const GAP: f32 = 0.9;

/// Text without emphasis, links and signs that the fonts lack.
fn plain(text: &str) -> String {
    let text = text.replace("squares ■", "squares").replace("circles ●", "circles");
    let mut text = text.replace('■', "squares").replace('●', "circles").replace(['`', '*'], "");
    // [text](target)
    while let Some(middle) = text.find("](") {
        let (Some(start), Some(end)) = (text[..middle].rfind('['), text[middle..].find(')')) else { break };
        let words = text[start + 1..middle].to_owned();
        text.replace_range(start..=middle + end, &words);
    }
    text
}

/// The rules of a game on pages of their own: what the game is, how it is played, the switches that were changed.
pub fn rules_page(
    entry: &Manifest,
    rules: &RuleSet,
    text: &RulesText,
    paper: PaperSize,
) -> Result<Sheets, Refusal> {
    if text.is_empty() {
        return Err(Refusal::unsupported(format!("there is no page of rules for {}", entry.id)));
    }
    let table = open(rules, Start::Seed(0))?;
    let mut sheets = Sheets::new(entry.name, paper, footer(entry, table.rules(), None));
    add_rules_page(&mut sheets, entry, table.rules(), text);
    Ok(sheets.finish())
}

/// Adds the pages of rules to other sheets.
pub(crate) fn add_rules_page(sheets: &mut Sheets, entry: &Manifest, rules: &RuleSet, text: &RulesText) {
    let heading = format!("{}: rules", entry.name);
    let style = Type::plain(11.0);
    let (_, area) = sheets.page(&heading, entry.about);
    let mut y = area.y + style.leading();
    let changed = changed_rules(entry, rules);
    let house = (!changed.is_empty()).then(|| format!("On this board: {}.", changed.join(", ")));
    for paragraph in text.0.iter().chain(&house) {
        let tall = style.wrap(paragraph, area.width).len() as f32 * style.leading();
        if y + tall > area.bottom() {
            sheets.page(&heading, entry.about);
            y = area.y + style.leading();
        }
        y = sheets.last().lines(area.x, y, area.width, style, paragraph) + 2.2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_left_out() {
        let page = "# Game\n\n## Rules\n\n1. Draw squares ■, **four**\n   of them.\n2. See [there](a.md#b) and `d4`.\n\n\
                    ```\n1 2\n```\n\n| a | b |\n\nThe end.\n\n## Switches\n\nno\n";
        let text = RulesText::from_markdown(page);
        assert_eq!(text.0, ["1. Draw squares, four of them.", "2. See there and d4.", "The end."]);
        assert!(RulesText::from_markdown("# Game\n").is_empty());
    }
}
