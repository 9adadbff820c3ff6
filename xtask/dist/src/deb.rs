//! A Debian package: an `ar` archive of a version, what the package says about itself, and its files.

use std::fmt::Write as _;
use std::io;

use crate::files::{File, Files, gzip};

/// What a package says about itself.
pub struct Control<'a> {
    /// The version of Floe.
    pub version: &'a str,
    /// `amd64`, `arm64`.
    pub architecture: &'a str,
    /// The first line is a summary.
    pub description: &'a str,
}

impl Control<'_> {
    fn text(&self, kilobytes: u64) -> String {
        let Control { version, architecture, description } = self;
        let mut lines = description.lines();
        let mut text = format!(
            "Package: floe\nVersion: {version}\nArchitecture: {architecture}\n\
             Maintainer: The Floe developers <floe@localhost>\nInstalled-Size: {kilobytes}\nSection: games\n\
             Priority: optional\nDescription: {}\n",
            lines.next().unwrap_or_default()
        );
        for line in lines {
            let _ = writeln!(text, " {}", if line.is_empty() { "." } else { line });
        }
        text
    }
}

/// The package of some files.
pub fn package(control: &Control<'_>, files: &Files, time: u64) -> io::Result<Vec<u8>> {
    let bytes: u64 = contents(files).map(|(_, content)| content.len() as u64).sum();
    let mut sums = String::new();
    for (path, content) in contents(files) {
        let _ = writeln!(sums, "{}  {path}", md5(content));
    }
    let mut about = Files::default();
    about.add("control", control.text(bytes.div_ceil(1024)));
    about.add("md5sums", sums);
    let members = [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", gzip(&about.tar("./", time)?)?),
        ("data.tar.gz", gzip(&files.tar("./", time)?)?),
    ];
    Ok(ar(&members, time))
}

fn contents(files: &Files) -> impl Iterator<Item = (&String, &Vec<u8>)> {
    files.0.iter().filter_map(|(path, File { content, .. })| Some((path, content.as_ref()?)))
}

/// The checksum that `dpkg --verify` compares.
fn md5(content: &[u8]) -> String {
    use md5::{Digest, Md5};
    base16ct::lower::encode_string(&Md5::digest(content))
}

/// An `ar` archive, with the names in their headers.
fn ar(members: &[(&str, Vec<u8>)], time: u64) -> Vec<u8> {
    let mut archive = b"!<arch>\n".to_vec();
    for (name, content) in members {
        let header = format!("{name:<16}{time:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, "100644", content.len());
        archive.extend(header.bytes());
        archive.extend(content);
        if content.len() % 2 == 1 {
            archive.push(b'\n');
        }
    }
    archive
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    const CONTROL: Control<'_> = Control {
        version: "1.0.0",
        architecture: "amd64",
        description: "Nine games\nPlay them.\n\nAnywhere.",
    };

    fn sample() -> Vec<u8> {
        let mut files = Files::default();
        files.add_program("usr/bin/floe", "program");
        files.add("usr/share/doc/floe/copyright", "MIT");
        package(&CONTROL, &files, 1_700_000_000).unwrap()
    }

    /// The members of an `ar` archive by name.
    fn members(mut archive: &[u8]) -> Vec<(String, Vec<u8>)> {
        archive = archive.strip_prefix(b"!<arch>\n").expect("the magic bytes");
        let mut members = Vec::new();
        while !archive.is_empty() {
            let (header, rest) = archive.split_at(60);
            let text = std::str::from_utf8(header).unwrap();
            assert!(text.ends_with("`\n"), "{text:?}");
            let size: usize = text[48..58].trim().parse().unwrap();
            members.push((text[..16].trim().to_owned(), rest[..size].to_vec()));
            archive = &rest[size + size % 2..];
        }
        members
    }

    fn unpacked(member: &[u8]) -> Vec<(String, String)> {
        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(member));
        let entries = archive.entries().unwrap().map(|entry| {
            let mut entry = entry.unwrap();
            let path = String::from_utf8(entry.path_bytes().into_owned()).unwrap();
            let mut text = String::new();
            entry.read_to_string(&mut text).unwrap();
            (path, text)
        });
        entries.collect()
    }

    #[test]
    fn a_package_has_its_three_members_in_order() {
        let members = members(&sample());
        let names: Vec<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["debian-binary", "control.tar.gz", "data.tar.gz"]);
        assert_eq!(members[0].1, b"2.0\n");
        let control = unpacked(&members[1].1);
        assert_eq!(control[0].0, "./control");
        assert_eq!(
            control[0].1,
            "Package: floe\nVersion: 1.0.0\nArchitecture: amd64\nMaintainer: The Floe developers <floe@localhost>\n\
             Installed-Size: 1\nSection: games\nPriority: optional\nDescription: Nine games\n Play them.\n .\n Anywhere.\n"
        );
        let sums = "a9c449d4fa44e9e5a41c574ae55ce4d9  usr/bin/floe\n";
        assert!(control[1].1.starts_with(sums), "{}", control[1].1);
        let data = unpacked(&members[2].1);
        assert!(data.contains(&("./usr/bin/floe".to_owned(), "program".to_owned())), "{data:?}");
    }

    #[test]
    fn the_same_files_give_the_same_package() {
        assert_eq!(sample(), sample());
    }
}
