//! What goes into an archive, a package and an image.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::dependencies::Component;
use crate::files::{Files, gzip, read_folder};
use crate::sbom::{bill_of_materials, licences};
use crate::targets::{Runner, Target};

/// The parts of a release for one target, before they are packed.
pub struct Contents {
    /// The program.
    pub program: Vec<u8>,
    /// Manual pages by file name.
    pub manuals: Vec<(String, Vec<u8>)>,
    /// Completion scripts by shell.
    pub completions: Vec<(&'static str, Vec<u8>)>,
    /// The bill of materials.
    pub bill: Vec<u8>,
    /// The licences of everything in the program.
    pub licences: String,
    /// Further files of the repository by name.
    pub texts: Vec<(&'static str, Vec<u8>)>,
}

/// Shells with completions, and the name of the script as each shell looks for it.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "floe.bash"),
    ("zsh", "_floe"),
    ("fish", "floe.fish"),
    ("powershell", "_floe.ps1"),
    ("elvish", "floe.elv"),
];

/// Files of the repository that come with the program.
const TEXTS: [(&str, &str); 6] = [
    ("README.md", "README.md"),
    ("CHANGELOG.md", "CHANGELOG.md"),
    ("INSTALL.md", "docs/install.md"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("floe.service", "deploy/floe.service"),
];

impl Contents {
    /// Collects them. `speaks` is a program of the same sources that runs here: it writes the manual pages and completions.
    pub fn collect(
        root: &Path,
        target: &Target,
        (program, speaks): (&Path, (Runner, &Path)),
        components: &[Component],
        (version, time): (&str, u64),
    ) -> Result<Contents, String> {
        let read = |path: &Path| fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
        let scratch = root.join("target/packages/man");
        let _ = fs::remove_dir_all(&scratch);
        output(speaks.0.command(speaks.1).arg("man").arg(&scratch))?;
        let manuals = read_folder(&scratch).map_err(|error| format!("{}: {error}", scratch.display()))?;
        let mut completions = Vec::new();
        for (shell, _) in SHELLS {
            completions.push((shell, output(speaks.0.command(speaks.1).args(["completions", shell]))?));
        }
        let bill: Value = bill_of_materials(version, target.triple, components, time);
        let mut texts = Vec::new();
        for (name, path) in TEXTS {
            texts.push((name, read(&root.join(path))?));
        }
        Ok(Contents {
            program: read(program)?,
            manuals: manuals.into_iter().collect(),
            completions,
            bill: serde_json::to_vec_pretty(&bill).map_err(|error| error.to_string())?,
            licences: licences(version, components),
            texts,
        })
    }

    /// The files of an archive, below a folder of its name.
    pub fn archive(&self) -> Files {
        let mut files = Files::default();
        files.add_program("floe", self.program.clone());
        for (name, page) in &self.manuals {
            files.add(format!("man/man1/{name}"), page.clone());
        }
        for (shell, script) in &self.completions {
            let name = SHELLS.iter().find(|(name, _)| name == shell).map_or(*shell, |(_, name)| name);
            files.add(format!("completions/{name}"), script.clone());
        }
        for (name, text) in &self.texts {
            files.add(*name, text.clone());
        }
        files.add("THIRD-PARTY-LICENSES.txt", self.licences.clone());
        files.add("sbom.cdx.json", self.bill.clone());
        files
    }

    /// The files of a Debian package.
    pub fn debian(&self) -> Result<Files, String> {
        let packed = |content: &[u8]| gzip(content).map_err(|error| error.to_string());
        let mut files = Files::default();
        files.add_program("usr/bin/floe", self.program.clone());
        for (name, page) in &self.manuals {
            files.add(format!("usr/share/man/man1/{name}.gz"), packed(page)?);
        }
        for (shell, script) in &self.completions {
            let path = match *shell {
                "bash" => "usr/share/bash-completion/completions/floe",
                "zsh" => "usr/share/zsh/vendor-completions/_floe",
                "fish" => "usr/share/fish/vendor_completions.d/floe.fish",
                _ => continue,
            };
            files.add(path, script.clone());
        }
        let text = |name: &str| self.texts.iter().find(|(one, _)| *one == name).map(|(_, text)| text.clone());
        let mit = String::from_utf8_lossy(&text("LICENSE-MIT").unwrap_or_default()).into_owned();
        let copyright = format!(
            "Floe is licensed under MIT or Apache-2.0 (/usr/share/common-licenses/Apache-2.0), at your option.\n\n{mit}\n{}",
            self.licences
        );
        files.add("usr/share/doc/floe/copyright", copyright);
        files.add("usr/share/doc/floe/changelog.gz", packed(&text("CHANGELOG.md").unwrap_or_default())?);
        files.add("usr/share/doc/floe/README.md", text("README.md").unwrap_or_default());
        files.add("usr/share/doc/floe/INSTALL.md", text("INSTALL.md").unwrap_or_default());
        files.add("usr/share/doc/floe/sbom.cdx.json", self.bill.clone());
        let unit = String::from_utf8_lossy(&text("floe.service").unwrap_or_default()).into_owned();
        files.add("usr/share/doc/floe/examples/floe.service", unit.replace("/usr/local/bin/", "/usr/bin/"));
        Ok(files)
    }

    /// The files of an image.
    pub fn image(&self, user: u64, data: &str) -> Files {
        let mut files = Files::default();
        files.add_program("usr/bin/floe", self.program.clone());
        files.add("etc/passwd", format!("floe:x:{user}:{user}:Floe:{data}:/usr/bin/floe\n"));
        files.add("etc/group", format!("floe:x:{user}:\n"));
        files.add_directory(data.trim_start_matches('/'), 0o755, user);
        files.add_directory("tmp", 0o1777, 0);
        files.add("usr/share/doc/floe/LICENSES.txt", self.licences.clone());
        files.add("usr/share/doc/floe/sbom.cdx.json", self.bill.clone());
        files
    }
}

/// What a command prints; it must succeed.
pub fn output(command: &mut Command) -> Result<Vec<u8>, String> {
    let shown = format!("{command:?}");
    let output = command.output().map_err(|error| format!("{shown}: {error}"))?;
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(format!("{shown} failed: {}", String::from_utf8_lossy(&output.stderr).trim())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Contents {
        Contents {
            program: b"program".to_vec(),
            manuals: vec![("floe.1".into(), b".TH floe".to_vec())],
            completions: SHELLS.map(|(shell, _)| (shell, shell.as_bytes().to_vec())).to_vec(),
            bill: b"{}".to_vec(),
            licences: "MIT".into(),
            texts: TEXTS.map(|(name, _)| (name, b"/usr/local/bin/floe".to_vec())).to_vec(),
        }
    }

    #[test]
    fn every_package_has_the_program_and_the_licences() {
        let (archive, debian, image) =
            (sample().archive(), sample().debian().unwrap(), sample().image(65532, "/data"));
        for (files, program, licences) in [
            (&archive, "floe", "THIRD-PARTY-LICENSES.txt"),
            (&debian, "usr/bin/floe", "usr/share/doc/floe/copyright"),
            (&image, "usr/bin/floe", "usr/share/doc/floe/LICENSES.txt"),
        ] {
            assert_eq!(files.0[program].mode, 0o755);
            let text = files.0[licences].content.clone().unwrap();
            assert!(String::from_utf8(text).unwrap().contains("MIT"));
        }
        assert!(archive.0.contains_key("completions/_floe") && archive.0.contains_key("man/man1/floe.1"));
        assert!(debian.0.contains_key("usr/share/man/man1/floe.1.gz"));
        let unit = debian.0["usr/share/doc/floe/examples/floe.service"].content.clone().unwrap();
        assert_eq!(unit, b"/usr/bin/floe");
        assert_eq!(image.0["data"].owner, 65532);
    }

    /// The files that are packed exist in the repository.
    #[test]
    fn packed_files_exist() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for (_, path) in TEXTS {
            assert!(root.join(path).is_file(), "{path} is missing");
        }
    }
}
