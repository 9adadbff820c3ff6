//! Connections that are refused, and one that is lost and comes back.

use std::net::TcpListener;

use floe_work::{ConnectError, NatsServer, connect};
use futures_util::StreamExt;

#[tokio::test]
async fn a_wrong_address_and_an_absent_server_are_said_in_a_sentence() {
    let error = connect("localhost").await.unwrap_err();
    assert!(matches!(error, ConnectError::Address(_)), "{error}");
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let error = connect(&format!("nats://ann:secret@127.0.0.1:{port}")).await.unwrap_err();
    assert!(matches!(error, ConnectError::Unreachable { .. }), "{error}");
    let text = error.to_string();
    assert!(text.starts_with(&format!("cannot connect to NATS at nats://127.0.0.1:{port}: ")), "{text}");
    assert!(!text.contains("secret"), "{text}");
}

#[tokio::test]
async fn a_lost_connection_comes_back_with_its_subscriptions_and_says_that_messages_may_be_missing() {
    let Some(server) = NatsServer::start("") else { return };
    let connection = connect(&server.url()).await.unwrap();
    let mut gaps = connection.gaps();
    let mut messages = connection.client().subscribe("news").await.unwrap();
    connection.client().flush().await.unwrap();
    let send = async |text: &'static str| connection.client().publish("news", text.into()).await.unwrap();
    send("one").await;
    assert_eq!(messages.next().await.unwrap().payload, "one");
    gaps.mark_unchanged();
    server.crash();
    server.restart();
    gaps.changed().await.unwrap();
    assert!(connection.is_up());
    send("two").await;
    assert_eq!(messages.next().await.unwrap().payload, "two");
}
