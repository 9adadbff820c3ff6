//! Serving the web app.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use floe_wire::web::ErrorCode;

use crate::error::ApiError;
use crate::page::{File, Page};

/// Files whose names change with their content are cached for a year.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// Handles every path outside the API.
pub async fn serve(page: Arc<Page>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path();
    let ours = path == "/api" || path.starts_with("/api/");
    let Some(file) = page.find(path).filter(|_| !ours) else {
        return ApiError::new(
            ErrorCode::NotFound,
            "path not found; the API is described at /api/openapi.json",
        )
        .into_response();
    };
    if method != Method::GET && method != Method::HEAD {
        return ApiError::new(ErrorCode::Malformed, "method not allowed").into_response();
    }
    let (encoding, bytes) = packed(file, &headers);
    // Each encoding has different bytes and therefore its own tag.
    let tag = match encoding {
        Some(encoding) => format!("\"{}-{encoding}\"", file.tag),
        None => format!("\"{}\"", file.tag),
    };
    let known = known(&headers, &tag);
    let body = if known || method == Method::HEAD { Body::empty() } else { Body::from(bytes.clone()) };
    let mut response = Response::new(body);
    let mut set = |name, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            response.headers_mut().insert(name, value);
        }
    };
    set(header::ETAG, &tag);
    set(header::VARY, "accept-encoding");
    set(header::CACHE_CONTROL, if file.lasts { FOR_EVER } else { "no-cache" });
    if known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return response;
    }
    set(header::CONTENT_TYPE, file.kind);
    set(header::CONTENT_LENGTH, &bytes.len().to_string());
    if let Some(encoding) = encoding {
        set(header::CONTENT_ENCODING, encoding);
    }
    response
}

/// The smallest encoding of a file that the client accepts.
fn packed<'a>(file: &'a File, headers: &HeaderMap) -> (Option<&'static str>, &'a Bytes) {
    let takes = |encoding: &str| {
        let mut values =
            headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
        values.any(|value| value.split(',').any(|one| accepts(one, encoding)))
    };
    match (&file.brotli, &file.gzip) {
        (Some(bytes), _) if takes("br") => (Some("br"), bytes),
        (_, Some(bytes)) if takes("gzip") => (Some("gzip"), bytes),
        _ => (None, &file.plain),
    }
}

/// Does the header accept an encoding? `gzip;q=0.5` accepts gzip; with `q=0` it does not.
fn accepts(value: &str, encoding: &str) -> bool {
    let mut parts = value.split(';').map(str::trim);
    let named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(encoding));
    let refused = parts.any(|part| {
        let weight = part.strip_prefix("q=").and_then(|weight| weight.parse::<f32>().ok());
        weight.is_some_and(|weight| weight <= 0.0)
    });
    named && !refused
}

/// Does the client already have this file?
fn known(headers: &HeaderMap, tag: &str) -> bool {
    let mut values = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    values.any(|value| {
        value.split(',').map(str::trim).any(|one| one == "*" || one.trim_start_matches("W/") == tag)
    })
}
