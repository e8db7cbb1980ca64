//! Resources: the rules of each game, and the summary of the API for language models.

use rmcp::model::{Resource, ResourceContents};
use turnstone_documents::packages::Packages;
use turnstone_documents::{llms, llms_full, rules};
use turnstone_service::games::SHIPPED;

const RULES: &str = "turnstone://rules/";
const LLMS: &str = "turnstone://llms.txt";
const MARKDOWN: &str = "text/markdown";
const TEXT: &str = "text/plain";
const SHAPES: &str = "
## What you see and send

`table.state.view`, an element of `table.state.legalActions`, and the events by their type. `name?` may be absent.
";

/// All resources.
pub(crate) fn list() -> Vec<Resource> {
    let rules = SHIPPED.games().map(|game| {
        let about = game.about();
        let label = about.kinds[0].label;
        Resource::new(format!("{RULES}{}", about.id), format!("rules of {}", about.id))
            .with_title(format!("Rules: {label}"))
            .with_description(format!("The rules of {label} with its table kinds, seats and costs, and the fields of its views, actions and events."))
            .with_mime_type(MARKDOWN)
    });
    let llms = Resource::new(LLMS, "llms.txt")
        .with_title("The HTTP API in short")
        .with_description("How to use this service over HTTP, for programs that do not speak this protocol.")
        .with_mime_type(TEXT);
    rules.chain([llms]).collect()
}

/// The resource of this URI, at a service with this public address and these packages.
pub(crate) fn read(uri: &str, base_url: &str, packages: &Packages) -> Option<ResourceContents> {
    if uri == LLMS {
        return Some(ResourceContents::text(llms::document(base_url, packages), uri).with_mime_type(TEXT));
    }
    let game = SHIPPED.newest(uri.strip_prefix(RULES)?)?;
    let text = rules::of_game(game.about()) + SHAPES + &llms_full::of_game(game);
    Some(ResourceContents::text(text, uri).with_mime_type(MARKDOWN))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_listed_resource_can_be_read() {
        let listed = list();
        assert_eq!(listed.len(), SHIPPED.games().count() + 1);
        let texts: BTreeSet<String> = listed
            .iter()
            .map(|resource| {
                let read = read(&resource.uri, "https://turnstone.example", &Packages::default()).unwrap();
                let ResourceContents::TextResourceContents { text, uri, .. } = read else { panic!("a text") };
                assert_eq!(uri, resource.uri);
                text
            })
            .collect();
        assert_eq!(texts.len(), listed.len(), "each has its own text");
        for other in ["turnstone://rules/chess", "turnstone://rules/", "https://turnstone.example/llms.txt", ""] {
            assert!(read(other, "https://turnstone.example", &Packages::default()).is_none(), "{other}");
        }
    }

    #[test]
    fn the_rules_have_the_fields_of_the_game() {
        let Some(ResourceContents::TextResourceContents { text, .. }) =
            read("turnstone://rules/tic-tac-toe", "", &Packages::default())
        else {
            panic!("a text")
        };
        for part in ["`tic-tac-toe-vs-house`", "board", "\"mark\"", "cell"] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
    }
}
