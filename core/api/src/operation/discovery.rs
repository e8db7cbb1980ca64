//! Discovery.

use super::{Access, Definition, OperationFacts, schema_of};
use crate::answer;
use crate::request::Request;
use crate::shape::Nothing;

/// Which build answers.
pub static DEPLOYMENT: Definition<(), Nothing> = Definition {
    name: "deployment",
    about: OperationFacts::reads("Which build answers", Access::Public, schema_of::<answer::DeploymentIdentity>).details("The commit and the versions of what runs.").example(
        "",
        r#"{"schemaVersion":1,"attested":false,"commitSha":null,"deploymentId":null,"environment":null,"schemaReady":true}"#,
    ),
    request: |(), _| Request::Deployment,
};
