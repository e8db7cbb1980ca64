use super::bot::{tell, with_bot};
use super::model::{decide, with_model};
use super::push::push;
use super::servers::{Server, answer, room, settings};
use std::io;
use std::sync::{Arc, Mutex};
use tracing_subscriber::fmt::MakeWriter;

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

/// For every response, and with all log levels.
#[tokio::test]
async fn nothing_secret_is_logged() {
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt()
        .with_ansi(false)
        .without_time()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(log.clone())
        .finish();
    let _logging = tracing::subscriber::set_default(subscriber);
    for status in [200, 302, 400, 401, 403, 404, 410, 413, 429, 500] {
        let server = Server::start(move |_, _| answer(status, &[], "the answer is 5454")).await;
        for call in [push(server.url("/endpoint-5555")), decide(), tell()] {
            let mut settings = with_model(server.url("/model-path-5656"));
            settings.bot = with_bot(server.url("/bot-path-5757")).bot;
            assert_ne!(format!("{settings:?}").find("***"), None);
            room(settings).make(&call).await;
        }
    }
    let rejected = |port: u16| format!("http://127.0.0.1:{port}/endpoint-5555");
    room(settings()).make(&push(rejected(1))).await;
    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert!(log.contains("status=403") && log.contains("host=127.0.0.1"), "{log}");
    for secret in ["5151", "5252", "5353", "5454", "5555", "51277", "AAF", "vapid", "A game?"] {
        assert!(!log.contains(secret), "{secret} is in {log}");
    }
}
