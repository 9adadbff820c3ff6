//! The tournament of Fish over real sockets: the same results, and nothing left behind.

use std::future::pending;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Mutex;
use std::time::Duration;

use floe_referee::fish::{
    Broadcast, ClientError, ClientOptions, ClientResult, Event, FishFault, GameEvent, Options, client_name,
    play_as_client, run_clients, serve,
};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// Open files and memory are counted for the whole process, so these tests take turns.
static ALONE: Mutex<()> = Mutex::new(());

fn files() -> Option<usize> {
    Some(std::fs::read_dir("/proc/self/fd").ok()?.count())
}

fn tasks() -> usize {
    tokio::runtime::Handle::current().metrics().num_alive_tasks()
}

/// The peak memory of the process, in KiB, where the system reports it.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Runs a test while no other does, and compares the open files (where the system reports them) and tasks before and
/// after.
fn alone(test: impl Future<Output = ()>) {
    let _turn = ALONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let before = (tasks(), files());
        test.await;
        assert_eq!((tasks(), files()), before, "tasks and open files");
    });
}

fn quick() -> Options {
    Options { wait: Duration::from_millis(400), ..Options::standard().unwrap() }
}

async fn door() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    (listener, address)
}

/// An address where nothing listens yet. It stays bound, so that no other test gets the same port in the meantime.
fn closed_door() -> (TcpSocket, SocketAddr) {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((Ipv4Addr::LOCALHOST, 0).into()).unwrap();
    let address = socket.local_addr().unwrap();
    (socket, address)
}

#[test]
fn ordinary_clients() {
    alone(async {
        for (players, result) in [(5, [1, 0]), (8, [2, 0]), (10, [1, 0])] {
            let (listener, address) = door().await;
            let (options, mut watchers) = (quick(), Broadcast::default());
            let server = serve(listener, &options, &mut watchers);
            let clients = run_clients(players, address, ClientOptions::default());
            let (outcome, ended) = tokio::join!(server, clients);
            assert_eq!(outcome.unwrap().to_json(), json!(result));
            let won = ended.iter().filter(|end| **end == Ok(ClientResult::Won)).count();
            assert_eq!((won, ended.len()), (result[0], players));
            assert!(ended.iter().all(Result::is_ok), "{ended:?}");
        }
    });
}

#[test]
fn clients_before_the_server() {
    alone(async {
        let (socket, address) = closed_door();
        let eager = ClientOptions { pause: Duration::from_millis(20), ..ClientOptions::default() };
        let server = async {
            sleep(Duration::from_millis(200)).await;
            let listener = socket.listen(16).unwrap();
            serve(listener, &quick(), &mut Broadcast::default()).await
        };
        let (outcome, ended) = tokio::join!(server, run_clients(5, address, eager));
        assert_eq!(outcome.unwrap().to_json(), json!([1, 0]));
        assert!(ended.iter().all(Result::is_ok));
        // No client ever comes.
        let (_socket, address) = closed_door();
        let hasty = ClientOptions { connect_timeout: Duration::from_millis(100), ..eager };
        assert_eq!(
            run_clients(2, address, hasty).await,
            [Err(ClientError::NoServer), Err(ClientError::NoServer)]
        );
    });
}

#[test]
fn more_clients_than_allowed() {
    alone(async {
        let (listener, address) = door().await;
        let (options, mut watchers) = (quick(), Broadcast::default());
        let server = serve(listener, &options, &mut watchers);
        let (outcome, ended) = tokio::join!(server, run_clients(12, address, ClientOptions::default()));
        assert_eq!(outcome.unwrap().to_json(), json!([1, 0]));
        assert_eq!(ended.iter().filter(|end| end.is_ok()).count(), 10, "{ended:?}");
    });
}

const MEGABYTES: usize = 100;

async fn flood(stream: &mut TcpStream, byte: u8) -> std::io::Result<()> {
    let piece = vec![byte; 1 << 16];
    for _ in 0..MEGABYTES * 16 {
        stream.write_all(&piece).await?;
    }
    Ok(())
}

