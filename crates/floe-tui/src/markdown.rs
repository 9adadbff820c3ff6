//! Markdown as text for a terminal: what the pages of rules use of it, which a test checks.

/// The page as text with lines of at most `width` characters, except for tables and examples. Headings are bold in a
/// terminal.
pub fn render(page: &str, width: usize, bold: bool) -> String {
    let mut text = Text { out: String::new(), width, bold };
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        if line.trim_start().starts_with("```") {
            for line in lines.by_ref().take_while(|line| !line.trim_start().starts_with("```")) {
                text.out += &format!("    {line}\n");
            }
        } else if line.trim_start().starts_with('|') {
            let mut rows = vec![cells(line)];
            while let Some(line) = lines.next_if(|line| line.trim_start().starts_with('|')) {
                rows.push(cells(line));
            }
            text.table(&rows, line.len() - line.trim_start().len());
        } else if let Some(heading) = line.strip_prefix('#') {
            let level = line.len() - line.trim_start_matches('#').len();
            text.heading(heading.trim_start_matches('#').trim(), level);
        } else if line.trim().is_empty() || line.trim_start().starts_with("<!--") {
            text.blank();
        } else {
            // A paragraph or an item of a list, with the lines that continue it.
            let indent = line.len() - line.trim_start().len();
            let mut words = line.trim().to_owned();
            while let Some(more) = lines.next_if(|next| continues(next)) {
                words += &format!(" {}", more.trim());
            }
            text.paragraph(&inline(&words), indent);
        }
    }
    text.out.trim_end().to_owned() + "\n"
}

/// Does this line continue the paragraph or item before it?
fn continues(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.starts_with(['|', '#']) && !line.starts_with("```") && marker(line) == 0
}

/// The length of the mark of a list item, `- ` or `12. `.
fn marker(line: &str) -> usize {
    let digits = line.chars().take_while(char::is_ascii_digit).count();
    match digits {
        0 if line.starts_with("- ") || line.starts_with("* ") => 2,
        1..=3 if line[digits..].starts_with(". ") => digits + 2,
        _ => 0,
    }
}

/// The cells of a line of a table.
fn cells(line: &str) -> Vec<String> {
    let line = line.trim().trim_start_matches('|').trim_end_matches('|').replace("\\|", "\u{0}");
    line.split('|').map(|cell| inline(cell.trim()).replace('\u{0}', "|")).collect()
}

/// Text without links and emphasis; code keeps its quotes, which tell it from words.
fn inline(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['`', '[', '!', '*']) {
        let (before, from) = rest.split_at(at);
        out += before;
        if let Some((code, after)) = from.strip_prefix('`').and_then(|from| from.split_once('`')) {
            out += &format!("`{code}`");
            rest = after;
        } else if let Some((label, after)) = link(from.strip_prefix('!').unwrap_or(from)) {
            out += &inline(label);
            rest = after;
        } else if let Some((words, after)) = from.strip_prefix("**").and_then(|from| from.split_once("**")) {
            out += &inline(words);
            rest = after;
        } else if let Some((words, after)) = emphasis(from) {
            out += words;
            rest = after;
        } else {
            let next = from.chars().next().map_or(0, char::len_utf8);
            out += &from[..next];
            rest = &from[next..];
        }
    }
    out + rest
}

/// The label of a link and what follows it.
fn link(text: &str) -> Option<(&str, &str)> {
    let (label, after) = text.strip_prefix('[')?.split_once("](")?;
    let (_, after) = after.split_once(')')?;
    Some((label, after))
}

/// Words between single stars.
fn emphasis(text: &str) -> Option<(&str, &str)> {
    let (words, after) = text.strip_prefix('*')?.split_once('*')?;
    (!words.is_empty() && !words.starts_with(' ') && !words.ends_with(' ')).then_some((words, after))
}

struct Text {
    out: String,
    width: usize,
    bold: bool,
}

