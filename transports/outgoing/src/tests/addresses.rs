use super::push::push;
use super::servers::{Answers, Server, answer, room_over, settings};
use crate::Settings;
use std::sync::Arc;
use tokio_rustls::rustls::RootCertStore;
use turnstone_service::calls::CallResult;

async fn made(settings: Settings, answers: &Arc<Answers>, endpoint: &str) -> CallResult {
    room_over(settings, answers.clone(), RootCertStore::empty()).make(&push(endpoint.to_owned())).await
}

fn strict() -> Settings {
    Settings { push_allow_loopback: false, ..settings() }
}

#[tokio::test]
async fn rejects_a_name_with_one_private_address_among_public_ones() {
    let service = Server::start(|_, _| answer(201, &[], "")).await;
    let (own, public) = (service.address.to_string(), "1.1.1.1:443");
    for answers in [[public, &own], [&own, public], [public, "10.0.0.1:443"], [public, "[::ffff:127.0.0.1]:443"]] {
        let answers = Answers::new(&[&answers]);
        assert_eq!(made(strict(), &answers, "https://push.test/x").await, CallResult::Refused);
        assert_eq!(answers.asked(), 1);
    }
    assert_eq!(service.connections(), 0);
}

#[tokio::test]
async fn connects_to_the_checked_address() {
    let service = Server::start(|_, _| answer(201, &[], "")).await;
    let other = Server::start(|_, _| answer(201, &[], "")).await;
    let (first, second) = (service.address.to_string(), other.address.to_string());
    let changing = Answers::new(&[&[&first], &[&second]]);
    assert_eq!(made(settings(), &changing, "http://push.test/x").await, CallResult::Delivered);
    assert_eq!((changing.asked(), service.connections(), other.connections()), (1, 1, 0));
    assert_eq!(service.seen()[0].header("host"), "push.test", "the name is kept");

    let private_first = Answers::new(&[&["10.0.0.1:80"], &[&second]]);
    assert_eq!(made(settings(), &private_first, "http://push.test/x").await, CallResult::Refused);
    assert_eq!((private_first.asked(), other.connections()), (1, 0));
}

#[tokio::test]
async fn rejects_addresses_and_other_schemes_without_a_lookup() {
    let answers = Answers::new(&[&["1.1.1.1:443"]]);
    for endpoint in
        ["http://push.test/x", "https://127.0.0.1/x", "https://1.1.1.1/x", "https://[::1]/x", "file:///x", ""]
    {
        assert_eq!(made(strict(), &answers, endpoint).await, CallResult::Refused, "{endpoint}");
    }
    assert_eq!(answers.asked(), 0);
}
