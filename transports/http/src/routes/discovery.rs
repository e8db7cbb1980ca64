//! Discovery.

use crate::route::{About, Access, Endpoint, schema_of};
use http::Method;
use turnstone_api::answer;
use turnstone_api::request::Request;
use turnstone_api::shape::Nothing;

pub(super) static DEPLOYMENT: Endpoint<(), Nothing> = Endpoint {
    method: Method::GET,
    path: "/api/deployment",
    about: About::new("Which build answers", Access::Public, schema_of::<answer::DeploymentIdentity>).example(
        "",
        r#"{"schemaVersion":1,"attested":false,"commitSha":null,"deploymentId":null,"environment":null,"schemaReady":true}"#,
    ),
    request: |(), _| Request::Deployment,
};
