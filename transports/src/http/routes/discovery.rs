//! Discovery.

use crate::http::route::{About, Access, Endpoint, Nothing, schema_of};
use http::Method;
use turnstone_core::answer;
use turnstone_core::request::Request;

pub(super) static DEPLOYMENT: Endpoint<Nothing, Nothing> = Endpoint {
    method: Method::GET,
    path: "/api/deployment",
    about: About::new("Which build answers", Access::Public, schema_of::<answer::DeploymentIdentity>).example(
        "",
        r#"{"schemaVersion":1,"attested":false,"commitSha":null,"deploymentId":null,"environment":null,"schemaReady":true}"#,
    ),
    request: |_, _, _| Ok(Request::Deployment),
};
