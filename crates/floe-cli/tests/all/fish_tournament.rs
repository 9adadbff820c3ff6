//! `floe fish xserver` and `floe fish xclients` as people run them.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Output, Stdio};

fn floe(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_floe"));
    command.arg("fish").args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A server on a free port, its port, and the rest of its standard error.
fn server(options: &[&str]) -> (Child, String, BufReader<std::process::ChildStderr>) {
    let args = [&["xserver", "0", "--ip", "127.0.0.1"][..], options].concat();
    let mut child = floe(&args).spawn().unwrap();
    let mut words = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    words.read_line(&mut line).unwrap();
    let port =
        line.trim_end().strip_prefix("floe: listening on port ").expect("it names the port").to_owned();
    (child, port, words)
}

fn text(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_tournament_of_two_programs() {
    let (server, port, _) = server(&["--wait", "1"]);
    // A client that hangs after its name, so that there is a failure to count.
    let mut mute = TcpStream::connect(("127.0.0.1", port.parse().unwrap())).unwrap();
    mute.write_all(b"  \"mute\" ").unwrap();
    let clients = floe(&["xclients", "5", &port]).output().unwrap();
    assert_eq!(text(&clients), (Some(0), String::new(), "floe: 1 won, 4 lost\n".to_owned()));
    let (code, out, _) = text(&server.wait_with_output().unwrap());
    assert_eq!((code, out.as_str()), (Some(0), "[1,1]\n"));
    let mut called = String::new();
    mute.read_to_string(&mut called).unwrap();
    assert_eq!(called, "[\"start\",[true]]\n");
}

#[test]
fn watching_prints_json_lines() {
    let (server, port, mut words) =
        server(&["--min-clients", "2", "--max-clients", "2", "--watch", "--rules", "rows=4,cols=3"]);
    let clients = floe(&["xclients", "2", &port, "127.0.0.1", "--depth", "1"]).output().unwrap();
    assert_eq!(clients.status.code(), Some(0));
    let mut events = String::new();
    words.read_to_string(&mut events).unwrap();
    let events: Vec<serde_json::Value> =
        events.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(events[0]["event"], "sign-up");
    assert_eq!(events.last().unwrap()["event"], "end");
    assert_eq!(server.wait_with_output().unwrap().status.code(), Some(0));
}

#[test]
fn too_few_and_bad_usage() {
    let (server, _, mut words) = server(&["--wait", "0.1"]);
    let output = server.wait_with_output().unwrap();
    let mut said = String::new();
    words.read_to_string(&mut said).unwrap();
    assert_eq!(said, "floe: no tournament: 0 clients signed up, and 5 are needed\n");
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(1), &b""[..]));
    for (args, words) in [
        (&["xserver", "0", "--wait", "0"][..], "floe: invalid value '0' for '--wait <SECONDS>': expected a"),
        (&["xserver", "0", "--max-clients", "4"], "floe: a tournament needs at least 2 players"),
        (&["xserver", "0", "--rules", "cols=1"], "floe: 8 pieces (2 players with 4) need 8 cells"),
        (
            &["xserver", "0", "--rules", "claim_under=true"],
            "floe: claim_under: the clients of a tournament know",
        ),
        (&["xserver", "65536"], "floe: invalid value '65536' for '<PORT>'"),
        (&["xclients", "0", "4567"], "floe: invalid value '0' for '<PLAYERS>'"),
        (&["xclients", "5"], "floe: the following required arguments were not provided"),
    ] {
        let (code, out, said) = text(&floe(args).output().unwrap());
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}");
        assert!(said.starts_with(words), "{args:?}: {said}");
    }
    // No server listens there: the first port is reserved.
    let (code, _, said) =
        text(&floe(&["xclients", "1", "1", "--timeout", "0.2", "--pause", "0.1"]).output().unwrap());
    assert_eq!(code, Some(1));
    assert_eq!(said, "floe: 0 won, 0 lost, 1 did not finish; Floea: no server answered in time\n");
}

#[test]
fn help_has_examples() {
    for command in ["xserver", "xclients"] {
        let (code, out, _) = text(&floe(&[command, "--help"]).output().unwrap());
        assert_eq!(code, Some(0));
        assert!(out.contains("Examples:\n  floe fish"), "{out}");
    }
}
