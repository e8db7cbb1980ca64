//! The operator's orders, from what he was told.

use super::Knowledge;
use crate::inner::step::Hand;
use turnstone_service::admin::{AdminAct, AdminOrder, AdminQuery, ChatPlace, MemberFilter, TableFilter, Whom};
use turnstone_service::credentials::code_hash;
use turnstone_service::effects::Order;

impl Knowledge {
    /// The order of a step.
    pub(crate) fn hand(&self, step: u32, hand: &Hand) -> Order {
        let whom = |handle: &String| Whom::Handle(handle.clone());
        let mut reasoned = step.is_multiple_of(2);
        let act = match hand {
            Hand::Invite { uses, expires_in_s } => {
                AdminAct::Invite { uses: *uses, expires_in_s: *expires_in_s, test: false }
            }
            Hand::RevokeInvitation { invite } => {
                let code = self.codes.get(invite).map_or("", String::as_str);
                AdminAct::RevokeInvitation { invitation: hex::encode(code_hash(code)) }
            }
            Hand::Freeze { handle } => AdminAct::Freeze { whom: whom(handle) },
            Hand::Unfreeze { handle } => AdminAct::Unfreeze { whom: whom(handle) },
            Hand::EndSessions { handle } => AdminAct::EndSessions { whom: whom(handle) },
            Hand::Adjust { handle, chips, reasoned: given } => {
                reasoned = *given;
                AdminAct::Adjust { whom: whom(handle), chips: *chips }
            }
            Hand::Void { table } => AdminAct::Void { table: self.table(*table) },
            Hand::Mute { handle, for_s } => AdminAct::Mute { whom: whom(handle), for_s: *for_s },
            Hand::Unmute { handle } => AdminAct::Unmute { whom: whom(handle) },
            Hand::Erase { handle } => AdminAct::Erase { whom: whom(handle) },
            Hand::Export { handle } => AdminAct::Export { whom: whom(handle) },
            Hand::RotateKey { key } => AdminAct::RotateKey { key: *key },
            Hand::Recover { handle, reasoned: given } => {
                reasoned = *given;
                AdminAct::Recover { whom: whom(handle) }
            }
            Hand::RemoveTableMessage { table, message, reasoned: given } => {
                reasoned = *given;
                AdminAct::RemoveMessage { chat: ChatPlace::Table(self.table(*table)), message: *message }
            }
            Hand::RemovePartyMessage { party, message, reasoned: given } => {
                reasoned = *given;
                AdminAct::RemoveMessage { chat: ChatPlace::Party(self.party(*party)), message: *message }
            }
            Hand::ShowMembers { prefix, status, balance_min, limit } => {
                let (handle, status, balance_min) = (prefix.clone(), *status, *balance_min);
                let filter = MemberFilter { handle, status, balance_min, ..MemberFilter::default() };
                return Order::Show(AdminQuery::Members { filter, before: None, limit: *limit });
            }
            Hand::ShowTables { handle, status, before, limit } => {
                let member = handle.as_ref().map(whom);
                let filter = TableFilter { member, status: *status, ..TableFilter::default() };
                let before = before.map(|before| self.table(before));
                return Order::Show(AdminQuery::Tables { filter, before, limit: *limit });
            }
            Hand::ShowTableChat { table, after, limit } => {
                let chat = ChatPlace::Table(self.table(*table));
                return Order::Show(AdminQuery::Messages { chat, after: *after, limit: *limit });
            }
            Hand::ShowPartyChat { party, after, limit } => {
                let chat = ChatPlace::Party(self.party(*party));
                return Order::Show(AdminQuery::Messages { chat, after: *after, limit: *limit });
            }
            Hand::ShowAccount { handle } => return Order::Show(AdminQuery::Account { whom: whom(handle) }),
            Hand::ShowAudit { before, limit } => {
                return Order::Show(AdminQuery::Audit { before: *before, limit: *limit });
            }
            Hand::ShowInvitations { limit } => {
                return Order::Show(AdminQuery::Invitations { after: None, limit: *limit });
            }
        };
        let reason = reasoned.then(|| format!("it was step {step}"));
        Order::Act(Box::new(AdminOrder { act, by: "mia".to_owned(), reason }))
    }
}
