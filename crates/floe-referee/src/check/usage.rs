//! How much a bot has used, and whether that is close to a limit.

use super::{BotCheck, Finding};
use crate::process::{memory_text, wait_for_bots};

/// The bot's peak use in all conversations and games; nothing where it could not be measured.
pub(super) async fn usage(exam: &BotCheck) -> Vec<Finding> {
    // Each bot is measured once more when it is stopped.
    let _measured = tokio::task::spawn_blocking(wait_for_bots).await;
    let (memory, processes) = (exam.meter.memory_bytes(), exam.meter.processes());
    if processes == 0 {
        return Vec::new();
    }
    let memory_limit = exam.launch.memory.bytes();
    let process_limit = exam.launch.processes.count();
    vec![
        finding(
            "memory",
            memory_text(memory),
            memory_limit.map(memory_text),
            memory_limit.is_some_and(|limit| is_near(memory, limit)),
        ),
        finding(
            "processes",
            processes.to_string(),
            process_limit.map(|limit| limit.to_string()),
            process_limit.is_some_and(|limit| is_near(u64::from(processes), u64::from(limit))),
        ),
    ]
}

/// Three quarters of a limit: another machine or a longer game may need more. A single process is fine.
fn is_near(used: u64, limit: u64) -> bool {
    used > 1 && used >= limit - limit / 4
}

fn finding(step: &str, used: String, limit: Option<String>, warning: bool) -> Finding {
    let limit = limit.map_or("there is no limit".into(), |limit| format!("the limit is {limit}"));
    let advice = if warning { ", which is close" } else { "" };
    Finding { warning, ..Finding::good(step, format!("at most {used}; {limit}{advice}")) }
}
