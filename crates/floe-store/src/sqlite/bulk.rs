//! One statement for many rows: a call to SQLite costs more than most rows do.

use std::sync::Arc;

use sqlx::query::Query;
use sqlx::sqlite::{SqliteArguments, SqliteConnection};
use sqlx::{AssertSqlSafe, Sqlite};

/// A statement with its parameters.
pub(super) type Bound<'q> = Query<'q, Sqlite, SqliteArguments>;

/// A statement for 64, 32, 16 … rows at once: any number of rows takes only a few of them, and each is prepared only
/// once.
pub(super) struct Bulk(Vec<(usize, Arc<str>)>);

impl Bulk {
    /// From the SQL before the values, the number of columns, and the SQL after the values.
    pub(super) fn new(before: &str, columns: usize, after: &str) -> Bulk {
        let row = format!("({})", vec!["?"; columns].join(", "));
        let sizes = [64, 32, 16, 8, 4, 2, 1];
        Bulk(
            sizes
                .into_iter()
                .map(|rows| {
                    (
                        rows,
                        Arc::from(format!("{before} VALUES {} {after}", vec![row.as_str(); rows].join(", "))),
                    )
                })
                .collect(),
        )
    }

    /// Writes the rows, in order.
    pub(super) async fn write<T>(
        &self,
        conn: &mut SqliteConnection,
        rows: Vec<T>,
        bind: impl for<'q> Fn(Bound<'q>, T) -> Result<Bound<'q>, sqlx::Error>,
    ) -> Result<(), sqlx::Error> {
        let mut left = rows.len();
        let mut rows = rows.into_iter();
        for (size, sql) in &self.0 {
            while left >= *size {
                let mut query = sqlx::query(AssertSqlSafe(sql.clone()));
                for row in rows.by_ref().take(*size) {
                    query = bind(query, row)?;
                }
                query.execute(&mut *conn).await?;
                left -= size;
            }
        }
        Ok(())
    }
}
