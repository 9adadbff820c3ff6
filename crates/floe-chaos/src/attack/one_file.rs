//! A second server is started on the first one's database, under every name a file can have. It must be refused with a
//! sentence, and the first server must continue.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::json;

use super::game::Game;
use super::{Context, VICTIM};
use crate::folder::{Folder, is_root, unmount};
use crate::report::{Row, Verdict};
use crate::server::Setup;

/// The names, and whether they need root.
const WAYS: [(&str, bool); 7] = [
    ("the same name", false),
    ("a relative path", false),
    ("a path with ..", false),
    ("a symbolic link to the file", false),
    ("a symbolic link to the folder", false),
    ("a hard link", false),
    ("a bind mount", true),
];

pub async fn run(context: &Context) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for (way, needs_root) in WAYS {
        let name = format!("one-file/{way}");
        rows.push(match needs_root && !is_root() {
            true => Row::new(name, Verdict::Skipped("only root can mount".into())),
            false => second_server(context, way).await?,
        });
    }
    Ok(rows)
}

async fn second_server(context: &Context, way: &str) -> Result<Row, String> {
    let folder = Folder::new("one-file").map_err(|error| error.to_string())?;
    let first_home = folder.file("first");
    std::fs::create_dir(&first_home).map_err(|error| error.to_string())?;
    let first = Setup::new(&context.program, &first_home).start().await?;
    let mut game = Game::new(first.address, VICTIM).await?;
    game.play_one().await?;
    let mut setup = Setup::new(&context.program, folder.path());
    let mounted = other_name(&mut setup, way, &folder, &first_home)?;
    let second = setup.start().await;
    let still = game.play_one().await;
    let refused = match second {
        Ok(server) => {
            server.kill().await;
            None
        }
        Err(words) => Some(words.lines().last().unwrap_or_default().to_owned()),
    };
    first.kill().await;
    drop(mounted);
    // A server that fails for another reason has not noticed the first.
    let in_words =
        refused.as_ref().is_some_and(|words| words.contains("in use") || words.contains("hard link"));
    let row = Row::new(format!("one-file/{way}"), Verdict::from_bound(in_words && still.is_ok()))
        .attacked(match (&refused, &still) {
            (_, Err(words)) => format!("the first server stopped: {words}"),
            (None, _) => "a second server started".into(),
            (Some(_), Ok(_)) if in_words => "refused; the first continues".into(),
            (Some(_), Ok(_)) => "it failed for another reason".into(),
        })
        .bound("refused with a sentence")
        .figures(json!({"refused": refused, "first_goes_on": still.is_ok()}));
    Ok(match refused {
        // Paths are of no use to a reader.
        Some(words) => row.note(words.replace(&folder.path().display().to_string(), "FOLDER")),
        None => row,
    })
}

/// A mount that lasts until this is dropped.
struct Mounted(PathBuf);

impl Drop for Mounted {
    fn drop(&mut self) {
        unmount(&self.0);
    }
}

/// Names the first server's database in another way; returns what was mounted for it.
fn other_name(setup: &mut Setup, way: &str, folder: &Folder, home: &Path) -> Result<Option<Mounted>, String> {
    let failed = |error: std::io::Error| format!("{way}: {error}");
    let data = home.join("floe.db");
    match way {
        "the same name" => setup.data = data,
        "a relative path" => {
            setup.folder = Some(home.to_owned());
            setup.data = "floe.db".into();
        }
        "a path with .." => setup.data = home.join("../first/floe.db"),
        "a symbolic link to the file" => {
            setup.data = folder.file("link.db");
            std::os::unix::fs::symlink(&data, &setup.data).map_err(failed)?;
        }
        "a symbolic link to the folder" => {
            std::os::unix::fs::symlink(home, folder.file("link")).map_err(failed)?;
            setup.data = folder.file("link").join("floe.db");
        }
        "a hard link" => {
            setup.data = folder.file("hard.db");
            std::fs::hard_link(&data, &setup.data).map_err(failed)?;
        }
        _ => {
            setup.data = folder.file("mounted.db");
            std::fs::File::create(&setup.data).map_err(failed)?;
            let mounted = Command::new("mount")
                .arg("--bind")
                .args([&data, &setup.data])
                .stderr(Stdio::null())
                .status()
                .map_err(failed)?;
            if !mounted.success() {
                return Err("cannot create a bind mount".into());
            }
            return Ok(Some(Mounted(setup.data.clone())));
        }
    }
    Ok(None)
}
