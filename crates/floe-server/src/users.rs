//! Changes to users: one at a time, completed once started, and passed on to the tables.

use std::collections::HashMap;
use std::future::Future;
use std::sync::Arc;

use floe_games::UserInfo;
use floe_store::{Filter, IndexRow, LogKind, Role, Stage, StoreError, User};
use floe_wire::web::{self, ErrorCode, TableAction};

use crate::error::ApiError;
use crate::http::App;
use crate::ids;
use crate::table::{Requester, TableMessage, TableRequest};

/// How many tables are handled at once.
const PAGE: u32 = 200;

/// What clients are shown of a user, who may have been deleted. The rating depends on the game.
pub fn user_info(user: Option<&User>) -> UserInfo {
    let name = user.map_or_else(|| "somebody".into(), |user| user.name.clone());
    UserInfo { name, bot: user.is_some_and(|user| user.bot), rating: None }
}

/// Looks up what clients are shown of these users, by id.
pub fn user_infos(users: &[User]) -> impl Fn(&str) -> UserInfo {
    let known: HashMap<&str, &User> = users.iter().map(|user| (user.id.as_str(), user)).collect();
    move |id| user_info(known.get(id).copied())
}

/// Runs a task to its end, even if the client disconnects half-way.
pub async fn run_detached<T: Send + 'static>(
    work: impl Future<Output = Result<T, ApiError>> + Send + 'static,
) -> Result<T, ApiError> {
    let failed = |_| ApiError::new(ErrorCode::Internal, "internal error; it has been logged");
    tokio::spawn(work).await.map_err(failed)?
}

impl App {
    /// Changes a user's data: read, changed and stored with no other change in between.
    pub async fn change(
        &self,
        id: &str,
        how: impl FnOnce(&mut User) -> Result<(), ApiError> + Send + 'static,
    ) -> Result<User, ApiError> {
        let (app, id) = (self.clone(), id.to_owned());
        run_detached(async move {
            let _book = app.register.lock().await;
            let store = &app.table_registry.services.store;
            let known = store.user(&id).await?.filter(|user| !user.deleted);
            let mut user = known.ok_or_else(|| ApiError::not_found("user"))?;
            how(&mut user)?;
            store.put_user(user.clone()).await?;
            Ok(user)
        })
        .await
    }

    /// Is the name in the operator's list of moderators?
    pub fn is_listed(&self, name: &str) -> bool {
        self.table_registry.services.config.moderators.iter().any(|listed| listed.eq_ignore_ascii_case(name))
    }

    /// Grants or revokes the moderator role according to the operator's list.
    pub async fn sync_role(&self, user: User) -> Result<User, ApiError> {
        let role = match (user.role, self.is_listed(&user.name)) {
            (Role::Player, true) => Role::Moderator,
            (Role::Moderator, false) => Role::Player,
            _ => return Ok(user),
        };
        tracing::info!(user = user.id, ?role, "role changed");
        self.change(&user.id, move |user| {
            user.role = role;
            Ok(())
        })
        .await
    }

    /// Does the same for every name on the list, at startup.
    pub async fn appoint_all(&self) -> Result<(), ApiError> {
        for name in &self.table_registry.services.config.moderators {
            match self.table_registry.services.store.user_named(name).await? {
                Some(user) => drop(self.sync_role(user).await?),
                None => tracing::warn!(name, "no account of this name to make a moderator"),
            }
        }
        Ok(())
    }

    /// Tables at these stages, or at any: those of one user, or all.
    pub fn tables(&self, user: Option<&str>, stages: &[Stage]) -> Tables {
        let filter = Filter {
            kind: Some(LogKind::Table),
            stages: stages.to_vec(),
            user: user.map(str::to_owned),
            limit: PAGE,
            ..Filter::default()
        };
        Tables { app: self.clone(), filter, page: Vec::new().into_iter() }
    }

    /// Tells loaded tables and the lobby a user's new name.
    pub async fn renamed(&self, user: &User) -> Result<(), ApiError> {
        let person = UserInfo { name: user.name.clone(), bot: user.bot, rating: None };
        let mut tables = self.tables(Some(&user.id), &[]);
        while let Some(card) = tables.next().await? {
            if card.stage == Stage::Open && card.public {
                // A table in the lobby may be unloaded: the request loads it.
                let reply = self
                    .table_registry
                    .ask(&card.id, |reply| TableMessage::Standing(user.id.clone(), reply))
                    .await;
                passable(&card, reply.map(drop))?;
            }
            self.table_registry.tell(&card.id, TableMessage::Renamed(user.id.clone(), person.clone())).await;
        }
        Ok(())
    }

