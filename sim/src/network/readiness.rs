//! Readiness: load balancers see that the server is about to stop before it does, and requests are served until then.

use super::client::SimClient;
use super::exchange::{Auth, ClientRequest};

impl SimClient {
    /// Ask as a load balancer does.
    pub(super) async fn ask_ready(&mut self) {
        let before = self.host.mark();
        let health = self.send(&ClientRequest::get("/healthz", Auth::Nobody)).await;
        let leaving = self.host.is_leaving();
        let Some(ready) = self.send(&ClientRequest::get("/readyz", Auth::Nobody)).await else { return };
        if !self.host.all_well_since(before) || self.host.is_leaving() != leaving {
            return;
        }
        if health.is_none_or(|health| (health.status, health.body.as_slice()) != (200, b"ok\n")) {
            self.host.fail("a server that runs is not healthy".to_owned());
        }
        if !leaving {
            self.host.hit("network: ready");
            if (ready.status, ready.body.as_slice()) != (200, b"ready\n") {
                self.host.fail(format!("a server that serves is not ready: {}", ready.brief()));
            }
            return;
        }
        self.host.hit("network: not ready before a stop");
        if ready.status != 503 || ready.json["failing"] != serde_json::json!(["serving"]) {
            self.host.fail(format!("a server that is about to stop is ready: {}", ready.brief()));
        }
    }
}
