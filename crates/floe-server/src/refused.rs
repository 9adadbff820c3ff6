//! One kind of refusal for every way in: a code for programs, a sentence for people.

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use floe_games::Refusal;
use floe_store::StoreError;
use floe_wire::web::{Refusing, Why};

/// Something that was not done, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// For programs.
    pub why: Why,
    /// For people: what was wrong and what would be right.
    pub words: String,
}

impl Refused {
    /// A refusal in words.
    pub fn new(why: Why, words: impl Into<String>) -> Refused {
        Refused { why, words: words.into() }
    }

    /// There is no such thing.
    pub fn no(what: &str) -> Refused {
        Refused::new(Why::NotFound, format!("there is no such {what}"))
    }

    /// As it is sent.
    pub fn told(self) -> Refusing {
        Refusing { code: self.why, message: self.words }
    }

    fn status(&self) -> StatusCode {
        match self.why {
            Why::Malformed => StatusCode::BAD_REQUEST,
            Why::Refused | Why::Illegal => StatusCode::UNPROCESSABLE_ENTITY,
            Why::Stale | Why::Taken => StatusCode::CONFLICT,
            Why::SignIn => StatusCode::UNAUTHORIZED,
            Why::Forbidden => StatusCode::FORBIDDEN,
            Why::NotFound => StatusCode::NOT_FOUND,
            Why::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Why::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Why::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            Why::Broken => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let status = self.status();
        let mut response = (status, Json(serde_json::json!({ "error": self.told() }))).into_response();
        if matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
            response.headers_mut().insert("retry-after", axum::http::HeaderValue::from_static("1"));
        }
        response
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        Refused::new(Why::Refused, refusal.to_string())
    }
}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Refused {
        match &error {
            StoreError::Full => Refused::new(
                Why::Unavailable,
                "the server's disk is full: nothing was stored, try again later",
            ),
            StoreError::Taken(_) => Refused::new(Why::Taken, error.to_string()),
            StoreError::Stale { .. } => {
                Refused::new(Why::Stale, "somebody else was faster; look again and try once more")
            }
            _ => {
                tracing::error!(%error, "the store failed");
                Refused::new(
                    Why::Unavailable,
                    "the server could not store that; nothing was done, try again later",
                )
            }
        }
    }
}

impl From<JsonRejection> for Refused {
    fn from(rejection: JsonRejection) -> Refused {
        let why = match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Why::TooLarge,
            _ => Why::Malformed,
        };
        Refused::new(why, rejection.body_text())
    }
}

impl From<PathRejection> for Refused {
    fn from(rejection: PathRejection) -> Refused {
        Refused::new(Why::Malformed, rejection.body_text())
    }
}

impl From<QueryRejection> for Refused {
    fn from(rejection: QueryRejection) -> Refused {
        Refused::new(Why::Malformed, rejection.body_text())
    }
}
