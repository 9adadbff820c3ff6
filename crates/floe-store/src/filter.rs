//! How the databases answer a filter: from which table, and by which index.

use crate::{Filter, Stage};

impl Filter {
    /// Can a user's rows be counted from their seats alone?
    pub(crate) fn needs_only_seats(&self) -> bool {
        self.user.is_some() && self.game.is_none() && self.tournament.is_none() && self.due_by_ms.is_none()
    }

    /// Should kind, stage and visibility be those of the seats? The few games of a user that are not over, among very many,
    /// are then found by an index.
    pub(crate) fn prefers_seats(&self, counts: bool) -> bool {
        let is_current = |stage: &Stage| matches!(stage, Stage::Open | Stage::Live);
        let only_current = !self.stages.is_empty() && self.stages.iter().all(is_current);
        self.user.is_some() && (only_current || counts && self.needs_only_seats())
    }

    /// Do nearly all rows match its stages, with no single one to look for?
    pub(crate) fn is_broad(&self) -> bool {
        self.stages.is_empty() || self.stages.len() > 1 && self.stages.contains(&Stage::Over)
    }
}
