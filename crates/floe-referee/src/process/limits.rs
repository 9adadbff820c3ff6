//! The resource limits of a bot, as values and as text.

use std::fmt;
use std::str::FromStr;

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;

/// The resource limits of a bot that runs as a child process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaunchOptions {
    /// Seconds of processor time per process.
    pub cpu_s: u64,
    /// Memory of the bot and all its descendants together.
    pub memory: MemoryLimit,
    /// Concurrent processes.
    pub processes: ProcessLimit,
    /// Open files per process.
    pub files: u64,
}

impl Default for LaunchOptions {
    /// An hour of processor time, 2 GiB of memory, 64 processes, 1024 files.
    fn default() -> LaunchOptions {
        LaunchOptions {
            cpu_s: 3600,
            memory: MemoryLimit::default(),
            processes: ProcessLimit::default(),
            files: 1024,
        }
    }
}

/// Bytes of resident memory, or no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryLimit(Option<u64>);

impl MemoryLimit {
    /// No limit.
    pub const NONE: MemoryLimit = MemoryLimit(None);
    /// The shell that starts a bot must fit.
    const MIN: u64 = 4 * MIB;
    const MAX: u64 = 1 << 50;

    /// The limit in bytes.
    pub fn bytes(self) -> Option<u64> {
        self.0
    }
}

impl Default for MemoryLimit {
    /// 2 GiB.
    fn default() -> MemoryLimit {
        MemoryLimit(Some(2 * GIB))
    }
}

impl FromStr for MemoryLimit {
    type Err = String;

    /// Parses `512M`, `2G` or `none`.
    fn from_str(text: &str) -> Result<MemoryLimit, String> {
        if text == "none" {
            return Ok(MemoryLimit::NONE);
        }
        let invalid = || format!("invalid memory limit '{text}'; use 512M, 2G or none");
        let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
        let unit = match &text[digits.len()..] {
            "K" | "KiB" => KIB,
            "M" | "MiB" => MIB,
            "G" | "GiB" => GIB,
            "T" | "TiB" => 1 << 40,
            _ => return Err(invalid()),
        };
        // `u64::from_str` also accepts a sign.
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(invalid());
        }
        let amount: u64 = digits.parse().map_err(|_| invalid())?;
        match amount.checked_mul(unit) {
            Some(bytes @ MemoryLimit::MIN..=MemoryLimit::MAX) => Ok(MemoryLimit(Some(bytes))),
            _ => Err(format!("'{text}' is out of range; a memory limit is 4M to 1024T, or none")),
        }
    }
}

impl fmt::Display for MemoryLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("none"),
            Some(bytes) if bytes % GIB == 0 => write!(f, "{}G", bytes / GIB),
            Some(bytes) if bytes % MIB == 0 => write!(f, "{}M", bytes / MIB),
            Some(bytes) => write!(f, "{}K", bytes / KIB),
        }
    }
}

/// A number of processes, or no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessLimit(Option<u32>);

impl ProcessLimit {
    /// No limit.
    pub const NONE: ProcessLimit = ProcessLimit(None);
    const MAX: u32 = 100_000;

    /// The maximum number of processes.
    pub fn count(self) -> Option<u32> {
        self.0
    }
}

impl Default for ProcessLimit {
    /// 64 processes.
    fn default() -> ProcessLimit {
        ProcessLimit(Some(64))
    }
}

impl FromStr for ProcessLimit {
    type Err = String;

    /// Parses a number or `none`.
    fn from_str(text: &str) -> Result<ProcessLimit, String> {
        match (text, text.parse()) {
            ("none", _) => Ok(ProcessLimit::NONE),
            (_, Ok(count @ 1..=ProcessLimit::MAX)) => Ok(ProcessLimit(Some(count))),
            _ => {
                Err(format!("invalid number of processes '{text}'; use 1 to {}, or none", ProcessLimit::MAX))
            }
        }
    }
}

impl fmt::Display for ProcessLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("none"),
            Some(count) => count.fmt(f),
        }
    }
}

/// An amount of memory as text: `640 KiB`, `34 MiB`, `2.3 GiB`.
pub(crate) fn memory_text(bytes: u64) -> String {
    match bytes {
        0..MIB => format!("{} KiB", bytes / KIB),
        MIB..GIB => format!("{} MiB", bytes / MIB),
        _ => match bytes * 10 / GIB {
            tenths if tenths % 10 == 0 => format!("{} GiB", tenths / 10),
            tenths => format!("{}.{} GiB", tenths / 10, tenths % 10),
        },
    }
}

/// The memory used and the limit, in units small enough to show the difference.
pub(super) fn excess_text(used: u64, limit: u64) -> String {
    let allowed = memory_text(limit);
    let used = match memory_text(used) {
        same if same == allowed && used / MIB > limit / MIB => format!("{} MiB", used / MIB),
        same if same == allowed => format!("{} KiB", used.div_ceil(KIB)),
        other => other,
    };
    format!("{used} of memory; the limit is {allowed}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_round_trip_and_nonsense_is_refused() {
        for (text, bytes) in
            [("512M", Some(512 * MIB)), ("2G", Some(2 * GIB)), ("5000K", Some(5000 * KIB)), ("none", None)]
        {
            let limit: MemoryLimit = text.parse().unwrap();
            assert_eq!((limit.bytes(), limit.to_string()), (bytes, text.to_owned()));
        }
        assert_eq!("1GiB".parse(), "1024MiB".parse::<MemoryLimit>());
        for text in [
            "",
            "M",
            "2",
            "-2G",
            "+2G",
            "2 G",
            "2g",
            "1.5G",
            "2Q",
            "2GG",
            "0x2G",
            "²M",
            "99999999999999999999G",
        ] {
            let refusal = text.parse::<MemoryLimit>().unwrap_err();
            assert!(refusal.contains("use 512M, 2G or none"), "{text}: {refusal}");
        }
        for text in ["0M", "1M", "4095K", "2000T", "99999999999999T"] {
            let refusal = text.parse::<MemoryLimit>().unwrap_err();
            assert!(refusal.contains("4M to 1024T"), "{text}: {refusal}");
        }
        for text in ["1", "64", "100000", "none"] {
            assert_eq!(text.parse::<ProcessLimit>().unwrap().to_string(), text);
        }
        for text in ["0", "-1", "100001", "many", ""] {
            assert!(text.parse::<ProcessLimit>().unwrap_err().contains("use 1 to 100000, or none"));
        }
    }

    #[test]
    fn an_excess_is_visible_in_the_text() {
        let gib = |tenths: u64| tenths * GIB / 10;
        assert_eq!(excess_text(gib(23) + MIB, gib(20)), "2.3 GiB of memory; the limit is 2 GiB");
        assert_eq!(excess_text(gib(20) + MIB, gib(20)), "2049 MiB of memory; the limit is 2 GiB");
        assert_eq!(excess_text(64 * MIB + 1, 64 * MIB), "65537 KiB of memory; the limit is 64 MiB");
        assert_eq!(excess_text(80 * MIB, 64 * MIB), "80 MiB of memory; the limit is 64 MiB");
    }
}
