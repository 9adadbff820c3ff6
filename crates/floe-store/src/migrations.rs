//! Migrations as the folders `migrations/` have them.

use std::path::Path;

use sqlx::migrate::Migrator;

/// Checks that every migration in a folder is listed, with its number and its name.
pub(crate) fn compare(folder: &Path, listed: &Migrator) {
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap());
    let mut files: Vec<(String, String)> = files
        .map(|file| {
            let name = file.file_name().into_string().unwrap();
            (name, std::fs::read_to_string(file.path()).unwrap())
        })
        .collect();
    files.sort();
    let named = listed.iter().map(|step| {
        let name = format!("{:04}_{}.sql", step.version, step.description.replace(' ', "_"));
        (name, step.sql.as_str().to_owned())
    });
    assert_eq!(named.collect::<Vec<_>>(), files);
}
