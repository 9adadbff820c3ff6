//! A bill of materials in CycloneDX 1.5, and the licences of everything in it as one text.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::dependencies::{Component, Source};
use crate::files::sha256;
use crate::image::timestamp;

/// The bill of materials of a version for a target.
pub fn bill_of_materials(version: &str, triple: &str, components: &[Component], time: u64) -> Value {
    let own = format!("pkg:generic/floe@{version}");
    let needed: Vec<&String> = components.iter().flat_map(|one| &one.needs).collect();
    let parts: Vec<Value> = components.iter().map(described).collect();
    // What nothing else needs is needed by Floe itself.
    let roots = components.iter().map(Component::key).filter(|key| !needed.contains(&key));
    let mut graph = vec![json!({ "ref": own, "dependsOn": roots.collect::<Vec<_>>() })];
    graph.extend(components.iter().map(|one| json!({ "ref": one.key(), "dependsOn": one.needs })));
    let mut bill = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": "",
        "version": 1,
        "metadata": {
            "timestamp": timestamp(time),
            "tools": [{ "vendor": "Floe", "name": "cargo xtask dist" }],
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": "floe",
                "version": version,
                "purl": own,
                "licenses": [{ "expression": "MIT OR Apache-2.0" }],
                "properties": [{ "name": "floe:target", "value": triple }],
            },
        },
        "components": parts,
        "dependencies": graph,
    });
    // A number that follows from the content, in the form of a random UUID.
    let hash = sha256(bill.to_string().as_bytes());
    bill["serialNumber"] = json!(format!(
        "urn:uuid:{}-{}-4{}-8{}-{}",
        &hash[..8],
        &hash[8..12],
        &hash[13..16],
        &hash[17..20],
        &hash[20..32]
    ));
    bill
}

fn described(one: &Component) -> Value {
    let mut part = json!({
        "type": "library",
        "bom-ref": one.key(),
        "name": one.name,
        "version": one.version,
        "purl": one.key(),
        "licenses": [{ "expression": one.licence }],
    });
    if let Some(sum) = &one.sha256 {
        part["hashes"] = json!([{ "alg": "SHA-256", "content": sum }]);
    }
    part
}

/// The licences of all components: a list, then every text once with the components that it belongs to.
pub fn licences(version: &str, components: &[Component]) -> String {
    let mut text = format!(
        "Floe {version} is licensed under MIT or Apache-2.0, at your option. It contains the work of others:\n\n"
    );
    let mut texts: BTreeMap<String, (String, Vec<String>)> = BTreeMap::new();
    for one in components {
        let Component { name, version, licence, .. } = one;
        let kind = match one.source {
            Source::Cargo => "crate",
            Source::Npm => "npm package",
            Source::Other => "other",
        };
        let _ = writeln!(text, "{name} {version} ({kind}): {licence}");
        for own in &one.texts {
            // Texts that differ only in their line breaks are the same.
            let words = own.split_whitespace().collect::<Vec<_>>().join(" ");
            texts
                .entry(words)
                .or_insert_with(|| (own.clone(), Vec::new()))
                .1
                .push(format!("{name} {version}"));
        }
    }
    for (own, owners) in texts.values() {
        let _ = write!(text, "\n{}\n{}\n\n{own}\n", "=".repeat(80), owners.join(", "));
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn component(name: &str, needs: &[&str]) -> Component {
        Component {
            source: Source::Cargo,
            name: name.into(),
            version: "1.2.3".into(),
            licence: "MIT".into(),
            sha256: Some("00".into()),
            needs: needs.iter().map(|name| format!("pkg:cargo/{name}@1.2.3")).collect(),
            texts: vec![format!("Permission is hereby granted,\nfree of charge")],
        }
    }

    #[test]
    fn a_bill_lists_every_component_once_and_connects_them() {
        let parts = [component("a", &["b"]), component("b", &[])];
        let bill = bill_of_materials("1.0.0", "x86_64-unknown-linux-musl", &parts, 1_700_000_000);
        assert_eq!(bill["bomFormat"], "CycloneDX");
        assert_eq!(bill["components"][0]["purl"], "pkg:cargo/a@1.2.3");
        assert_eq!(bill["components"][0]["hashes"][0]["content"], "00");
        assert_eq!(bill["dependencies"][0]["dependsOn"], json!(["pkg:cargo/a@1.2.3"]));
        assert_eq!(bill["dependencies"][1]["dependsOn"], json!(["pkg:cargo/b@1.2.3"]));
        let refs: BTreeSet<&str> =
            bill["dependencies"].as_array().unwrap().iter().filter_map(|one| one["ref"].as_str()).collect();
        assert_eq!(refs.len(), 3);
        let serial = bill["serialNumber"].as_str().unwrap();
        assert_eq!((serial.len(), &serial[..9]), (45, "urn:uuid:"));
        assert_eq!(bill, bill_of_materials("1.0.0", "x86_64-unknown-linux-musl", &parts, 1_700_000_000));
        let other = bill_of_materials("1.0.1", "x86_64-unknown-linux-musl", &parts, 1_700_000_000);
        assert_ne!(bill["serialNumber"], other["serialNumber"]);
    }

    #[test]
    fn a_licence_is_printed_once_for_all_that_have_it() {
        let mut other = component("b", &[]);
        other.texts = vec!["Permission is  hereby granted, free of\ncharge".into(), "NOTICE of b".into()];
        let text = licences("1.0.0", &[component("a", &[]), other]);
        assert_eq!(text.matches("Permission is").count(), 1);
        assert!(text.contains("\na 1.2.3, b 1.2.3\n"), "{text}");
        assert!(text.contains("a 1.2.3 (crate): MIT\n"), "{text}");
        assert!(text.contains("\nb 1.2.3\n\nNOTICE of b\n"), "{text}");
    }
}
