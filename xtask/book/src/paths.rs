//! Maps the paths of pages in the repository to those in the book.
//!
//! Links in docs/ are those of a code host: `README.md` of a folder, `../ARCHITECTURE.md`, source files. The book has
//! the same pages under other names, and includes the files they link to.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use anyhow::{Error, Result};
use mdbook_markdown::pulldown_cmark::{Event, Options, Parser, Tag};
use mdbook_preprocessor::book::Book;
use mdbook_preprocessor::{Preprocessor, PreprocessorContext};

/// Gives pages outside docs/ a place in the book and rewrites every relative link.
pub struct Paths {
    /// The root of the repository.
    pub root: PathBuf,
    /// Files outside docs/ that pages link to; the book has them under `source/`.
    pub taken: Rc<RefCell<BTreeSet<PathBuf>>>,
}

impl Preprocessor for Paths {
    fn name(&self) -> &str {
        "paths"
    }

    fn run(&self, _: &PreprocessorContext, mut book: Book) -> Result<Book> {
        // From a page's path in the repository to its path in the book.
        let mut places = BTreeMap::new();
        book.for_each_chapter_mut(|page| {
            let (Some(path), Some(source)) = (&mut page.path, &page.source_path) else { return };
            if path == Path::new("print.md") {
                // mdBook's own name for the whole book on one page.
                *path = "paper.md".into();
            } else if path.starts_with("..") {
                *path = path.file_name().unwrap_or_default().to_ascii_lowercase().into();
            }
            places.insert(plain(&Path::new("docs").join(source)), path.clone());
        });
        let mut failed = None;
        book.for_each_chapter_mut(|page| {
            let (Some(path), Some(source)) = (&page.path, &page.source_path) else { return };
            let source = plain(&Path::new("docs").join(source));
            match self.rewrite_links(&page.content, &source, path, &places) {
                Ok(content) => page.content = content,
                Err(error) => failed = Some(error.context(source.display().to_string())),
            }
        });
        failed.map_or(Ok(book), Err)
    }
}

impl Paths {
    /// The text of a page with its links rewritten.
    fn rewrite_links(
        &self,
        text: &str,
        source: &Path,
        path: &Path,
        places: &BTreeMap<PathBuf, PathBuf>,
    ) -> Result<String> {
        let mut rewritten = String::with_capacity(text.len());
        let mut done = 0;
        for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
            let (Event::Start(Tag::Link { dest_url, .. }) | Event::Start(Tag::Image { dest_url, .. })) =
                event
            else {
                continue;
            };
            let (target, anchor) = match dest_url.split_once('#') {
                Some((target, anchor)) => (target, format!("#{anchor}")),
                None => (&*dest_url, String::new()),
            };
            if target.is_empty() || target.contains(':') {
                continue;
            }
            let target = plain(&source.parent().unwrap_or(Path::new("")).join(target));
            let place = match places.get(&target) {
                Some(place) => place.clone(),
                None => self.taken_along(&target)?,
            };
            let begin = text[range.clone()].rfind(&format!("]({dest_url}"));
            let begin = range.start
                + begin.ok_or_else(|| Error::msg(format!("write the link to {dest_url} as [text](path)")))?
                + 2;
            if begin < done {
                return Err(Error::msg(format!("a link within a link: {dest_url}")));
            }
            rewritten += &text[done..begin];
            rewritten += &format!("{}{anchor}", relative(path, &place));
            done = begin + dest_url.len();
        }
        rewritten += &text[done..];
        Ok(rewritten)
    }

    /// The place in the book of a file that is not a page. mdBook copies the files in docs/; others are added.
    fn taken_along(&self, target: &Path) -> Result<PathBuf> {
        if let Ok(within) = target.strip_prefix("docs") {
            return Ok(within.to_owned());
        }
        if !self.root.join(target).is_file() {
            return Err(Error::msg(format!("no page, picture or file at {}", target.display())));
        }
        self.taken.borrow_mut().insert(target.to_owned());
        Ok(Path::new("source").join(target))
    }
}

/// A path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

/// The relative path from a page of the book to another of its files.
fn relative(page: &Path, file: &Path) -> String {
    let up = page.components().count().saturating_sub(1);
    "../".repeat(up) + &file.to_string_lossy()
}