    /// Makes a user leave every table. Live games are resigned, or taken over by an engine where that was agreed. The
    /// user's own open tables are cancelled, others are left.
    pub async fn leave_all_tables(&self, user: &User) -> Result<(), ApiError> {
        let who = Arc::new(user.clone());
        let mut seated = self.tables(Some(&user.id), &[Stage::Open, Stage::Live]);
        while let Some(card) = seated.next().await? {
            passable(&card, self.get_up_from(&card, &who).await)?;
        }
        let mut open = self.tables(None, &[Stage::Open]);
        while let Some(card) = open.next().await? {
            let summary: serde_json::Value = serde_json::from_str(&card.summary).unwrap_or_default();
            if summary["host"] == user.id.as_str() {
                passable(
                    &card,
                    self.press(&card.id, &who, None, TableRequest::Act(TableAction::Abort)).await,
                )?;
            }
        }
        Ok(())
    }

    async fn get_up_from(&self, card: &IndexRow, who: &Arc<User>) -> Result<(), ApiError> {
        let act = if card.stage == Stage::Live { TableAction::Resign } else { TableAction::Leave };
        for player in card.players.iter().filter(|player| player.user_id() == Some(&who.id)) {
            self.press(&card.id, who, Some(player.seat as usize), TableRequest::Act(act)).await?;
        }
        let state =
            self.table_registry.ask(&card.id, |reply| TableMessage::State(None, None, false, reply)).await?;
        let occupant = state.status.turn.and_then(|turn| state.seats.get(turn));
        let waits = occupant.is_some_and(|occupant| occupant.user_id() == Some(&who.id));
        match waits && state.status.stage == web::Stage::Live {
            // No one would ever move here again.
            true => {
                self.press(&card.id, who, None, TableRequest::Stop("a player has left permanently".into()))
                    .await
            }
            false => Ok(()),
        }
    }

    /// Sends a table a request that may no longer apply: the game is over, or the seat is already empty.
    async fn press(
        &self,
        id: &str,
        who: &Arc<User>,
        seat: Option<usize>,
        what: TableRequest,
    ) -> Result<(), ApiError> {
        let asker = Requester { user: Arc::clone(who), seat, lag_ms: 0, address: None };
        match self
            .table_registry
            .ask(id, |reply| TableMessage::Ask(asker.clone(), what.clone(), reply))
            .await?
        {
            Err(refused) if refused.code == ErrorCode::Unavailable => Err(refused),
            _ => Ok(()),
        }
    }

    /// Deletes a user once they have left every table.
    pub async fn delete_user(&self, user: &User) -> Result<(), ApiError> {
        self.tournaments.forget(user).await?;
        self.leave_all_tables(user).await?;
        let services = &self.table_registry.services;
        let book = self.register.lock().await;
        loop {
            let name = format!("gone-{}", &ids::id()[..10]);
            match services.store.forget_user(&user.id, &name).await {
                Err(StoreError::Taken(_)) => {}
                done => break done?,
            }
        }
        drop(book);
        services.hub.drop_user(&user.id);
        // Any table they joined in the meantime.
        self.leave_all_tables(user).await?;
        match services.store.user(&user.id).await? {
            Some(gone) => self.renamed(&gone).await,
            None => Ok(()),
        }
    }
}

/// A table that cannot be read any more does not keep a user from leaving; one that cannot be written now does.
fn passable(card: &IndexRow, done: Result<(), ApiError>) -> Result<(), ApiError> {
    match done {
        Err(refused) if refused.code != ErrorCode::Unavailable => {
            tracing::warn!(table = card.id, error = refused.message, "skipping a table");
            Ok(())
        }
        done => done,
    }
}

/// Tables, newest first, read a page at a time.
pub struct Tables {
    app: App,
    filter: Filter,
    page: std::vec::IntoIter<IndexRow>,
}

impl Tables {
    /// The next one.
    pub async fn next(&mut self) -> Result<Option<IndexRow>, ApiError> {
        if self.page.len() == 0 {
            self.page = self.app.table_registry.services.store.list(self.filter.clone()).await?.into_iter();
        }
        let card = self.page.next();
        if let Some(card) = &card {
            self.filter.before = Some((card.created_ms, card.id.clone()));
        }
        Ok(card)
    }
}
