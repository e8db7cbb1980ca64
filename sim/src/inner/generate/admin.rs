//! Acts of operators, each with its templates.

use super::{Drawn, Generator, weighted};
use crate::inner::prelude::*;
use crate::inner::world::SimWorld;

macro_rules! acts {
    ($($order:pat => $name:literal, $weight:literal, $act:expr;)*) => {
        /// All acts of operators: the weight and the templates of each.
        const TEMPLATES: &[(u64, &[&str])] = &[$(($weight, $act)),*];

        pub(crate) const ACTS: &[&str] = &[$(concat!("act: ", $name)),*];

        pub(crate) const fn name_of_act(request: &Request) -> Option<&'static str> {
            match request {
                $($order => Some(concat!("act: ", $name)),)*
                _ => None,
            }
        }
    };
}

acts! {
    Request::Invite(_) => "invite", 3, &[r#""invite":{"uses":"?0|1|2|5","expiresInS":"?-|-|60|86400","test":false}"#];
    Request::RevokeInvitation(_) => "revoke-invitation", 2, &[r#""revokeInvitation":{"invitation":"@invitation"}"#];
    Request::Freeze(_) => "freeze", 8, &[r#""freeze":{"whom":{"handle":"@handle"}}"#];
    Request::Unfreeze(_) => "unfreeze", 6, &[r#""unfreeze":{"whom":{"handle":"@sanctioned"}}"#];
    Request::EndSessions(_) => "end-sessions", 3, &[r#""endSessions":{"whom":{"handle":"@handle"}}"#];
    Request::Adjust(_) => "adjust", 6, &[
        r#""adjust":{"whom":{"handle":"@handle"},"chips":"?-950|-300|-40|-1|0|1|40|300|5000"}"#,
    ];
    Request::VoidTable(_) => "void", 12, &[r#""void":{"table":"@active"}"#];
    Request::Mute(_) => "mute", 8, &[r#""mute":{"whom":{"handle":"@handle"},"forS":"?0|1|30|600|86400"}"#];
    Request::Unmute(_) => "unmute", 3, &[r#""unmute":{"whom":{"handle":"@sanctioned"}}"#];
    Request::EraseMember(_) => "erase", 1, &[r#""erase":{"whom":{"handle":"@handle"}}"#];
    Request::ExportMember(_) => "export", 1, &[r#""export":{"whom":{"handle":"@handle"}}"#];
    Request::RecoverAccount(_) => "recover", 4, &[r#""recover":{"whom":{"handle":"@handle"}}"#];
    Request::RemoveMessage(_) => "remove-message", 14, &[
        r#""removeMessage":{"chat":{"table":"@talk"},"message":"@message"}"#,
        r#""removeMessage":{"chat":{"table":"@talk"},"message":"@message"}"#,
        r#""removeMessage":{"chat":{"party":"@party-talk"},"message":"@message"}"#,
    ];
    Request::RotateKey(_) => "rotate-key", 1, &[r#""rotateKey":{"key":"@between:2:9"}"#];
}

const QUERIES: &[&str] = &[
    r#""account":{"whom":{"handle":"@handle"}}"#,
    r#""audit":{"before":"?-|-|@between:0:8","limit":"?1|2|5|1000|0"}"#,
    r#""members":{"filter":{"handle":"?-|-|@prefix","status":"?-|-|-|-|-|-|active|frozen|muted|paused|erased|test","balanceMin":"?-|-|-|-|0|100|1000"},"limit":"?1|2|5|1000|0"}"#,
    r#""tables":{"filter":{"member":"?-|-|{\"handle\":\"@handle\"}","status":"?-|-|-|-|-|-|-|-|waiting|playing|settled|cancelled"},"before":"?-|-|@recent","limit":"?1|2|5|1000|0"}"#,
    r#""messages":{"chat":{"party":"@party-talk"},"after":"?0|0|0|1|3","limit":"?1|2|5|1000|0"}"#,
    r#""messages":{"chat":{"table":"@talk"},"after":"?0|0|0|1|3","limit":"?1|2|5|1000|0"}"#,
    r#""invitations":{"limit":"?1|2|5|1000|0"}"#,
];

impl Generator {
    /// An act or a query of an operator, seldom by a member.
    pub(super) fn administer(&mut self, world: &SimWorld, who: &str) -> Drawn {
        let line = if self.rng.percent(25) {
            format!("show {{{}}}", self.rng.one(QUERIES))
        } else {
            let (_, acts) = weighted(&mut self.rng, TEMPLATES, |(weight, _)| *weight);
            let act = self.rng.one(acts);
            // A reason is usually given where one is required.
            let needed = ["adjust", "recover", "removeMessage"].iter().any(|needed| act.contains(needed));
            let reason = if needed { "?-|why|why|why|why|why|why|why|why" } else { "?-|why" };
            format!(r#"order {{"act":{{{act}}},"by":"mia","reason":"{reason}"}}"#)
        };
        let who = if self.rng.percent(4) { who } else { "operator" };
        self.draw(world, who, &line)
    }
}
