//! What workers play is what one machine plays.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use floe_games::{Record, Start, Table, Viewer, open};
use floe_lab::{GameHistory, RunOptions, run};
use floe_referee::journal::JournalEntry;
use floe_referee::pairing::{Format, PairingPlan};
use floe_referee::stats::{FinishedGame, Sprt};
use floe_referee::tournament::{GameFuture, StartFailures, Tournament, TournamentError};
use floe_referee::{Entrant, LaunchOptions, TimeControl};
use floe_work::{Answer, Job, JobRules, MoveRequest, NatsServer, ReviewRequest, WorkQueue, perform};

use crate::support::{Worker, game, options, queue, rules, tiny};

async fn history(queue: &WorkQueue, job: Job) -> GameHistory {
    match queue.perform(job, &|_| {}).await.unwrap() {
        Answer::Lab(history) => history,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn games_of_the_lab_are_the_same() {
    let Some(server) = NatsServer::start("") else { return };
    let workers = [0, 1].map(|_| Worker::start(&server, options()));
    let (queue, matchup) = (queue(&server).await, tiny());
    let local = run(std::slice::from_ref(&matchup), 12, 7, &RunOptions::quiet(1)).unwrap().games.remove(0);
    let remote = (0..12).map(|number| history(&queue, game(&matchup, number)));
    let remote = futures_util::future::join_all(remote).await;
    assert_eq!(local.into_iter().flatten().collect::<Vec<_>>(), remote);
    let mut done = 0;
    for worker in workers {
        done += worker.drain().await.jobs();
    }
    assert_eq!(done, 12);
}

fn tournament(players: &[&str], rounds: u32, sprt: Option<Sprt>) -> Tournament {
    Tournament {
        rules: rules("paper-penguins", "rows=4,cols=4,pieces=2"),
        entrants: players.iter().map(|player| Entrant::parse(player).unwrap()).collect(),
        names: players.iter().map(|player| player.to_string()).collect(),
        plan: PairingPlan {
            entrants: players.len(),
            seats: 2,
            format: Format::RoundRobin { rounds },
            seed: 3,
        },
        control: TimeControl::per_move(Duration::from_secs(60)),
        time_margin: Duration::ZERO,
        agreement: None,
        start_failures: StartFailures::Stop,
        concurrency: 8,
        sprt,
        records: true,
        launch: LaunchOptions::default(),
    }
}

async fn remotely(tournament: &Tournament, queue: &WorkQueue) -> Result<Vec<FinishedGame>, TournamentError> {
    let play = |order| -> GameFuture {
        let queue = queue.clone();
        Box::pin(async move {
            match queue.perform(Job::Game(Box::new(order)), &|_| {}).await {
                Ok(Answer::Game(entry)) => Ok::<JournalEntry, _>(*entry),
                other => panic!("{other:?}"),
            }
        })
    };
    tournament.run_elsewhere(play, None, Vec::new(), &mut |_, _, _| {}).await
}

#[tokio::test]
async fn games_of_a_match_are_the_same_in_the_same_order() {
    let Some(server) = NatsServer::start("") else { return };
    let _workers = [0, 1].map(|_| Worker::start(&server, options()));
    let queue = queue(&server).await;
    let sprt = Sprt { elo0: 0.0, elo1: 200.0, alpha: 0.05, beta: 0.05 };
    let cases: [(&[&str], u32, Option<Sprt>); 2] =
        [(&["random", "greedy", "1", "flaky:0"], 3, None), (&["1", "random"], 20, Some(sprt))];
    for (players, rounds, sprt) in cases {
        let tournament = tournament(players, rounds, sprt);
        let local = Tournament { concurrency: 1, ..tournament.clone() };
        let local = local.run(None, Vec::new(), &mut |_, _, _| {}).await.unwrap();
        let remote = remotely(&tournament, &queue).await.unwrap();
        assert_eq!(local, remote);
        // The test ends before all games are played.
        assert!(sprt.is_none() || remote.len() < 40, "{}", remote.len());
        assert!(sprt.is_some() || remote.len() == 36, "{}", remote.len());
    }
    let programs = tournament(&["random", "cmd:true"], 1, None);
    let refused = remotely(&programs, &queue).await.unwrap_err().to_string();
    assert_eq!(refused, "cmd:true is a program on this machine; workers play only with built-in players");
}

#[tokio::test]
async fn moves_and_reviews_are_the_same() {
    let Some(server) = NatsServer::start("") else { return };
    let _worker = Worker::start(&server, options());
    let queue = queue(&server).await;
    let rules = tiny().rules;
    let mut table = open(&rules, Start::Seed(1)).unwrap();
    while let Some(text) = table.legal_moves().first().cloned() {
        let floe_games::Actor::Seat(seat) = table.actor() else { break };
        table.play(seat, &text).unwrap();
    }
    let view = open(&rules, Start::Seed(1)).unwrap().seat_view(0);
    let jobs = [
        Job::Move(MoveRequest {
            rules: JobRules::new(&rules),
            level: "2".into(),
            position: view.position,
            hidden: view.hidden,
            seed: 5,
            time_ms: 5_000,
        }),
        Job::Review(Box::new(ReviewRequest {
            record: Record::from_table(&*table as &dyn Table, Viewer::Omniscient),
            level: "max".into(),
            nodes: 50,
        })),
    ];
    for job in jobs {
        let local = perform(&job, &AtomicBool::new(false)).unwrap();
        assert_eq!(queue.perform(job, &|_| {}).await.unwrap(), local);
    }
}
