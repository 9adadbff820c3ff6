//! Who sits in a seat or enters a tournament.

use serde::{Deserialize, Serialize};

/// Who sits in a seat. Logs and indexes name users by their id alone, so that users can be renamed and deleted; what is
/// sent to clients also has their name ([`Occupant::named`]).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case", from = "Members")]
pub enum Occupant {
    /// The seat is free.
    #[default]
    Open,
    /// A user, who may be a bot.
    #[serde(rename = "person")]
    User {
        /// The id.
        user: String,
        /// What is known of the user apart from the id; nothing in logs and indexes.
        #[serde(flatten, skip_serializing_if = "UserInfo::is_unknown")]
        info: UserInfo,
    },
    /// A built-in engine.
    Engine {
        /// Its level.
        level: String,
    },
}

/// What is known of a user apart from the id.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UserInfo {
    /// The name.
    pub name: String,
    /// Is it a bot?
    pub bot: bool,
    /// The rating at this game, in rated games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub rating: Option<i32>,
}

impl UserInfo {
    fn is_unknown(&self) -> bool {
        self.name.is_empty()
    }
}

/// The members of every kind of occupant. Which of them are there says what it is: early logs have another `kind` of
/// user, and early indexes none.
#[derive(Deserialize)]
struct Members {
    user: Option<String>,
    level: Option<String>,
    name: Option<String>,
    bot: Option<bool>,
    rating: Option<i32>,
}

impl From<Members> for Occupant {
    fn from(members: Members) -> Occupant {
        let Members { user, level, name, bot, rating } = members;
        match (user, level) {
            (Some(user), _) => {
                let name = name.unwrap_or_default();
                let info = UserInfo { name, bot: bot.unwrap_or_default(), rating };
                Occupant::User { user, info }
            }
            (None, Some(level)) => Occupant::Engine { level },
            (None, None) => Occupant::Open,
        }
    }
}

impl Occupant {
    /// A user.
    pub fn user(id: impl Into<String>) -> Occupant {
        Occupant::User { user: id.into(), info: UserInfo::default() }
    }

    /// An engine.
    pub fn engine(level: impl Into<String>) -> Occupant {
        Occupant::Engine { level: level.into() }
    }

    /// Is the seat free?
    pub fn is_open(&self) -> bool {
        *self == Occupant::Open
    }

    /// Is it a user?
    pub fn is_user(&self) -> bool {
        self.user_id().is_some()
    }

    /// Is it an engine?
    pub fn is_engine(&self) -> bool {
        self.level().is_some()
    }

    /// The id of a user.
    pub fn user_id(&self) -> Option<&str> {
        match self {
            Occupant::User { user, .. } => Some(user),
            _ => None,
        }
    }

    /// The level of an engine.
    pub fn level(&self) -> Option<&str> {
        match self {
            Occupant::Engine { level } => Some(level),
            _ => None,
        }
    }

    /// The same with what is known of a user.
    pub fn named(&self, people: &dyn Fn(&str) -> UserInfo) -> Occupant {
        match self {
            Occupant::User { user, .. } => Occupant::User { user: user.clone(), info: people(user) },
            other => other.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn an_occupant_is_read_in_every_form_it_was_ever_written() {
        let ann = UserInfo { name: "Ann".into(), bot: false, rating: Some(1500) };
        let cases: [(Value, Occupant); 7] = [
            (json!({"kind": "open"}), Occupant::Open),
            (json!({"kind": "engine", "level": "3"}), Occupant::engine("3")),
            (json!({"kind": "user", "user": "u1"}), Occupant::user("u1")),
            (json!({"kind": "person", "user": "u1"}), Occupant::user("u1")),
            (json!({"seat": 0, "user": "u1", "level": null}), Occupant::user("u1")),
            (json!({"seat": 1, "user": null, "level": "max"}), Occupant::engine("max")),
            (
                json!({"kind": "person", "user": "u1", "name": "Ann", "bot": false, "rating": 1500}),
                Occupant::user("u1").named(&|_| ann.clone()),
            ),
        ];
        for (json, occupant) in cases {
            assert_eq!(serde_json::from_value::<Occupant>(json.clone()).unwrap(), occupant, "{json}");
        }
        for occupant in [Occupant::Open, Occupant::engine("3"), Occupant::user("u1").named(&|_| ann.clone())]
        {
            let json = json!(occupant);
            assert_eq!(serde_json::from_value::<Occupant>(json.clone()).unwrap(), occupant, "{json}");
        }
        assert_eq!(json!(Occupant::user("u1")), json!({"kind": "person", "user": "u1"}));
    }
}
