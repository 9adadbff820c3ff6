//! House rules under which the game is decided before the first move. It must be over with a result, on the server and in
//! a match, and not wait for a move that cannot be made.

use std::process::Stdio;
use std::time::Duration;

use serde_json::json;
use tokio::process::Command;
use tokio::time::timeout;

use super::{Context, VICTIM};
use crate::client::Client;
use crate::report::{Row, Verdict};
use crate::table;

/// White cannot move.
const RULES: &str = "layout=*0*0***/00*0**0/**000**/00*000*,pieces=1,start=a4 | f2";

pub async fn run(context: &Context) -> Result<Vec<Row>, String> {
    Ok(vec![on_a_server(context).await?, in_a_match(context).await?])
}

async fn on_a_server(context: &Context) -> Result<Row, String> {
    let (server, _folder) = context.server("ended").await?;
    let mut one = Client::guest(server.address, VICTIM).await?;
    let mut two = Client::guest(server.address, VICTIM).await?;
    let new = json!({"game": "amazons", "rules": RULES});
    let state = match table::make_for_two(&mut one, &mut two, new).await {
        Ok(id) => {
            tokio::time::sleep(Duration::from_millis(500)).await;
            table::state(&mut one, &id).await?
        }
        Err(words) => {
            server.kill().await;
            let row = Row::new("ended/on a server", Verdict::Open).attacked(format!("refused: {words}"));
            return Ok(row.bound("over, with a result"));
        }
    };
    server.kill().await;
    let (stage, result) = (state["status"]["stage"].clone(), state["status"]["result"].clone());
    let closed = stage == "over" && result["winners"] == json!([1]);
    Ok(Row::new("ended/on a server", Verdict::from_bound(closed))
        .attacked(format!("stage {stage}, result {result}"))
        .bound("over, with a result")
        .figures(json!({"stage": stage, "result": result})))
}

async fn in_a_match(context: &Context) -> Result<Row, String> {
    let output = Command::new(&context.program)
        .args([
            "match",
            "amazons",
            "--rules",
            RULES,
            "--players",
            "random",
            "random",
            "--games",
            "2",
            "--json",
        ])
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output();
    let row = match timeout(Duration::from_secs(20), output).await {
        Err(_) => Row::new("ended/in a match", Verdict::Open).attacked("it does not end"),
        Ok(Err(error)) => return Err(error.to_string()),
        Ok(Ok(output)) => {
            let lines = String::from_utf8_lossy(&output.stdout).into_owned();
            let decided = lines.matches("\"places\":[2,1]").count();
            Row::new("ended/in a match", Verdict::from_bound(output.status.success() && decided == 2))
                .attacked(format!("{decided} of 2 games have a result"))
        }
    };
    Ok(row.bound("over, with a result"))
}
