//! Files as they are packed: sorted, owned by root, and all of the same age, so that the same content gives the same bytes.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use flate2::{Compression, GzBuilder};
use sha2::{Digest, Sha256};

/// A file to pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its bytes; a directory has none.
    pub content: Option<Vec<u8>>,
    /// Its permissions.
    pub mode: u32,
    /// The user and the group that own it.
    pub owner: u64,
}

/// Files by path, without a leading slash.
#[derive(Clone, Debug, Default)]
pub struct Files(pub BTreeMap<String, File>);

impl Files {
    /// Adds a file that everyone may read.
    pub fn add(&mut self, path: impl Into<String>, content: impl Into<Vec<u8>>) {
        let file = File { content: Some(content.into()), mode: 0o644, owner: 0 };
        self.0.insert(path.into(), file);
    }

    /// Adds a program.
    pub fn add_program(&mut self, path: impl Into<String>, content: impl Into<Vec<u8>>) {
        let file = File { content: Some(content.into()), mode: 0o755, owner: 0 };
        self.0.insert(path.into(), file);
    }

    /// Adds a directory with its owner. Those that only contain something are added by themselves.
    pub fn add_directory(&mut self, path: impl Into<String>, mode: u32, owner: u64) {
        self.0.insert(path.into(), File { content: None, mode, owner });
    }

    /// The same files below a folder.
    pub fn below(&self, folder: &str) -> Files {
        Files(self.0.iter().map(|(path, file)| (format!("{folder}/{path}"), file.clone())).collect())
    }

    /// A tar archive. Paths begin with `prefix`; every directory comes before what it contains.
    pub fn tar(&self, prefix: &str, time: u64) -> io::Result<Vec<u8>> {
        let mut all = self.0.clone();
        for path in self.0.keys() {
            for (at, _) in path.match_indices('/') {
                let parent = File { content: None, mode: 0o755, owner: 0 };
                all.entry(path[..at].to_owned()).or_insert(parent);
            }
        }
        let mut tar = tar::Builder::new(Vec::new());
        for (path, file) in &all {
            let mut header = tar::Header::new_gnu();
            header.set_mode(file.mode);
            header.set_uid(file.owner);
            header.set_gid(file.owner);
            header.set_mtime(time);
            let content = file.content.as_deref().unwrap_or_default();
            header.set_size(content.len() as u64);
            let (kind, end) = match file.content {
                Some(_) => (tar::EntryType::Regular, ""),
                None => (tar::EntryType::Directory, "/"),
            };
            header.set_entry_type(kind);
            // Not `append_data`, which drops the leading `./` that Debian's tools write.
            let name = format!("{prefix}{path}{end}");
            let field = &mut header.as_old_mut().name;
            if name.len() > field.len() {
                return Err(io::Error::other(format!("{name}: the path is too long for a tar archive")));
            }
            field[..name.len()].copy_from_slice(name.as_bytes());
            header.set_cksum();
            tar.append(&header, content)?;
        }
        tar.into_inner()
    }
}

/// Compresses with gzip, without a name or a time.
pub fn gzip(content: &[u8]) -> io::Result<Vec<u8>> {
    // 255 is an unknown operating system: the bytes do not depend on the one that made them.
    let mut gzip = GzBuilder::new().operating_system(255).write(Vec::new(), Compression::best());
    gzip.write_all(content)?;
    gzip.finish()
}

/// The SHA-256 hash in hexadecimal digits.
pub fn sha256(content: &[u8]) -> String {
    base16ct::lower::encode_string(&Sha256::digest(content))
}

/// Reads the files of a folder, those in its folders too.
pub fn read_folder(folder: &Path) -> io::Result<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_dir() {
            let below = read_folder(&entry.path())?;
            files.extend(below.into_iter().map(|(path, content)| (format!("{name}/{path}"), content)));
        } else {
            files.insert(name, fs::read(entry.path())?);
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn sample(reversed: bool) -> Files {
        let mut files = Files::default();
        let mut names = vec![("usr/bin/floe", true), ("usr/share/doc/floe/README.md", false)];
        if reversed {
            names.reverse();
        }
        for (name, program) in names {
            match program {
                true => files.add_program(name, name),
                false => files.add(name, name),
            }
        }
        files.add_directory("data", 0o700, 65532);
        files
    }

    #[test]
    fn the_same_files_give_the_same_bytes_in_any_order() {
        let [one, other] = [false, true].map(|reversed| sample(reversed).tar("./", 1_700_000_000).unwrap());
        assert_eq!(one, other);
        assert_eq!(gzip(&one).unwrap(), gzip(&other).unwrap());
        assert_ne!(one, sample(false).tar("./", 1_700_000_001).unwrap());
    }

    #[test]
    fn an_archive_has_every_directory_before_its_files_and_nothing_of_the_builder() {
        let tar = sample(false).tar("./", 1_700_000_000).unwrap();
        let mut archive = tar::Archive::new(tar.as_slice());
        let mut list = Vec::new();
        for entry in archive.entries().unwrap() {
            let mut entry = entry.unwrap();
            let header = entry.header().clone();
            assert_eq!(
                (header.mtime().unwrap(), header.uid().unwrap()),
                (1_700_000_000, header.gid().unwrap())
            );
            let path = String::from_utf8(entry.path_bytes().into_owned()).unwrap();
            let mut content = String::new();
            entry.read_to_string(&mut content).unwrap();
            list.push((path, header.mode().unwrap(), header.uid().unwrap(), content));
        }
        let shown: Vec<(&str, u32, u64, &str)> =
            list.iter().map(|(path, mode, uid, content)| (&**path, *mode, *uid, &**content)).collect();
        let expected = [
            ("./data/", 0o700, 65532, ""),
            ("./usr/", 0o755, 0, ""),
            ("./usr/bin/", 0o755, 0, ""),
            ("./usr/bin/floe", 0o755, 0, "usr/bin/floe"),
            ("./usr/share/", 0o755, 0, ""),
            ("./usr/share/doc/", 0o755, 0, ""),
            ("./usr/share/doc/floe/", 0o755, 0, ""),
            ("./usr/share/doc/floe/README.md", 0o644, 0, "usr/share/doc/floe/README.md"),
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn a_path_that_does_not_fit_is_an_error() {
        let mut files = Files::default();
        files.add("x".repeat(101), "");
        let error = files.tar("", 0).unwrap_err().to_string();
        assert!(error.ends_with("the path is too long for a tar archive"), "{error}");
    }

    #[test]
    fn gzip_has_no_time_and_no_name() {
        let packed = gzip(b"ice").unwrap();
        assert_eq!(packed[..10], [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);
        let mut text = String::new();
        flate2::read::GzDecoder::new(packed.as_slice()).read_to_string(&mut text).unwrap();
        assert_eq!(text, "ice");
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
