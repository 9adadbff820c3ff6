//! Builds a book of docs/ with mdBook: `cargo xtask book` runs this.

mod check;
mod paths;
mod theme;

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;

use anyhow::{Context, Result};
use mdbook_driver::MDBook;

fn main() -> ExitCode {
    tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::WARN)
        .without_time()
        .with_target(false)
        .with_writer(std::io::stderr)
        .init();
    match build() {
        Ok(pages) => {
            println!("{pages} pages in target/book; start with target/book/index.html");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("book: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the book and checks it; returns the number of pages.
fn build() -> Result<usize> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.join("../..").canonicalize()?;
    theme::gather(&root)?;
    let mut book = MDBook::load(here)?;
    let taken = Rc::default();
    book.with_preprocessor(paths::Paths { root: root.clone(), taken: Rc::clone(&taken) });
    book.build()?;
    let built = root.join("target/book");
    for file in taken.borrow().iter() {
        let copy = built.join("source").join(file);
        fs::create_dir_all(copy.parent().unwrap_or(&built))?;
        fs::copy(root.join(file), &copy).with_context(|| format!("cannot copy {}", file.display()))?;
    }
    check::check_book(&built)
}
