//! The web app's files, held in memory from startup, so that no request reads the disk.

use std::collections::HashMap;
use std::path::Path;
use std::{fs, io};

use axum::body::Bytes;
use include_dir::{Dir, include_dir};
use sha2::{Digest, Sha256};

/// The web app, if it was there when the program was compiled; `build.rs` names the folder.
static WEB_APP: Dir<'_> = include_dir!("$FLOE_EMBEDDED_FILES");

/// A small page that needs no build: enough to play, and to see that the server works.
static SMALL_PAGE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/page");

/// Maximum number of files, and of bytes in all of them.
const MAX_FILES: usize = 5_000;
const MAX_BYTES: u64 = 128 << 20;

/// A file of the web app.
pub struct File {
    /// Its content type.
    pub kind: &'static str,
    /// Does its name change with its content?
    pub lasts: bool,
    /// A hash of its content.
    pub tag: String,
    /// The plain bytes.
    pub plain: Bytes,
    /// Compressed with Brotli.
    pub brotli: Option<Bytes>,
    /// Compressed with gzip.
    pub gzip: Option<Bytes>,
}

/// All files, by their path without the leading slash.
pub struct Page {
    files: HashMap<String, File>,
}

impl Page {
    /// Reads the files of a folder; with an empty path, the built-in ones.
    pub fn read(folder: &Path) -> io::Result<Page> {
        if folder.as_os_str().is_empty() {
            let embedded = if WEB_APP.entries().is_empty() { &SMALL_PAGE } else { &WEB_APP };
            let mut files = HashMap::new();
            collect_embedded(embedded, &mut files);
            return Ok(Page::from_files(files));
        }
        let in_folder = |error: io::Error| {
            io::Error::new(error.kind(), format!("the page in {}: {error}", folder.display()))
        };
        let mut files = HashMap::new();
        let mut left = MAX_BYTES;
        collect(folder, "", &mut files, &mut left).map_err(in_folder)?;
        if !files.contains_key("index.html") {
            let message =
                "there is no index.html; `page` names the folder that `cargo xtask web` fills, web/dist";
            return Err(in_folder(io::Error::new(io::ErrorKind::NotFound, message)));
        }
        Ok(Page::from_files(files))
    }

    fn from_files(all: HashMap<String, Bytes>) -> Page {
        let mut files = HashMap::new();
        for (name, plain) in &all {
            let original = name.strip_suffix(".br").or_else(|| name.strip_suffix(".gz"));
            if original.is_some_and(|original| all.contains_key(original)) {
                continue;
            }
            let file = File {
                kind: kind(name),
                lasts: name.starts_with("assets/"),
                tag: crate::ids::hex(&Sha256::digest(plain)[..16]),
                brotli: all.get(&format!("{name}.br")).cloned(),
                gzip: all.get(&format!("{name}.gz")).cloned(),
                plain: plain.clone(),
            };
            files.insert(name.clone(), file);
        }
        Page { files }
    }

    /// The file at a path. A path without a dot is a route of the web app and leads to its one document; `None` for a
    /// missing file.
    pub fn find(&self, path: &str) -> Option<&File> {
        let path = path.trim_start_matches('/');
        let known = self.files.get(path);
        if known.is_some() || path.contains('.') || path.starts_with("assets/") {
            return known;
        }
        self.files.get("index.html")
    }
}

fn collect_embedded(folder: &Dir<'static>, files: &mut HashMap<String, Bytes>) {
    for file in folder.files() {
        // The paths are those of the machine that compiled the program.
        let name = file.path().to_string_lossy().replace('\\', "/");
        files.insert(name, Bytes::from_static(file.contents()));
    }
    folder.dirs().for_each(|folder| collect_embedded(folder, files));
}

fn collect(folder: &Path, under: &str, files: &mut HashMap<String, Bytes>, left: &mut u64) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let name = if under.is_empty() { name } else { format!("{under}/{name}") };
        if entry.path().is_dir() {
            collect(&entry.path(), &name, files, left)?;
            continue;
        }
        let bytes = fs::read(entry.path())?;
        *left = left.checked_sub(bytes.len() as u64).ok_or_else(|| {
            io::Error::other(format!("it is larger than {} MiB; is it the right folder?", MAX_BYTES >> 20))
        })?;
        files.insert(name, Bytes::from(bytes));
        if files.len() > MAX_FILES {
            return Err(io::Error::other(format!(
                "it has more than {MAX_FILES} files; is it the right folder?"
            )));
        }
    }
    Ok(())
}

/// The content type of a file, from its extension.
fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