/// A hundred megabytes of spaces are read and discarded; of anything else the first bytes are enough.
#[test]
fn floods_use_no_memory() {
    alone(async {
        let (listener, address) = door().await;
        let options =
            Options { min_players: 8, max_players: 8, call_time: Duration::from_secs(5), ..quick() };
        let options = Options { wait: Duration::from_secs(20), ..options };
        let mut watchers = Broadcast::default();
        let mut queue = watchers.watch(1 << 14);
        let mut clients = JoinSet::new();
        // Spaces, then the answer: slow, but right.
        clients.spawn(async move {
            let mut stream = TcpStream::connect(address).await.unwrap();
            flood(&mut stream, b' ').await.unwrap();
            let _ended = play_as_client(stream, "blanks", ClientOptions::default()).await;
        });
        // An endless string in answer to the first call.
        clients.spawn(async move {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(b"\"text\"").await.unwrap();
            let _call = stream.read(&mut [0; 1000]).await.unwrap();
            stream.write_all(b"\"").await.unwrap();
            let _cut_off = flood(&mut stream, b'a').await;
        });
        // An unsolicited flood from a client that never reads.
        clients.spawn(async move {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(b"\"unasked\"").await.unwrap();
            let _cut_off = flood(&mut stream, b'7').await;
        });
        let memory = peak_memory();
        let honest = async {
            let mut ended = Vec::new();
            let mut playing = JoinSet::new();
            for number in 0..5 {
                let stream = TcpStream::connect(address).await.unwrap();
                playing.spawn(async move {
                    play_as_client(stream, &client_name(number), ClientOptions::default()).await
                });
            }
            while let Some(end) = playing.join_next().await {
                ended.push(end.unwrap());
            }
            ended
        };
        let (outcome, ended) = tokio::join!(serve(listener, &options, &mut watchers), honest);
        while clients.join_next().await.is_some() {}
        let outcome = outcome.unwrap();
        assert!(ended.iter().all(Result::is_ok), "{ended:?}");
        assert_eq!(outcome.failures.len(), 2, "{outcome:?}");
        let mut faults = Vec::new();
        while let Ok(event) = queue.try_recv() {
            match event {
                Event::Failed { failure, .. }
                | Event::InGame { what: GameEvent::Out { failure, .. }, .. } => {
                    faults.push((failure.call, failure.fault));
                }
                _ => {}
            }
        }
        faults.sort_by_key(|(_, fault)| fault.as_str());
        assert_eq!(faults, [("start", FishFault::TooMuch), ("start", FishFault::OutOfTurn)]);
        if let (Some(before), Some(after)) = (memory, peak_memory()) {
            assert!(after - before < 24 * 1024, "{before} KiB before, {after} KiB at the peak");
        }
        drop((watchers, queue));
    });
}

/// Clients that never answer, never read, or send half a value, each costing its own second.
#[test]
fn hanging_clients_cost_their_own_second() {
    alone(async {
        let (listener, address) = door().await;
        let options = Options { max_players: 9, call_time: Duration::from_millis(300), ..quick() };
        let mut hanging = JoinSet::new();
        for text in [&b"\"mute\""[..], b"\"half\"\n", b" \"late\" ", b"\"lost\""] {
            hanging.spawn(async move {
                let mut stream = TcpStream::connect(address).await.unwrap();
                stream.write_all(text).await.unwrap();
                if text.starts_with(b"\"half") {
                    let _call = stream.read(&mut [0; 100]).await.unwrap();
                    stream.write_all(b"\"vo").await.unwrap();
                }
                pending::<()>().await
            });
        }
        let server = async {
            let start = tokio::time::Instant::now();
            (serve(listener, &options, &mut Broadcast::default()).await, start.elapsed())
        };
        let ((outcome, took), ended) =
            tokio::join!(server, run_clients(5, address, ClientOptions::default()));
        assert_eq!(outcome.unwrap().to_json(), json!([1, 4]));
        assert!(ended.iter().all(Result::is_ok), "{ended:?}");
        assert!(took < Duration::from_secs(5), "{took:?}");
        hanging.shutdown().await;
    });
}

/// A cancelled tournament closes everything immediately.
#[test]
fn cancelling_leaves_nothing() {
    alone(async {
        for after in [20, 120, 300] {
            let (listener, address) = door().await;
            let mut silent = JoinSet::new();
            for number in 0..8 {
                silent.spawn(async move {
                    let mut stream = TcpStream::connect(address).await.unwrap();
                    if number % 2 == 0 {
                        stream.write_all(b"\"mute\"").await.unwrap();
                    }
                    // The end of the stream, however the connection was cut.
                    let mut rest = Vec::new();
                    let _cut = stream.read_to_end(&mut rest).await;
                });
            }
            let options = Options { min_players: 4, wait: Duration::from_millis(100), ..quick() };
            let mut watchers = Broadcast::default();
            let server = serve(listener, &options, &mut watchers);
            assert!(timeout(Duration::from_millis(after), server).await.is_err(), "it is still running");
            while silent.join_next().await.is_some() {}
        }
    });
}
