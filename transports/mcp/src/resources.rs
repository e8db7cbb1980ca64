//! Resources: the rules of each game, and the summary of the API for language models.

use rmcp::model::{Resource, ResourceContents};
use turnstone_http::{llms_document, rules_of_game};
use turnstone_service::games::SHIPPED;

const RULES: &str = "turnstone://rules/";
const LLMS: &str = "turnstone://llms.txt";
const MARKDOWN: &str = "text/markdown";
const TEXT: &str = "text/plain";

/// All resources.
pub(crate) fn list() -> Vec<Resource> {
    let rules = SHIPPED.games().map(|game| {
        let about = game.about();
        let label = about.kinds[0].label;
        Resource::new(format!("{RULES}{}", about.id), format!("rules of {}", about.id))
            .with_title(format!("Rules: {label}"))
            .with_description(format!("The rules of {label} with its table kinds, seats and costs."))
            .with_mime_type(MARKDOWN)
    });
    let llms = Resource::new(LLMS, "llms.txt")
        .with_title("The HTTP API in short")
        .with_description("How to use this service over HTTP, for programs that do not speak this protocol.")
        .with_mime_type(TEXT);
    rules.chain([llms]).collect()
}

/// The resource of this URI, at a service with this public address.
pub(crate) fn read(uri: &str, base_url: &str) -> Option<ResourceContents> {
    if uri == LLMS {
        return Some(ResourceContents::text(llms_document(base_url), uri).with_mime_type(TEXT));
    }
    let game = SHIPPED.newest(uri.strip_prefix(RULES)?)?;
    Some(ResourceContents::text(rules_of_game(game.about()), uri).with_mime_type(MARKDOWN))
}
