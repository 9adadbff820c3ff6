//! `cargo xtask dist`: what people without a compiler install. Archives, Debian packages, container images and the Python
//! wheel, each with licences, a bill of materials and checksums. Says what was built and run, what was only compiled, and
//! what was skipped and why.

mod compile;
mod contents;
mod deb;
mod dependencies;
mod files;
mod image;
mod sbom;
mod targets;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use contents::{Contents, output};
use files::sha256;
use targets::{Runner, TARGETS, Target, UNSUPPORTED};

const HELP: &str = "\
cargo xtask dist [OPTION]...   make archives, packages and images in target/packages

--target NAME     only for x86_64-linux or aarch64-linux; repeatable
--only KIND       only archive, deb, image or wheel; repeatable
--twice           build the program again in another folder, and fail if a byte differs";

/// What is made.
const KINDS: [&str; 4] = ["archive", "deb", "image", "wheel"];

/// The user that runs in a container, as in other images without a shell.
const CONTAINER_USER: u64 = 65532;

const DESCRIPTION: &str = "\
nine games of shrinking boards: play, study and host them
Floe plays the Game of the Amazons, Penguins, Fish and six related games, in a
browser, in a terminal and on paper, against engines of ten levels, friends and
your own bots. It contains rules, engines, a web app and a server, and contacts
no other server.";

/// What was asked for.
#[derive(Debug, Default, PartialEq, Eq)]
struct Options {
    targets: Vec<&'static str>,
    kinds: Vec<&'static str>,
    twice: bool,
}

impl Options {
    fn parse(args: &[String]) -> Result<Options, String> {
        let mut options = Options::default();
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or_else(|| format!("{arg} needs a value"));
            match arg.as_str() {
                "--target" => {
                    let name = value()?;
                    let target = Target::find(name);
                    let names = TARGETS.each_ref().map(|target| target.name).join(" or ");
                    let target = target.ok_or_else(|| format!("unknown target '{name}'; use {names}"))?;
                    options.targets.push(target.triple);
                }
                "--only" => {
                    let name = value()?;
                    let kind = KINDS.iter().find(|kind| *kind == name);
                    let kind =
                        kind.ok_or_else(|| format!("unknown kind '{name}'; use {}", KINDS.join(", ")))?;
                    options.kinds.push(kind);
                }
                "--twice" => options.twice = true,
                _ => return Err(format!("unknown option '{arg}'\n\n{HELP}")),
            }
        }
        Ok(options)
    }

    fn wants(&self, kind: &str) -> bool {
        self.kinds.is_empty() || self.kinds.contains(&kind)
    }

    fn wants_target(&self, target: &Target) -> bool {
        let wanted = self.targets.is_empty() || self.targets.contains(&target.triple);
        wanted && KINDS.iter().any(|kind| *kind != "wheel" && self.wants(kind))
    }
}

