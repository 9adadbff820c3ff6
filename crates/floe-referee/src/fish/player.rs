//! A player: a client with a name, and the one guarded way to call it.

use std::time::Duration;

use floe_wire::fish::wire::{Call, ShapeError, read_void};
use serde_json::Value;
use tokio::time::timeout;

use super::connection::Connection;
use super::fault::{Failure, FishFault};

/// A client that signed up.
#[derive(Debug)]
pub struct Player {
    name: String,
    /// `None` once the player has failed.
    connection: Option<Connection>,
    failure: Option<Failure>,
}

impl Player {
    /// A player that signed up with a name.
    pub fn new(name: String, connection: Connection) -> Player {
        Player { name, connection: Some(connection), failure: None }
    }

    /// Its name; others may have the same.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Has it committed no fault so far?
    pub fn is_active(&self) -> bool {
        self.connection.is_some()
    }

    /// Its fault.
    pub fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    /// Calls the player and reads its answer within the time limit. Every error is the player's failure: the connection
    /// is closed and the player never called again.
    pub async fn ask<T>(
        &mut self,
        call: &Call,
        limit: Duration,
        read: fn(Value) -> Result<T, ShapeError>,
    ) -> Option<T> {
        let connection = self.connection.as_mut()?;
        let exchange = async {
            connection.expect_silence().await?;
            connection.send(&call.to_json()).await.map_err(|_| FishFault::Closed)?;
            connection.receive().await
        };
        let (fault, detail) = match timeout(limit, exchange).await {
            Ok(Ok(value)) => match read(value) {
                Ok(answer) => return Some(answer),
                Err(shape) => (FishFault::WrongAnswer, Some(shape.to_string())),
            },
            Ok(Err(fault)) => (fault, None),
            Err(_) => (FishFault::TooSlow, None),
        };
        self.fail(Failure { fault, call: call.name(), detail });
        None
    }

    /// Calls the player with a notification; returns whether it acknowledged.
    pub async fn tell(&mut self, call: Call, limit: Duration) -> bool {
        self.ask(&call, limit, read_void).await.is_some()
    }

    /// Closes the connection after a fault.
    pub fn fail(&mut self, failure: Failure) {
        self.connection = None;
        self.failure = Some(failure);
    }
}
