//! Tells the program the commit it was built from, for `floe --version`. `FLOE_COMMIT` says it where there is no repository;
//! without either the version has no commit. The same commit gives the same program.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=FLOE_COMMIT");
    let commit = std::env::var("FLOE_COMMIT").ok().or_else(|| {
        // The file of the branch changes with every commit, HEAD when another branch is checked out.
        let branch = git(&["symbolic-ref", "--quiet", "HEAD"]);
        for name in ["HEAD".to_owned(), "packed-refs".to_owned()].into_iter().chain(branch) {
            let file = git(&["rev-parse", "--git-path", &name]).filter(|file| Path::new(file).exists());
            file.into_iter().for_each(|file| println!("cargo:rerun-if-changed={file}"));
        }
        git(&["rev-parse", "--short=10", "HEAD"])
    });
    let commit = commit.unwrap_or_default();
    let is_plain =
        commit.len() <= 64 && commit.chars().all(|c| c.is_ascii_alphanumeric() || "-._+".contains(c));
    println!("cargo:rustc-env=FLOE_COMMIT={}", if is_plain { &commit } else { "" });
}

/// What git says, if it is there and knows the folder.
fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}
