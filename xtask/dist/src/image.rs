//! A container image from scratch: one layer with a static program, in an OCI image layout that is a tar archive.
//!
//! The archive also has the index of `docker save`, so that `podman load`, `docker load` and `skopeo` all read it.

use std::io;

use serde_json::{Value, json};

use crate::files::{Files, gzip, sha256};

/// What is run in a container of the image, by whom and where.
pub struct Settings<'a> {
    /// The name and tag that `load` gives it.
    pub name: &'a str,
    /// `amd64`, `arm64`.
    pub architecture: &'a str,
    /// The version of Floe.
    pub version: &'a str,
    /// The program and the arguments that are always given.
    pub entrypoint: &'a [&'a str],
    /// The arguments if a user gives none.
    pub command: &'a [&'a str],
    /// The numbers of the user and its group.
    pub user: u64,
    /// The working directory, a volume.
    pub data: &'a str,
    /// The port that it listens on.
    pub port: u16,
}

const MANIFEST: &str = "application/vnd.oci.image.manifest.v1+json";
const CONFIG: &str = "application/vnd.oci.image.config.v1+json";
const LAYER: &str = "application/vnd.oci.image.layer.v1.tar+gzip";

/// An image, and its size once it is unpacked.
pub struct Image {
    /// The tar archive.
    pub tar: Vec<u8>,
    /// The size of its files.
    pub unpacked: usize,
}

/// The image of some files.
pub fn image(settings: &Settings<'_>, files: &Files, time: u64) -> io::Result<Image> {
    let created = timestamp(time);
    let plain = files.tar("", time)?;
    let layer = gzip(&plain)?;
    let port = format!("{}/tcp", settings.port);
    let config = json!({
        "architecture": settings.architecture,
        "os": "linux",
        "created": created,
        "config": {
            "User": format!("{0}:{0}", settings.user),
            "Entrypoint": settings.entrypoint,
            "Cmd": settings.command,
            "WorkingDir": settings.data,
            "Volumes": { settings.data: {} },
            "ExposedPorts": { port: {} },
            "Labels": {
                "org.opencontainers.image.title": "Floe",
                "org.opencontainers.image.version": settings.version,
                "org.opencontainers.image.licenses": "MIT OR Apache-2.0",
            },
        },
        "rootfs": { "type": "layers", "diff_ids": [format!("sha256:{}", sha256(&plain))] },
        "history": [{ "created": created, "created_by": "cargo xtask dist" }],
    });
    let config = serde_json::to_vec(&config)?;
    let manifest = serde_json::to_vec(&json!({
        "schemaVersion": 2,
        "mediaType": MANIFEST,
        "config": descriptor(CONFIG, &config),
        "layers": [descriptor(LAYER, &layer)],
    }))?;
    let mut index = descriptor(MANIFEST, &manifest);
    index["platform"] = json!({ "architecture": settings.architecture, "os": "linux" });
    index["annotations"] = json!({ "org.opencontainers.image.ref.name": settings.version });
    let docker = json!([{
        "Config": blob(&config),
        "RepoTags": [settings.name],
        "Layers": [blob(&layer)],
    }]);
    let mut tar = Files::default();
    tar.add("oci-layout", serde_json::to_vec(&json!({ "imageLayoutVersion": "1.0.0" }))?);
    tar.add("index.json", serde_json::to_vec(&json!({ "schemaVersion": 2, "manifests": [index] }))?);
    tar.add("manifest.json", serde_json::to_vec(&docker)?);
    for content in [config, manifest, layer] {
        tar.add(blob(&content), content);
    }
    let unpacked = files.0.values().filter_map(|file| file.content.as_ref()).map(Vec::len).sum();
    Ok(Image { tar: tar.tar("", time)?, unpacked })
}

fn blob(content: &[u8]) -> String {
    format!("blobs/sha256/{}", sha256(content))
}

fn descriptor(kind: &str, content: &[u8]) -> Value {
    json!({ "mediaType": kind, "digest": format!("sha256:{}", sha256(content)), "size": content.len() })
}

/// Seconds since 1970 as a date and time (Howard Hinnant's algorithm for civil dates).
pub fn timestamp(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) = (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    let year = year + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", rest / 3600, rest / 60 % 60, rest % 60)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::io::Read;

    use super::*;

    const SETTINGS: Settings<'_> = Settings {
        name: "floe:1.0.0",
        architecture: "arm64",
        version: "1.0.0",
        entrypoint: &["/usr/bin/floe"],
        command: &["serve"],
        user: 65532,
        data: "/data",
        port: 7878,
    };

    fn sample() -> Vec<u8> {
        let mut files = Files::default();
        files.add_program("usr/bin/floe", "program");
        files.add_directory("data", 0o755, 65532);
        image(&SETTINGS, &files, 1_700_000_000).unwrap().tar
    }

    fn unpacked(tar: &[u8]) -> BTreeMap<String, Vec<u8>> {
        let mut archive = tar::Archive::new(tar);
        let files = archive.entries().unwrap().map(|entry| {
            let mut entry = entry.unwrap();
            let path = String::from_utf8(entry.path_bytes().into_owned()).unwrap();
            let mut content = Vec::new();
            entry.read_to_end(&mut content).unwrap();
            (path, content)
        });
        files.collect()
    }

    /// Follows the digests from the index to the files of the layer, as a container engine does.
    #[test]
    fn every_digest_leads_to_its_blob() {
        let files = unpacked(&sample());
        let parse = |content: &[u8]| serde_json::from_slice::<Value>(content).unwrap();
        let follow = |descriptor: &Value| {
            let digest = descriptor["digest"].as_str().unwrap().strip_prefix("sha256:").unwrap();
            let content = &files[&format!("blobs/sha256/{digest}")];
            assert_eq!(sha256(content), digest);
            assert_eq!(descriptor["size"], content.len());
            content
        };
        assert_eq!(parse(&files["oci-layout"]), json!({ "imageLayoutVersion": "1.0.0" }));
        let index = parse(&files["index.json"]);
        assert_eq!(index["manifests"][0]["platform"]["architecture"], "arm64");
        let manifest = parse(follow(&index["manifests"][0]));
        let config = parse(follow(&manifest["config"]));
        assert_eq!(config["config"]["Entrypoint"], json!(["/usr/bin/floe"]));
        assert_eq!(config["config"]["User"], "65532:65532");
        assert_eq!(config["created"], "2023-11-14T22:13:20Z");
        let mut layer = Vec::new();
        let packed = follow(&manifest["layers"][0]).as_slice();
        flate2::read::GzDecoder::new(packed).read_to_end(&mut layer).unwrap();
        assert_eq!(config["rootfs"]["diff_ids"], json!([format!("sha256:{}", sha256(&layer))]));
        assert_eq!(unpacked(&layer)["usr/bin/floe"], b"program");
        let docker = parse(&files["manifest.json"]);
        assert_eq!(docker[0]["RepoTags"], json!(["floe:1.0.0"]));
        assert!(files.contains_key(docker[0]["Config"].as_str().unwrap()));
        assert!(files.contains_key(docker[0]["Layers"][0].as_str().unwrap()));
    }

    #[test]
    fn the_same_files_give_the_same_image() {
        assert_eq!(sample(), sample());
    }

    #[test]
    fn seconds_as_dates() {
        let dates = [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_709_251_199, "2024-02-29T23:59:59Z"),
            (4_102_444_800, "2100-01-01T00:00:00Z"),
        ];
        for (seconds, date) in dates {
            assert_eq!(timestamp(seconds), date);
        }
    }
}
