//! The server that the tests start.

use async_nats::jetstream;
use floe_work::NatsServer;

#[tokio::test]
async fn a_stopped_or_crashed_server_comes_back_on_its_port_with_its_streams() {
    let Some(server) = NatsServer::start("") else { return };
    let url = server.url();
    let client = async_nats::connect(&url).await.unwrap();
    let config = jetstream::stream::Config {
        name: "kept".into(),
        subjects: vec!["kept".into()],
        ..Default::default()
    };
    let messages = async |client: async_nats::Client| {
        let stream = jetstream::new(client).get_stream("kept").await.unwrap();
        stream.get_info().await.unwrap().state.messages
    };
    let context = jetstream::new(client);
    context.create_stream(config).await.unwrap();
    for (sent, end) in [(1, NatsServer::stop as fn(&NatsServer)), (2, NatsServer::crash)] {
        context.publish("kept", "message".into()).await.unwrap().await.unwrap();
        end(&server);
        assert!(async_nats::connect(&url).await.is_err());
        server.restart();
        assert_eq!(server.url(), url);
        assert_eq!(messages(async_nats::connect(&url).await.unwrap()).await, sent);
        // The first client notices, and connects again.
        while context.get_stream("kept").await.is_err() {}
    }
}
