//! The error type of every API: a code for programs, a sentence for people.

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use floe_games::{Refusal, RefusalCause};
use floe_store::StoreError;
use floe_wire::web::{ErrorBody, ErrorCode};

/// A rejected request and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiError {
    /// The code, for programs.
    pub code: ErrorCode,
    /// The sentence, for people: what was wrong and what would be right.
    pub message: String,
    /// What exactly the rules refused, where they did.
    pub cause: Option<Box<RefusalCause>>,
}

impl ApiError {
    /// An error with a code and a sentence.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> ApiError {
        ApiError { code, message: message.into(), cause: None }
    }

    /// The error for something that does not exist.
    pub fn not_found(what: &str) -> ApiError {
        ApiError::new(ErrorCode::NotFound, format!("{what} not found"))
    }

    /// The body that is sent.
    pub fn into_body(self) -> ErrorBody {
        let (kind, cell, seat) = match self.cause {
            Some(cause) => (Some(cause.kind), cause.cell, cause.seat),
            None => (None, None, None),
        };
        ErrorBody { code: self.code, message: self.message, kind, cell, seat }
    }

    fn status(&self) -> StatusCode {
        match self.code {
            ErrorCode::Malformed => StatusCode::BAD_REQUEST,
            ErrorCode::Refused | ErrorCode::Illegal => StatusCode::UNPROCESSABLE_ENTITY,
            ErrorCode::Stale | ErrorCode::Conflict => StatusCode::CONFLICT,
            ErrorCode::Unauthorized => StatusCode::UNAUTHORIZED,
            ErrorCode::Forbidden => StatusCode::FORBIDDEN,
            ErrorCode::NotFound => StatusCode::NOT_FOUND,
            ErrorCode::RateLimited => StatusCode::TOO_MANY_REQUESTS,
            ErrorCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            ErrorCode::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            ErrorCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = self.status();
        let mut response = (status, Json(serde_json::json!({ "error": self.into_body() }))).into_response();
        if matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
            response.headers_mut().insert("retry-after", axum::http::HeaderValue::from_static("1"));
        }
        response
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> ApiError {
        ApiError { code: ErrorCode::Refused, message: refusal.message, cause: Some(Box::new(refusal.cause)) }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        match &error {
            StoreError::Full => ApiError::new(
                ErrorCode::Unavailable,
                "the server's disk is full: nothing was stored, try again later",
            ),
            StoreError::Taken(_) => ApiError::new(ErrorCode::Conflict, error.to_string()),
            StoreError::Stale { .. } => {
                ApiError::new(ErrorCode::Stale, "someone else changed this first; reload and try again")
            }
            StoreError::Fenced { .. } => ApiError::new(
                ErrorCode::Unavailable,
                "the table has moved to another server; nothing was done, try again",
            ),
            StoreError::Unconfirmed => {
                tracing::error!(%error, "the store failed");
                ApiError::new(
                    ErrorCode::Unavailable,
                    "the server lost its database at that moment: reload to see whether it was done",
                )
            }
            _ => {
                tracing::error!(%error, "the store failed");
                ApiError::new(
                    ErrorCode::Unavailable,
                    "the server could not store that; nothing was done, try again later",
                )
            }
        }
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> ApiError {
        let code = match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => ErrorCode::TooLarge,
            _ => ErrorCode::Malformed,
        };
        ApiError::new(code, rejection.body_text())
    }
}

impl From<PathRejection> for ApiError {
    fn from(rejection: PathRejection) -> ApiError {
        ApiError::new(ErrorCode::Malformed, rejection.body_text())
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> ApiError {
        ApiError::new(ErrorCode::Malformed, rejection.body_text())
    }
}
