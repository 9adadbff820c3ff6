//! The appearance of the book, taken from the web app, so that colours are defined in one place.

use std::fs;
use std::path::Path;

use anyhow::{Context, Error, Result};

/// Writes the theme folder: the web app's icon, its fonts, and its colours under the names of mdBook's themes.
pub fn gather(root: &Path) -> Result<()> {
    let theme = root.join("target/book-theme");
    let fonts = theme.join("fonts");
    fs::create_dir_all(&fonts).with_context(|| format!("cannot create {}", fonts.display()))?;
    copy(&root.join("web/public/icon.svg"), &theme.join("favicon.svg"))?;

    let style = root.join("web/src/style");
    let tokens =
        fs::read_to_string(style.join("tokens.css")).context("cannot read web/src/style/tokens.css")?;
    let mut css = String::new();
    for (file, family) in [("figtree.woff2", "Figtree"), ("fraunces.woff2", "Fraunces")] {
        copy(&style.join("fonts").join(file), &fonts.join(file))?;
        css += &format!(
            "@font-face{{font-family:\"{family}\";src:url({file}) format(\"woff2\");font-weight:100 900;font-display:swap}}\n"
        );
    }
    css += &format!(".light,html:not(.js){{{}}}\n", colours(&tokens, "ice-light")?);
    css += &format!(".navy{{{}}}\n", colours(&tokens, "ice-dark")?);
    fs::write(fonts.join("fonts.css"), css).context("cannot write the book's colours")
}

/// The text between the braces of a theme.
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
    fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
    Ok(())
}
