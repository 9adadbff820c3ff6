//! Validated cases from the people who still play Fish, where available.

use std::path::Path;

use floe_wire::fish::HARNESSES;
use serde_json::Value;

#[test]
fn validated_cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/fish-cases");
    if !folder.is_dir() {
        println!("skipped: no folder of validated cases next to the project; the generated ones still run");
        return;
    }
    let mut cases = 0;
    let mut failures = Vec::new();
    for (name, harness) in HARNESSES {
        for entry in std::fs::read_dir(folder.join(name)).into_iter().flatten().flatten() {
            let file = entry.path();
            let Some(stem) =
                file.file_name().and_then(|n| n.to_str()).and_then(|n| n.strip_suffix("-in.json"))
            else {
                continue;
            };
            let input = std::fs::read_to_string(&file).unwrap();
            let expected = std::fs::read_to_string(file.with_file_name(format!("{stem}-out.json"))).unwrap();
            let expected: Value = serde_json::from_str(&expected).unwrap();
            cases += 1;
            match harness(&input) {
                Ok(answer) if answer == expected => {}
                other => failures.push(format!("{name}/{stem}: {other:?}, not {expected}")),
            }
        }
    }
    assert!(failures.is_empty(), "{} of {cases} failed:\n{}", failures.len(), failures.join("\n"));
    assert!(cases > 100, "{cases} cases");
}
