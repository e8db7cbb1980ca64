use super::push::push;
use super::servers::{Answers, Server, answer, room_over, settings};
use crate::client::now_s;
use std::sync::Arc;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{RootCertStore, ServerConfig};
use turnstone_service::calls::CallResult;

/// A server with a self-signed certificate.
async fn server(name: &str) -> (Server, CertificateDer<'static>) {
    let made = rcgen::generate_simple_self_signed([name.to_owned()]).unwrap();
    let certificate = made.cert.der().clone();
    let key = PrivateKeyDer::Pkcs8(made.signing_key.serialize_der().into());
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.clone()], key)
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let ready = move |stream| {
        let acceptor = acceptor.clone();
        async move { acceptor.accept(stream).await.ok() }
    };
    (Server::speaking(ready, |_, _| answer(201, &[], "")).await, certificate)
}

#[tokio::test]
async fn a_server_with_an_untrusted_certificate_gets_no_request() {
    let (service, certificate) = server("push.test").await;
    let made = async |roots: RootCertStore, name: &str| {
        let resolver = Answers::new(&[&[&service.address.to_string()]]);
        room_over(settings(), resolver, roots).make(&push(format!("https://{name}/x"))).await
    };
    let bundled = || RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.into() };
    let own = || {
        let mut roots = RootCertStore::empty();
        roots.add(certificate.clone()).unwrap();
        roots
    };
    let failed = CallResult::Failed { retry_after_s: None };
    assert_eq!(made(bundled(), "push.test").await, failed);
    assert_eq!(made(own(), "other.test").await, failed, "the certificate is for another name");
    assert_eq!((service.connections(), service.seen().len()), (2, 0));

    assert_eq!(made(own(), "push.test").await, CallResult::Delivered);
    let [seen] = service.seen().try_into().unwrap();
    assert_eq!(seen.header("host"), "push.test");
    let (claims, _) = crate::push::vapid::tests::verified(seen.header("authorization")).unwrap();
    assert_eq!(claims["aud"], "https://push.test");
    assert!(claims["exp"].as_u64().unwrap() > now_s());
}