/// A release in the making.
struct Release {
    root: PathBuf,
    folder: PathBuf,
    version: &'static str,
    /// When the commit was made: the time of everything in the packages.
    time: u64,
    /// What was made: the name of the file and its size, and what is to be said about it.
    made: Vec<(String, usize, String)>,
}

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    if args.iter().any(|arg| arg == "--help" || arg == "help") {
        println!("{HELP}");
        return ExitCode::SUCCESS;
    }
    let options = match Options::parse(&args) {
        Ok(options) => options,
        Err(why) => {
            eprintln!("xtask: {why}");
            return ExitCode::from(2);
        }
    };
    match release(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("xtask: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Makes everything that is wanted; returns whether nothing failed.
fn release(options: &Options) -> Result<bool, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = fs::canonicalize(&root).map_err(|error| error.to_string())?;
    let folder = root.join("target/packages");
    fs::create_dir_all(folder.join("tools")).map_err(|error| format!("{}: {error}", folder.display()))?;
    let time = commit_time(&root)?;
    let version = env!("CARGO_PKG_VERSION");
    let mut release = Release { root, folder, version, time, made: Vec::new() };
    let mut failed = Vec::new();
    let wanted: Vec<&Target> = TARGETS.iter().filter(|target| options.wants_target(target)).collect();
    if !wanted.is_empty() && !release.root.join("web/dist/index.html").exists() {
        return Err("the web app is missing from web/dist; `cargo xtask web` builds it".into());
    }
    for target in wanted {
        if let Err(why) = release.target(target, options) {
            failed.push(format!("{}: {why}", target.name));
        }
    }
    if options.wants("wheel")
        && options.targets.is_empty()
        && let Err(why) = release.wheel()
    {
        failed.push(format!("wheel: {why}"));
    }
    release.checksums()?;
    println!("== dist: in {}", release.folder.display());
    for (name, size, note) in &release.made {
        println!("{name:<44} {:>6.1} MB   {note}", *size as f64 / 1e6);
    }
    if options.targets.is_empty() {
        for (name, why) in UNSUPPORTED {
            println!("skipped: {name}, since {why}");
        }
    }
    for why in &failed {
        println!("failed: {why}");
    }
    Ok(failed.is_empty())
}

/// `SOURCE_DATE_EPOCH`, or when the commit was made.
fn commit_time(root: &Path) -> Result<u64, String> {
    if let Ok(epoch) = env::var("SOURCE_DATE_EPOCH") {
        return epoch.parse().map_err(|_| format!("SOURCE_DATE_EPOCH is '{epoch}'; use a number of seconds"));
    }
    let time = output(Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(root))?;
    String::from_utf8_lossy(&time)
        .trim()
        .parse()
        .map_err(|_| "git does not say when the commit was made".into())
}

impl Release {
    fn target(&mut self, target: &Target, options: &Options) -> Result<(), String> {
        let tools = self.folder.join("tools");
        println!("== dist: floe for {} (some minutes the first time)", target.triple);
        let program = compile::program(&self.root, &tools, target, self.time)?;
        let mut note = "compiled, not run: no emulator here".to_owned();
        let runner = target.runner();
        if let Some(runner) = runner {
            let text = output(runner.command(&program).arg("--version"))?;
            // A known number: all sequences of two moves of Amazons.
            let count = output(runner.command(&program).args(["perft", "amazons", "--depth", "2"]))?;
            if !String::from_utf8_lossy(&count).contains("4307152") {
                return Err(format!("floe perft counts wrongly: {}", String::from_utf8_lossy(&count).trim()));
            }
            note =
                format!("{}: {}", runner.as_str(), String::from_utf8_lossy(&text).trim().replace('\n', "; "));
        }
        if options.twice {
            self.same_again(target, &program, &tools)?;
            note += "; a second build has the same bytes";
        }
        let speaks = match runner {
            Some(runner) => (runner, program.clone()),
            None => (Runner::Native, self.for_this_machine()?),
        };
        let components = dependencies::components(&self.root, target.triple)?;
        let of = (program.as_path(), (speaks.0, speaks.1.as_path()));
        let contents = Contents::collect(&self.root, target, of, &components, (self.version, self.time))?;
        let failed = |error: std::io::Error| error.to_string();
        let name = format!("floe-{}-{}", self.version, target.name);
        if options.wants("archive") {
            let files = contents.archive().below(&name);
            let packed = files::gzip(&files.tar("", self.time).map_err(failed)?).map_err(failed)?;
            self.write(format!("{name}.tar.gz"), &packed, &note)?;
            self.write(format!("{name}.cdx.json"), &contents.bill, "the bill of materials alone")?;
        }
        if options.wants("deb") {
            let control = deb::Control {
                version: self.version,
                architecture: target.architecture,
                description: DESCRIPTION,
            };
            let package = deb::package(&control, &contents.debian()?, self.time).map_err(failed)?;
            let file = format!("floe_{}_{}.deb", self.version, target.architecture);
            self.write(file, &package, "the same program")?;
        }
        if options.wants("image") {
            let settings = image::Settings {
                name: &format!("floe:{}", self.version),
                architecture: target.architecture,
                version: self.version,
                entrypoint: &["/usr/bin/floe"],
                command: &["serve", "--listen", "0.0.0.0:7878", "--data", "/data/floe.db"],
                user: CONTAINER_USER,
                data: "/data",
                port: 7878,
            };
            let files = contents.image(CONTAINER_USER, settings.data);
            let image = image::image(&settings, &files, self.time).map_err(failed)?;
            let note = format!("the same program; {:.1} MB unpacked", image.unpacked as f64 / 1e6);
            self.write(
                format!("floe-{}-image-{}.tar", self.version, target.architecture),
                &image.tar,
                &note,
            )?;
        }
        Ok(())
    }

    /// Builds the same sources in another folder and compares the programs.
    fn same_again(&self, target: &Target, program: &Path, tools: &Path) -> Result<(), String> {
        let copy = self.folder.join("again");
        println!("== dist: the same again in {}", copy.display());
        let _ = fs::remove_dir_all(&copy);
        let list = output(Command::new("git").args(["ls-files", "-z"]).current_dir(&self.root))?;
        let list = String::from_utf8_lossy(&list).into_owned();
        let web = files::read_folder(&self.root.join("web/dist")).map_err(|error| error.to_string())?;
        let built = web.keys().map(|path| format!("web/dist/{path}"));
        for path in list.split_terminator('\0').map(str::to_owned).chain(built) {
            let (from, to) = (self.root.join(&path), copy.join(&path));
            let folder = to.parent().unwrap_or(&copy);
            fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
            fs::copy(&from, &to).map_err(|error| format!("{}: {error}", from.display()))?;
        }
        let again = compile::program(&copy, tools, target, self.time)?;
        let read = |path: &Path| fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
        let (one, other) = (read(program)?, read(&again)?);
        if one != other {
            let at = one.iter().zip(&other).position(|(a, b)| a != b).unwrap_or(one.len().min(other.len()));
            return Err(format!("the second build in {} differs from byte {at} on", copy.display()));
        }
        Ok(())
    }

    /// A program for this machine: for targets whose programs cannot be run here.
    fn for_this_machine(&self) -> Result<PathBuf, String> {
        let mut cargo = compile::cargo();
        cargo
            .args(["build", "--quiet", "--profile", "quick", "--package", "floe-cli"])
            .current_dir(&self.root);
        output(&mut cargo)?;
        Ok(self.root.join("target/quick/floe"))
    }

    /// The wheel of the Python package, made and tried by `cargo xtask python`.
    fn wheel(&mut self) -> Result<(), String> {
        let made = compile::cargo().args(["xtask", "python"]).current_dir(&self.root).status();
        if !made.is_ok_and(|status| status.success()) {
            return Err("cargo xtask python failed".into());
        }
        let wheels =
            files::read_folder(&self.root.join("target/wheels")).map_err(|error| error.to_string())?;
        for (name, wheel) in wheels.into_iter().filter(|(name, _)| name.ends_with(".whl")) {
            self.write(name, &wheel, "built, and run in a clean environment")?;
        }
        Ok(())
    }

    fn write(&mut self, name: String, content: &[u8], note: &str) -> Result<(), String> {
        let path = self.folder.join(&name);
        fs::write(&path, content).map_err(|error| format!("{}: {error}", path.display()))?;
        self.made.push((name, content.len(), note.to_owned()));
        Ok(())
    }

    /// Writes the checksums of everything in the folder, of earlier runs too.
    fn checksums(&mut self) -> Result<(), String> {
        let failed = |error: std::io::Error| error.to_string();
        let entries = fs::read_dir(&self.folder).map_err(failed)?.flatten();
        let mut names: Vec<String> = entries
            .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()))
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .filter(|name| name != "SHA256SUMS")
            .collect();
        names.sort();
        let mut sums = String::new();
        for name in names {
            let content = fs::read(self.folder.join(&name)).map_err(failed)?;
            sums += &format!("{}  {name}\n", sha256(&content));
        }
        fs::write(self.folder.join("SHA256SUMS"), sums).map_err(failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Options, String> {
        Options::parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn options_choose_targets_and_kinds() {
        let all = parse("").unwrap();
        assert!(
            KINDS.iter().all(|kind| all.wants(kind)) && TARGETS.iter().all(|target| all.wants_target(target))
        );
        let some = parse("--target arm64 --only deb --only image --twice").unwrap();
        assert!(some.twice && some.wants("deb") && some.wants("image") && !some.wants("archive"));
        assert_eq!(TARGETS.each_ref().map(|target| some.wants_target(target)), [false, true]);
        let wheel = parse("--only wheel").unwrap();
        assert!(TARGETS.iter().all(|target| !wheel.wants_target(target)));
    }

    #[test]
    fn unknown_options_are_refused() {
        for (line, why) in [
            ("--target windows", "unknown target 'windows'; use x86_64-linux or aarch64-linux"),
            ("--only zip", "unknown kind 'zip'; use archive, deb, image, wheel"),
            ("--only", "--only needs a value"),
        ] {
            assert_eq!(parse(line), Err(why.to_owned()));
        }
        assert!(parse("--fast").unwrap_err().starts_with("unknown option '--fast'\n"));
    }
}
