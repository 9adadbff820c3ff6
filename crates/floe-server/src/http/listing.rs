//! What the lists of tables and of tournaments share: stages and paging.

use floe_store::{IndexRow, Stage};
use floe_wire::web::ErrorCode;

use crate::error::ApiError;

fn malformed(message: &str) -> ApiError {
    ApiError::new(ErrorCode::Malformed, message)
}

/// Parses stages such as `open,live`; without a text there are none.
pub fn stages(text: Option<&str>) -> Result<Vec<Stage>, ApiError> {
    let names = text.into_iter().flat_map(|text| text.split(','));
    names
        .map(|name| match name {
            "open" => Ok(Stage::Open),
            "live" => Ok(Stage::Live),
            "over" => Ok(Stage::Over),
            "aborted" => Ok(Stage::Aborted),
            _ => Err(malformed("stage must be open, live, over or aborted")),
        })
        .collect()
}

/// Where a page starts, from the [`next`] of the previous page.
pub fn before(text: &str) -> Result<(i64, String), ApiError> {
    text.split_once('-')
        .and_then(|(ms, id)| Some((ms.parse().ok()?, id.to_owned())))
        .ok_or_else(|| malformed("'before' must be the 'next' value of an earlier page"))
}

/// The page size.
pub fn limit(requested: Option<u32>) -> u32 {
    requested.unwrap_or(50).clamp(1, 100)
}

/// Where the page after these rows starts; `None` if they did not fill theirs.
pub fn next(cards: &[IndexRow], limit: u32) -> Option<String> {
    let last = cards.last().filter(|_| cards.len() == limit as usize)?;
    Some(format!("{}-{}", last.created_ms, last.id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_are_separated_by_commas() {
        assert_eq!(stages(None).ok(), Some(Vec::new()));
        assert_eq!(stages(Some("open,aborted")).ok(), Some(vec![Stage::Open, Stage::Aborted]));
        for invalid in ["", "open,", "Open", "open live"] {
            assert!(stages(Some(invalid)).is_err(), "{invalid}");
        }
    }

    #[test]
    fn a_page_starts_where_the_previous_one_ended() {
        assert_eq!(before("12-ab-c").ok(), Some((12, "ab-c".into())));
        for invalid in ["", "12", "soon-ab", "-ab"] {
            assert!(before(invalid).is_err(), "{invalid}");
        }
    }
}
