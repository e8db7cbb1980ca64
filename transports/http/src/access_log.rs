//! The log line of each answered request, and the security events: changes of accounts and rejected requests. Neither
//! contains a name or any input: paths appear as templates, accounts as pseudonyms, addresses as the networks that
//! limits use.

use super::answers::Response;
use super::metrics::{HttpMetrics, Measured};
use crate::seldom::Throttle;
use http::{HeaderValue, Method, StatusCode};
use std::net::IpAddr;
use std::time::Instant;
use turnstone_api::code::Code;
use turnstone_api::operation::Operation;
use turnstone_documents::route::Route;
use turnstone_engine::env::Env;
use turnstone_engine::{Port, Pseudonym};
use turnstone_service::subnet::Subnet;

/// The log target of access lines.
macro_rules! access {
    () => {
        "turnstone::access"
    };
}

/// The log target of security events.
macro_rules! security {
    () => {
        "turnstone::security"
    };
}

/// The status in the log if the caller disconnected before the response.
const LEFT: u16 = 499;

/// The status that HTTP has for the error of an operation, for security events: a response of another protocol has another
/// one.
#[derive(Clone, Copy)]
pub(crate) struct EventStatus(pub(crate) StatusCode);

/// One request, until it is answered or its caller disconnects.
pub(crate) struct AccessEntry<'a, E: Env> {
    env: &'a E,
    /// `None` for an operator's request, which is not counted.
    metrics: Option<&'a HttpMetrics>,
    port: &'a Port,
    id: HeaderValue,
    arrived: Instant,
    method: &'static str,
    route: &'static str,
    /// The index of its route in the table, if it has one.
    place: Option<usize>,
    /// Whether it is a long-poll.
    is_poll: bool,
    has_line: bool,
    /// The operation, if it is a security event with any result.
    audited: Option<&'static str>,
    /// Whether it came with a credential, or on a route with a special one.
    with_credential: bool,
    account: Option<Pseudonym>,
    address: Option<Subnet>,
    status: Option<StatusCode>,
}

impl<'a, E: Env> AccessEntry<'a, E> {
    /// A request that arrives now.
    pub(crate) fn new(
        env: &'a E,
        (metrics, port): (Option<&'a HttpMetrics>, &'a Port),
        id: HeaderValue,
        method: &Method,
        has_line: bool,
    ) -> Self {
        Self {
            env,
            metrics,
            port,
            id,
            arrived: env.instant(),
            method: known(method),
            route: "none",
            place: None,
            is_poll: false,
            has_line,
            audited: None,
            with_credential: false,
            account: None,
            address: None,
            status: None,
        }
    }

    /// The template of its path.
    pub(crate) const fn leads_to(&mut self, path: &'static str) {
        self.route = path;
    }

    /// Set the route by its index in the table.
    pub(crate) fn leads_to_route(&mut self, route: &Route, place: usize) {
        self.route = route.path();
        self.place = Some(place);
        let about = route.about();
        self.audited = about.audited.then(|| route.operation().name());
        self.with_credential = about.secret.is_some();
    }

    /// Set the operation that a mounted service calls, and whether it is a long-poll.
    pub(crate) fn calls(&mut self, operation: &'static dyn Operation, waits: bool) {
        self.audited = operation.about().audited.then(|| operation.name());
        self.is_poll = waits;
    }

    /// A mounted service did not call the operation.
    pub(crate) const fn ends_before_operation(&mut self) {
        self.audited = None;
    }

    /// Set the client's address.
    pub(crate) fn comes_from(&mut self, address: IpAddr) {
        self.address = Some(address.into());
    }

    /// Mark it as a long-poll.
    pub(crate) const fn waits(&mut self) {
        self.is_poll = true;
    }

    /// Mark it as having a credential.
    pub(crate) const fn brings_credential(&mut self) {
        self.with_credential = true;
    }

    /// Set its account.
    pub(crate) const fn is_of(&mut self, account: Option<Pseudonym>) {
        self.account = account;
    }

    /// Whether the account is needed and not known.
    pub(crate) const fn lacks_account(&self) -> bool {
        self.audited.is_some() && self.account.is_none()
    }

    /// Record the response.
    pub(crate) fn answered(mut self, response: &Response, throttle: &Throttle) {
        self.status = Some(response.status());
        let status = response.extensions().get::<EventStatus>().map_or(response.status(), |own| own.0);
        let Some(event) = self.event(status) else { return };
        let reason = response.extensions().get::<Code>().map(|code| code.name());
        let (account, address) = (self.account.map(tracing::field::display), self.address.map(tracing::field::display));
        let request = self.id.to_str().unwrap_or_default();
        if status.is_success() {
            self.port.metrics().security(event, "done");
            tracing::info!(target: security!(), event, result = "done", account, address, request);
            return;
        }
        self.port.metrics().security(event, "refused");
        if let Some(unreported) = throttle.admit(self.env.instant()) {
            let (route, status) = (self.route, status.as_u16());
            tracing::warn!(
                target: security!(), event, result = "refused", reason, status, route, account, address, request, unreported
            );
        }
    }

    /// Record the status of a response that another node made, or of a health check. Security events are that node's.
    pub(crate) const fn forwarded(&mut self, status: StatusCode) {
        self.status = Some(status);
    }

    /// The security event of a response with this status, if it is one.
    fn event(&self, status: StatusCode) -> Option<&'static str> {
        match status {
            StatusCode::TOO_MANY_REQUESTS => Some("limit"),
            _ if self.audited.is_some() => self.audited,
            StatusCode::UNAUTHORIZED if self.with_credential => Some("credential"),
            StatusCode::FORBIDDEN => Some("forbidden"),
            _ => None,
        }
    }
}

impl<E: Env> Drop for AccessEntry<'_, E> {
    fn drop(&mut self) {
        let took = self.env.instant().saturating_duration_since(self.arrived);
        let Self { place, method, route, is_poll, status, .. } = *self;
        if let Some(metrics) = self.metrics {
            metrics.measured(Measured { place, method, route, is_poll, status, took });
        }
        if !self.has_line {
            return;
        }
        tracing::info!(
            target: access!(),
            method,
            route,
            status = status.map_or(LEFT, |status| status.as_u16()),
            micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX),
            request = self.id.to_str().unwrap_or_default(),
            account = self.account.map(tracing::field::display),
        );
    }
}

/// A method by its name; a method that HTTP does not define is the caller's own input.
fn known(method: &Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "POST" => "POST",
        "PATCH" => "PATCH",
        "DELETE" => "DELETE",
        "HEAD" => "HEAD",
        "OPTIONS" => "OPTIONS",
        "PUT" => "PUT",
        _ => "other",
    }
}
