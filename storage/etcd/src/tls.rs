//! TLS to etcd. The files are read again when they change: certificates are renewed while a server runs.

use crate::client::{EtcdSettings, SettingsError};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use x509_parser::parse_x509_certificate;

/// TLS with the configured authority and the certificate of this node, shared by all connections.
pub(crate) struct EtcdTls {
    settings: EtcdSettings,
    current: Mutex<Current>,
    /// When the last certificate that etcd has shown ends; 0 if it has shown none.
    server_ends: AtomicU64,
}

struct Current {
    connector: TlsConnector,
    ends: FileEnds,
    /// What the files were when they were read last.
    files: Vec<Option<(SystemTime, u64)>>,
}

/// When certificates of files end, the first of each, in seconds since 1970.
#[derive(Clone, Copy, Default)]
struct FileEnds {
    authority: Option<u64>,
    client: Option<u64>,
}

/// When the certificates of the connections to etcd end, in seconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct CertificateEnds {
    /// The certificate of the configured authority that ends first.
    pub authority: Option<u64>,
    /// The certificate of this node.
    pub client: Option<u64>,
    /// The certificate that etcd has shown last.
    pub server: Option<u64>,
}

impl EtcdTls {
    pub(crate) fn new(settings: &EtcdSettings) -> Result<Arc<Self>, SettingsError> {
        let files = look(settings);
        let (connector, ends) = read(settings)?;
        let current = Mutex::new(Current { connector, ends, files });
        Ok(Arc::new(Self { settings: settings.clone(), current, server_ends: AtomicU64::new(0) }))
    }

    fn current(&self) -> MutexGuard<'_, Current> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// For the next connection. If the files have changed, they are read first; files that cannot be used change nothing.
    pub(crate) fn connector(&self) -> TlsConnector {
        let files = look(&self.settings);
        let mut current = self.current();
        if files != current.files {
            match read(&self.settings) {
                Ok((connector, ends)) => {
                    (current.connector, current.ends) = (connector, ends);
                    tracing::info!("the certificates for etcd have changed, and were read");
                }
                Err(error) => {
                    tracing::error!(%error, "the changed certificates for etcd cannot be used: nothing changes")
                }
            }
            current.files = files;
        }
        current.connector.clone()
    }

    /// etcd has shown this certificate.
    pub(crate) fn saw(&self, certificates: Option<&[CertificateDer<'_>]>) {
        if let Some(end) = certificates.and_then(<[_]>::first).and_then(end_of) {
            self.server_ends.store(end, Ordering::Relaxed);
        }
    }

    pub(crate) fn ends(&self) -> CertificateEnds {
        // A renewed file counts before the next connection.
        drop(self.connector());
        let FileEnds { authority, client } = self.current().ends;
        let server = Some(self.server_ends.load(Ordering::Relaxed)).filter(|end| *end > 0);
        CertificateEnds { authority, client, server }
    }
}

/// What the files are now; `None` for one that is not there.
fn look(settings: &EtcdSettings) -> Vec<Option<(SystemTime, u64)>> {
    let client = settings.client_files.iter().flat_map(|(certificate, key)| [certificate, key]);
    let about = |file: &PathBuf| {
        let found = std::fs::metadata(file).ok()?;
        Some((found.modified().ok()?, found.len()))
    };
    settings.ca_file.iter().chain(client).map(about).collect()
}

fn read(settings: &EtcdSettings) -> Result<(TlsConnector, FileEnds), SettingsError> {
    let (mut roots, mut ends) = (RootCertStore::empty(), FileEnds::default());
    match &settings.ca_file {
        Some(file) => {
            let found = certificates(file)?;
            ends.authority = found.iter().filter_map(end_of).min();
            for certificate in found {
                roots.add(certificate).map_err(|error| failed(file, error))?;
            }
        }
        None => roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("the provider has the usual versions")
        .with_root_certificates(roots);
    let config = match &settings.client_files {
        Some((certificate, key)) => {
            let own = PrivateKeyDer::from_pem_file(key).map_err(|error| failed(key, error))?;
            let found = certificates(certificate)?;
            ends.client = found.iter().filter_map(end_of).min();
            config.with_client_auth_cert(found, own).map_err(|error| failed(key, error))?
        }
        None => config.with_no_client_auth(),
    };
    Ok((TlsConnector::from(Arc::new(config)), ends))
}

fn failed(file: &Path, error: impl std::fmt::Display) -> SettingsError {
    SettingsError::new(format!("{}: {error}", file.display()))
}

fn certificates(file: &Path) -> Result<Vec<CertificateDer<'static>>, SettingsError> {
    let found = CertificateDer::pem_file_iter(file).map_err(|error| failed(file, error))?;
    let found = found.collect::<Result<Vec<_>, _>>().map_err(|error| failed(file, error))?;
    if found.is_empty() { Err(failed(file, "there is no certificate in it")) } else { Ok(found) }
}

/// When a certificate ends; `None` if that cannot be read.
fn end_of(certificate: &CertificateDer<'_>) -> Option<u64> {
    let (_, certificate) = parse_x509_certificate(certificate).ok()?;
    u64::try_from(certificate.validity().not_after.timestamp()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use rcgen::{CertificateParams, KeyPair, date_time_ymd};

    fn pem(kind: &str, der: &[u8]) -> String {
        format!("-----BEGIN {kind}-----\n{}\n-----END {kind}-----\n", STANDARD.encode(der))
    }

    /// Write a certificate that ends in this year, with its key.
    fn write(folder: &Path, year: i32) {
        let key = KeyPair::generate().unwrap();
        let mut certificate = CertificateParams::new(vec!["node.example".to_owned()]).unwrap();
        certificate.not_after = date_time_ymd(year, 1, 1);
        let certificate = certificate.self_signed(&key).unwrap();
        std::fs::write(folder.join("cert.pem"), pem("CERTIFICATE", certificate.der())).unwrap();
        std::fs::write(folder.join("key.pem"), pem("PRIVATE KEY", &key.serialize_der())).unwrap();
    }

    #[test]
    fn changed_files_are_read_again_and_unusable_ones_change_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        let client_files = Some((file("cert.pem"), file("key.pem")));
        let settings = EtcdSettings { ca_file: Some(file("cert.pem")), client_files, ..EtcdSettings::default() };
        assert!(EtcdTls::new(&settings).is_err(), "there are none yet");
        write(folder.path(), 2030);
        let tls = EtcdTls::new(&settings).unwrap();
        let of_2030 = CertificateEnds { authority: Some(1_893_456_000), client: Some(1_893_456_000), server: None };
        assert_eq!(tls.ends(), of_2030);
        std::fs::write(file("cert.pem"), "none").unwrap();
        assert_eq!(tls.ends(), of_2030);
        write(folder.path(), 2031);
        assert_eq!(tls.ends().client, Some(1_924_992_000));
    }
}