impl Text {
    /// An empty line, but never two.
    fn blank(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    /// A heading; outside a terminal those of the first two levels are underlined.
    fn heading(&mut self, heading: &str, level: usize) {
        self.blank();
        let heading = inline(heading).replace('`', "");
        match (self.bold, level) {
            (true, _) => self.out += &format!("\u{1b}[1m{heading}\u{1b}[0m\n"),
            (false, 1) => self.out += &format!("{heading}\n{}\n", "=".repeat(heading.chars().count())),
            (false, 2) => self.out += &format!("{heading}\n{}\n", "-".repeat(heading.chars().count())),
            (false, _) => self.out += &format!("{heading}:\n"),
        }
        self.blank();
    }

    /// Words in lines; those after the first are indented below the text of an item.
    fn paragraph(&mut self, words: &str, indent: usize) {
        let hang = indent + marker(words);
        let mut line = " ".repeat(indent);
        let mut empty = true;
        for word in words.split_whitespace() {
            if !empty && line.chars().count() + 1 + word.chars().count() > self.width {
                self.out += &format!("{}\n", line.trim_end());
                line = " ".repeat(hang);
                empty = true;
            }
            if !empty {
                line.push(' ');
            }
            line += word;
            empty = false;
        }
        self.out += &format!("{line}\n");
    }

    /// Columns as wide as their widest cell; the last one is wrapped to what is left of the line.
    fn table(&mut self, rows: &[Vec<String>], indent: usize) {
        let is_rule = |row: &Vec<String>| {
            row.iter().all(|cell| cell.chars().all(|c| "-: ".contains(c)) && !cell.is_empty())
        };
        let rows: Vec<&Vec<String>> = rows.iter().filter(|row| !is_rule(row)).collect();
        let columns = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        let width_of = |column: usize| {
            rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width_of).collect();
        let before: usize =
            indent + 2 + widths.iter().take(columns.saturating_sub(1)).map(|width| width + 2).sum::<usize>();
        let last = self.width.saturating_sub(before).max(24);
        for (number, row) in rows.iter().enumerate() {
            let mut line = " ".repeat(indent + 2);
            for (cell, width) in row.iter().zip(&widths).take(columns.saturating_sub(1)) {
                line += &format!("{cell:<width$}  ");
            }
            let cell = row.get(columns.saturating_sub(1)).map_or("", String::as_str);
            for (n, piece) in wrapped(cell, last).iter().enumerate() {
                let start = if n == 0 { line.clone() } else { " ".repeat(before) };
                self.out += &format!("{}\n", format!("{start}{piece}").trim_end());
            }
            if number == 0 {
                let total: usize = before - indent - 2 + widths.last().copied().unwrap_or(0).min(last);
                self.out += &format!("{:1$}{2}\n", "", indent + 2, "-".repeat(total));
            }
        }
    }
}

/// Words in lines of at most a width; at least one line.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut();
        match line {
            Some(line) if line.is_empty() || line.chars().count() + 1 + word.chars().count() <= width => {
                if !line.is_empty() {
                    line.push(' ');
                }
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_becomes_text() {
        let page = "# The game (`x`)\n\nMove an *amazon*, **then** [shoot](a.md#b) an\narrow.\n\n1. One `a-b`\n   more\n2. Two\n   - three\n\n\
                    ```\n  a  b\n```\n\n| switch | meaning |\n|---|---|\n| `rows` | `\"a \\| b\"`: the size |\n";
        let expected = "The game (x)\n============\n\nMove an amazon, then shoot an\narrow.\n\n1. One `a-b` more\n2. Two\n   - three\n\n\
                        \x20     a  b\n\n  switch  meaning\n  ---------------------------\n  `rows`  `\"a | b\"`: the size\n";
        assert_eq!(render(page, 30, false), expected);
        assert!(render(page, 30, true).starts_with("\u{1b}[1mThe game (x)\u{1b}[0m\n"));
    }
}
