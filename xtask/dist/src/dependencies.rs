//! What is inside the program that others have written: crates, npm packages, fonts and libraries.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use cargo_metadata::{CargoOpt, DependencyKind, Metadata, MetadataCommand, PackageId};
use serde_json::Value;

/// Where a component comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// A crate.
    Cargo,
    /// An npm package.
    Npm,
    /// A font or a library that no package manager brings.
    Other,
}

/// Something that others have written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// Where it comes from.
    pub source: Source,
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its licence as an SPDX expression.
    pub licence: String,
    /// The SHA-256 hash of its package, where the lock file has it.
    pub sha256: Option<String>,
    /// The keys of what it depends on.
    pub needs: BTreeSet<String>,
    /// The licences and notices that its authors wrote.
    pub texts: Vec<String>,
}

impl Component {
    /// A package URL: what names a component in a bill of materials.
    pub fn key(&self) -> String {
        let kind = match self.source {
            Source::Cargo => "cargo",
            Source::Npm => "npm",
            Source::Other => "generic",
        };
        format!("pkg:{kind}/{}@{}", self.name.replace('@', "%40"), self.version)
    }
}

/// npm packages whose code is part of the web app; the others only build and test it.
const IN_WEB_APP: &[&str] = &["svelte"];

/// Everything in the program for a target: its crates, those of the rules in WebAssembly, and the web app's packages.
pub fn components(root: &Path, triple: &str) -> Result<Vec<Component>, String> {
    let mut all = BTreeMap::new();
    for (package, triple) in [("floe-cli", triple), ("floe-wasm", "wasm32-unknown-unknown")] {
        let metadata = MetadataCommand::new()
            .manifest_path(root.join("Cargo.toml"))
            .features(CargoOpt::SomeFeatures(Vec::new()))
            .other_options(["--locked", "--filter-platform", triple].map(str::to_owned))
            .exec()
            .map_err(|error| error.to_string())?;
        all.extend(crates(&metadata, package, &checksums(root)?));
    }
    let lock = fs::read_to_string(root.join("web/package-lock.json")).map_err(|error| error.to_string())?;
    let lock: Value =
        serde_json::from_str(&lock).map_err(|error| format!("web/package-lock.json: {error}"))?;
    all.extend(npm_packages(&lock, IN_WEB_APP, &root.join("web"))?);
    all.extend(others(root, triple)?);
    Ok(all.into_values().collect())
}

/// The crates that are linked into a package, by key. Those that only build or test are left out, and so are Floe's own.
fn crates(
    metadata: &Metadata,
    package: &str,
    checksums: &BTreeMap<(String, String), String>,
) -> BTreeMap<String, Component> {
    let packages: BTreeMap<&PackageId, _> = metadata.packages.iter().map(|one| (&one.id, one)).collect();
    let nodes: BTreeMap<&PackageId, _> =
        metadata.resolve.iter().flat_map(|resolve| &resolve.nodes).map(|node| (&node.id, node)).collect();
    let linked = |id: &PackageId| -> Vec<&PackageId> {
        let node = nodes.get(id).into_iter().flat_map(|node| &node.deps);
        let normal = node.filter(|one| one.dep_kinds.iter().any(|kind| kind.kind == DependencyKind::Normal));
        normal.map(|one| &one.pkg).collect()
    };
    let mut todo: Vec<&PackageId> =
        metadata.packages.iter().filter(|one| one.name.as_str() == package).map(|one| &one.id).collect();
    let mut seen: BTreeSet<&PackageId> = todo.iter().copied().collect();
    let mut found = BTreeMap::new();
    while let Some(id) = todo.pop() {
        let needs = linked(id);
        todo.extend(needs.iter().copied().filter(|id| seen.insert(id)));
        let Some(package) = packages.get(id).filter(|package| package.source.is_some()) else { continue };
        let key = |id: &&PackageId| {
            let package = packages.get(*id)?;
            package.source.as_ref().map(|_| format!("pkg:cargo/{}@{}", package.name, package.version))
        };
        let version = package.version.to_string();
        let folder = package.manifest_path.parent().map(|folder| folder.as_std_path().to_owned());
        let component = Component {
            source: Source::Cargo,
            name: package.name.to_string(),
            sha256: checksums.get(&(package.name.to_string(), version.clone())).cloned(),
            version,
            licence: package.license.clone().unwrap_or_default().replace('/', " OR "),
            needs: needs.iter().filter_map(key).collect(),
            texts: folder.map(|folder| licence_texts(&folder)).unwrap_or_default(),
        };
        found.insert(component.key(), component);
    }
    found
}

/// The hashes in `Cargo.lock`, by name and version.
fn checksums(root: &Path) -> Result<BTreeMap<(String, String), String>, String> {
    let lock = fs::read_to_string(root.join("Cargo.lock")).map_err(|error| error.to_string())?;
    Ok(parse_checksums(&lock))
}

fn parse_checksums(lock: &str) -> BTreeMap<(String, String), String> {
    let mut checksums = BTreeMap::new();
    for package in lock.split("[[package]]").skip(1) {
        let field = |name: &str| {
            package.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = \"")?.strip_suffix('"'))
        };
        if let (Some(name), Some(version), Some(sum)) = (field("name"), field("version"), field("checksum")) {
            checksums.insert((name.to_owned(), version.to_owned()), sum.to_owned());
        }
    }
    checksums
}

