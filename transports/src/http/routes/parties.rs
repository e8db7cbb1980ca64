//! Parties.

use crate::http::refusal::Code;
use crate::http::route::{About, Access, Case, Endpoint, Nothing, schema_of};
use crate::http::shapes::{PartyQuery, PartyTableRequest, PartyVisibilityRequest, PostMessageRequest};
use http::Method;
use turnstone_core::answer;
use turnstone_core::request::Request;

const NO_PARTY: Case = Case::Plain(404, "there is no such party for the caller");
const NOT_OWNER: Case = Case::Plain(403, "the caller is not the owner");
const DEFAULT_STAKE: i64 = 10;

pub(super) static CREATE: Endpoint<Nothing, Nothing> = Endpoint {
    method: Method::POST,
    path: "/api/parties",
    about: About::new("Found a party", Access::Account, schema_of::<answer::PartyCreated>)
        .cases(&[Case::Code(Code::PartyQuota)])
        .example("", r#"{"partyId":"pty_018bcfe568007b3ab7e1a04c4d1f2a90"}"#),
    request: |_, _, _| Ok(Request::CreateParty),
};

pub(super) static JOIN: Endpoint<Nothing, Nothing> = Endpoint {
    method: Method::POST,
    path: "/api/parties/{id}/join",
    about: About::new("Join a party by its id; it has 100 members at most", Access::Account, schema_of::<answer::Okay>)
        .cases(&[Case::Plain(403, "the party lets nobody new in"), Case::Plain(403, "the party is full"), NO_PARTY])
        .example("", r#"{"ok":true}"#),
    request: |params, _, _| Ok(Request::JoinParty { party: params.party()? }),
};

pub(super) static VISIBILITY: Endpoint<Nothing, PartyVisibilityRequest> = Endpoint {
    method: Method::POST,
    path: "/api/parties/{id}/visibility",
    about: About::new("Let new members in by the id, or freeze the roster", Access::Account, schema_of::<answer::Okay>)
        .cases(&[NOT_OWNER, NO_PARTY])
        .example(r#"{"visibility":"private"}"#, r#"{"ok":true}"#),
    request: |params, _, body| Ok(Request::SetVisibility { party: params.party()?, visibility: body.visibility }),
};

pub(super) static TABLE: Endpoint<Nothing, PartyTableRequest> = Endpoint {
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
    request: |params, _, body| {
        let PartyTableRequest { kind, stake, seats } = body;
        Ok(Request::PartyTable { party: params.party()?, kind, stake: stake.unwrap_or(DEFAULT_STAKE), seats })
    },
};

pub(super) static READ: Endpoint<PartyQuery, Nothing> = Endpoint {
    method: Method::GET,
    path: "/api/parties/{id}",
    about: About::new("A party as its members see it; waits for news if asked to", Access::Account, schema_of::<answer::PartyView>)
        .cases(&[NO_PARTY])
        .example(
            "",
            r#"{"id":"pty_018bcfe568007b3ab7e1a04c4d1f2a90","members":["ada"],"currentTableId":null,"visibility":"unlisted","isOwner":true,"messages":[],"msgsAt":0,"standing":{"rows":[{"name":"ada","net":0,"wins":0,"played":0}],"tablesTogether":0,"reigns":[]}}"#,
        ),
    request: |params, query, _| {
        let wait_ms = query.wait.unwrap_or_default();
        Ok(Request::Party { party: params.party()?, wait_ms, msgs_since: query.msgs_since })
    },
};

pub(super) static POST_MESSAGE: Endpoint<Nothing, PostMessageRequest> = Endpoint {
    method: Method::POST,
    path: "/api/parties/{id}/messages",
    about: About::new("Say something to the party; its last 200 messages are kept", Access::Account, schema_of::<answer::Posted>).cases(&[NO_PARTY]).example(
        r#"{"body":"Another round?"}"#,
        r#"{"ok":true,"message":{"id":1,"seat":0,"name":"ada","modality":"text","body":"Another round?","at":1700000000000}}"#,
    ),
    request: |params, _, body| {
        Ok(Request::PostPartyMessage { party: params.party()?, body: body.body, client_id: body.client_id })
    },
};
