//! Discovery.

use super::{Access, Definition, OperationFacts, schema_of};
use crate::answer;
use crate::input::Nothing;
use crate::request::Request;

/// The build of the server.
pub static DEPLOYMENT: Definition<(), Nothing> = Definition {
    name: "deployment",
    about: OperationFacts::reads("The build of the server", Access::Public, schema_of::<answer::DeploymentIdentity>).details("The commit and the versions of the running program.").example(
        "",
        r#"{"schemaVersion":1,"attested":false,"commitSha":null,"deploymentId":null,"environment":null,"schemaReady":true}"#,
    ),
    request: |(), _| Request::Deployment,
};
