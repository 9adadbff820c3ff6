//! Does the store accept writes? The outcome of the last attempted write.

use std::sync::{Mutex, PoisonError};

use crate::StoreError;

/// Shared between the writer and its readers.
#[derive(Debug, Default)]
pub(crate) struct Health(Mutex<Option<StoreError>>);

impl Health {
    /// Why the last write failed; `None` if it did not.
    pub(crate) fn get(&self) -> Option<StoreError> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A write has failed.
    pub(crate) fn fail(&self, error: &StoreError) {
        let before = self.0.lock().unwrap_or_else(PoisonError::into_inner).replace(error.clone());
        if before.as_ref() != Some(error) {
            tracing::error!(%error, "the store is rejecting writes");
        }
    }

    /// A write has succeeded.
    pub(crate) fn recover(&self) {
        let before = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        if before.is_some() {
            tracing::info!("the store accepts writes again");
        }
    }
}
