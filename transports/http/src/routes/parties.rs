//! Parties.

use crate::route::{About, Access, Case, Endpoint, schema_of};
use http::Method;
use turnstone_api::answer;
use turnstone_api::code::Code;
use turnstone_api::ids::PartyId;
use turnstone_api::request::Request;
use turnstone_api::shape::{Nothing, PartyQuery, PartyTableRequest, PartyVisibilityRequest, PostMessageRequest};

const NO_PARTY: Case = Case::Plain(404, "there is no such party for the caller");
const NOT_OWNER: Case = Case::Plain(403, "the caller is not the owner");

pub(super) static CREATE: Endpoint<(), Nothing> = Endpoint {
    method: Method::POST,
    path: "/api/parties",
    about: About::new("Found a party", Access::Account, schema_of::<answer::PartyCreated>)
        .cases(&[Case::Code(Code::PartyQuota)])
        .example("", r#"{"partyId":"pty_018bcfe568007b3ab7e1a04c4d1f2a90"}"#),
    request: |(), _| Request::CreateParty,
};

pub(super) static JOIN: Endpoint<PartyId, Nothing> = Endpoint {
    method: Method::POST,
    path: "/api/parties/{id}/join",
    about: About::new("Join a party by its id; it has 100 members at most", Access::Account, schema_of::<answer::Okay>)
        .cases(&[Case::Plain(403, "the party lets nobody new in"), Case::Plain(403, "the party is full"), NO_PARTY])
        .example("", r#"{"ok":true}"#),
    request: |party, _| Request::JoinParty { party },
};

pub(super) static VISIBILITY: Endpoint<PartyId, PartyVisibilityRequest> = Endpoint {
    method: Method::POST,
    path: "/api/parties/{id}/visibility",
    about: About::new("Let new members in by the id, or freeze the roster", Access::Account, schema_of::<answer::Okay>)
        .cases(&[NOT_OWNER, NO_PARTY])
        .example(r#"{"visibility":"private"}"#, r#"{"ok":true}"#),
    request: |party, body| body.of(party),
};

pub(super) static TABLE: Endpoint<PartyId, PartyTableRequest> = Endpoint {
    method: Method::POST,
    path: "/api/parties/{id}/table",
    about: About::new("Open a table for the party; the buy-in is taken", Access::Account, schema_of::<answer::Created>)
        .cases(&[
            Case::Code(Code::InsufficientChips),
            Case::Plain(403, "the caller has paused himself"),
            NO_PARTY,
            Case::Code(Code::ActiveTableQuota),
        ])
        .example(
            r#"{"kind":"tic-tac-toe-vs-house","stake":10}"#,
            r#"{"tableId":"t_018bcfe568007b3ab7e1a04c4d1f2a90"}"#,
        ),
    request: |party, body| body.within(party),
};

pub(super) static READ: Endpoint<PartyId, PartyQuery> = Endpoint {
    method: Method::GET,
    path: "/api/parties/{id}",
    about: About::new("A party as its members see it; waits for news if asked to", Access::Account, schema_of::<answer::PartyView>)
        .cases(&[NO_PARTY])
        .example(
            "",
            r#"{"id":"pty_018bcfe568007b3ab7e1a04c4d1f2a90","members":["ada"],"currentTableId":null,"visibility":"unlisted","isOwner":true,"messages":[],"msgsAt":0,"standing":{"rows":[{"name":"ada","net":0,"wins":0,"played":0}],"tablesTogether":0,"reigns":[]}}"#,
        ),
    request: |party, query| query.of(party),
};

pub(super) static POST_MESSAGE: Endpoint<PartyId, PostMessageRequest> = Endpoint {
    method: Method::POST,
    path: "/api/parties/{id}/messages",
    about: About::new("Say something to the party; its last 200 messages are kept", Access::Account, schema_of::<answer::Posted>).cases(&[NO_PARTY]).example(
        r#"{"body":"Another round?"}"#,
        r#"{"ok":true,"message":{"id":1,"seat":0,"name":"ada","modality":"text","body":"Another round?","at":1700000000000}}"#,
    ),
    request: |party, body| body.within(party),
};
