//! The look of the book, taken from the page, so that there is one place for colours.

use std::fs;
use std::path::Path;

use anyhow::{Context, Error, Result};

/// Writes the theme's folder: the page's icon, its fonts, and its colours under the names of mdBook's themes.
pub fn gather(root: &Path) -> Result<()> {
    let theme = root.join("target/book-theme");
    let fonts = theme.join("fonts");
    fs::create_dir_all(&fonts).with_context(|| format!("{} cannot be made", fonts.display()))?;
    copy(&root.join("web/public/icon.svg"), &theme.join("favicon.svg"))?;

    let style = root.join("web/src/style");
    let tokens =
        fs::read_to_string(style.join("tokens.css")).context("web/src/style/tokens.css cannot be read")?;
    let mut css = String::new();
    for (file, family) in [("figtree.woff2", "Figtree"), ("fraunces.woff2", "Fraunces")] {
        copy(&style.join("fonts").join(file), &fonts.join(file))?;
        css += &format!(
            "@font-face{{font-family:\"{family}\";src:url({file}) format(\"woff2\");font-weight:100 900;font-display:swap}}\n"
        );
    }
    css += &format!(".light,html:not(.js){{{}}}\n", colours(&tokens, "ice-light")?);
    css += &format!(".navy{{{}}}\n", colours(&tokens, "ice-dark")?);
    fs::write(fonts.join("fonts.css"), css).context("the book's colours cannot be written")
}

/// What stands between the braces of a theme.
fn colours<'a>(tokens: &'a str, theme: &str) -> Result<&'a str> {
    let begin = format!("[data-theme=\"{theme}\"]{{");
    let block = tokens.split(&begin).nth(1).and_then(|rest| rest.split('}').next());
    block.ok_or_else(|| {
        Error::msg(format!(
            "web/src/style/tokens.css has no theme {theme}; the book takes its colours from there"
        ))
    })
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).with_context(|| format!("{} cannot be copied", from.display()))?;
    Ok(())
}