/// Some npm packages and what they need, by key.
fn npm_packages(lock: &Value, names: &[&str], web: &Path) -> Result<BTreeMap<String, Component>, String> {
    let mut todo: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let mut seen: BTreeSet<String> = todo.iter().cloned().collect();
    let mut found = BTreeMap::new();
    while let Some(name) = todo.pop() {
        let entry = &lock["packages"][format!("node_modules/{name}")];
        let text = |field: &str| entry[field].as_str().map(str::to_owned);
        let version = |name: &str| {
            lock["packages"][format!("node_modules/{name}")]["version"].as_str().map(str::to_owned)
        };
        let own = version(&name).ok_or_else(|| format!("web/package-lock.json has no package {name}"))?;
        let needs = entry["dependencies"].as_object().into_iter().flatten();
        let needs: Vec<String> = needs.map(|(need, _)| need.clone()).collect();
        let keys = needs
            .iter()
            .filter_map(|need| Some(format!("pkg:npm/{}@{}", need.replace('@', "%40"), version(need)?)));
        let component = Component {
            source: Source::Npm,
            version: own,
            licence: text("license").unwrap_or_default(),
            sha256: None,
            needs: keys.collect(),
            texts: licence_texts(&web.join("node_modules").join(&name)),
            name,
        };
        found.insert(component.key(), component);
        todo.extend(needs.into_iter().filter(|need| seen.insert(need.clone())));
    }
    Ok(found)
}

/// What no package manager knows.
fn others(root: &Path, triple: &str) -> Result<BTreeMap<String, Component>, String> {
    let fonts = root.join("crates/floe-print/fonts/OFL.txt");
    let fonts = fs::read_to_string(&fonts).map_err(|error| format!("{}: {error}", fonts.display()))?;
    let rustc = Command::new("rustc").arg("--version").output().map_err(|error| error.to_string())?;
    let rustc = String::from_utf8_lossy(&rustc.stdout).split(' ').nth(1).unwrap_or_default().to_owned();
    let other = |name: &str, version: &str, licence: &str, text: &str| Component {
        source: Source::Other,
        name: name.into(),
        version: version.into(),
        licence: licence.into(),
        sha256: None,
        needs: BTreeSet::new(),
        texts: vec![text.into()],
    };
    let mut all = vec![
        other("rust-std", &rustc, "MIT OR Apache-2.0", "Copyright (c) The Rust Project Contributors"),
        other("figtree-fraunces-patrick-hand", "1", "OFL-1.1", &fonts),
        other("sqlite", "3", "blessing", "SQLite is in the public domain."),
    ];
    if triple.ends_with("musl") {
        let text =
            "musl as a whole is licensed under the MIT licence. Copyright © 2005-2020 Rich Felker, et al.";
        all.push(other("musl", "1.2", "MIT", text));
    }
    Ok(all.into_iter().map(|one| (one.key(), one)).collect())
}

/// The licences and notices in a package's folder.
fn licence_texts(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder).into_iter().flatten().flatten().collect();
    names.sort_by_key(|entry| entry.file_name());
    let is_licence = |name: &str| {
        ["license", "licence", "copying", "notice", "copyright", "unlicense"]
            .iter()
            .any(|word| name.starts_with(word))
    };
    names
        .iter()
        .filter(|entry| is_licence(&entry.file_name().to_string_lossy().to_lowercase()))
        .filter_map(|entry| fs::read_to_string(entry.path()).ok())
        .map(|text| text.replace("\r\n", "\n").trim().to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn checksums_come_from_the_lock_file() {
        let lock = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\nchecksum = \"00ff\"\n\n[[package]]\nname = \"own\"\nversion = \"2.0.0\"\n";
        let sums = parse_checksums(lock);
        assert_eq!(sums.len(), 1);
        assert_eq!(sums[&("a".to_owned(), "1.0.0".to_owned())], "00ff");
    }

    #[test]
    fn npm_packages_bring_what_they_need_and_nothing_else() {
        let lock = json!({ "packages": {
            "node_modules/svelte": { "version": "5.1.0", "license": "MIT", "dependencies": { "@one/two": "^1" } },
            "node_modules/@one/two": { "version": "1.2.3", "license": "ISC" },
            "node_modules/vite": { "version": "8.0.0", "license": "MIT" },
        }});
        let found = npm_packages(&lock, &["svelte"], Path::new("nowhere")).unwrap();
        assert_eq!(found.keys().collect::<Vec<_>>(), ["pkg:npm/%40one/two@1.2.3", "pkg:npm/svelte@5.1.0"]);
        assert!(found["pkg:npm/svelte@5.1.0"].needs.contains("pkg:npm/%40one/two@1.2.3"));
        let error = npm_packages(&lock, &["solid"], Path::new("nowhere")).unwrap_err();
        assert_eq!(error, "web/package-lock.json has no package solid");
    }

    /// Of this very workspace: what tests need is left out, and every crate says its licence.
    #[test]
    fn the_components_of_the_program_have_licences() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let all = components(&root, "x86_64-unknown-linux-musl").unwrap();
        let names: BTreeSet<&str> = all.iter().map(|one| one.name.as_str()).collect();
        for inside in ["tokio", "libsqlite3-sys", "wasm-bindgen", "svelte", "musl"] {
            assert!(names.contains(inside), "{inside} is missing");
        }
        for outside in ["proptest", "insta", "floe-games", "vite"] {
            assert!(!names.contains(outside), "{outside} is not part of the program");
        }
        for one in &all {
            assert!(!one.licence.is_empty(), "{} has no licence", one.key());
            assert_eq!(one.sha256.is_some(), one.source == Source::Cargo, "{}", one.key());
        }
    }
}
