//! The suite is only as good as its rule sets: every switch must be changed in one of them.

use floe_games::registry;
use floe_games::switches::SwitchKind;
use serde_json::json;

use crate::common::cases;

#[test]
fn every_value_of_every_switch_is_played() {
    let cases = cases();
    for entry in registry::GAMES {
        for switch in entry.switches() {
            // `fish` has another name in some games; one game that changes it is enough for the family.
            let values: Vec<_> = cases.iter().map(|case| case.set.get(switch.name)).collect();
            match switch.kind {
                SwitchKind::Choice(words) => {
                    let missing: Vec<_> =
                        words.iter().filter(|word| !values.contains(&&json!(word))).collect();
                    assert!(missing.is_empty(), "{}: {} is never {missing:?}", entry.id, switch.name);
                }
                _ => {
                    assert!(
                        values.iter().any(|value| *value != values[0]),
                        "{} is never changed",
                        switch.name
                    )
                }
            }
        }
    }
}
