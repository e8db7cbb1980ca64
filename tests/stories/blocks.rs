//! Blocks between members.

crate::stories! {

a_member_blocks_another r##"
set blocks=2
ada joins
bob joins
cyn joins
dan joins
ada GET /api/blocks
ada POST /api/blocks {"handle":"Bob"}
+1s
ada POST /api/blocks {"handle":"cyn"}
# A repeated block changes nothing.
ada POST /api/blocks {"handle":"bob"}
ada GET /api/blocks
ada POST /api/blocks {"handle":"dan"}
ada POST /api/blocks {"handle":"ada"}
ada POST /api/blocks {"handle":"nemo"}
ada POST /api/blocks {"handle":7}
ada DELETE /api/blocks {"handle":"cyn"}
ada DELETE /api/blocks {"handle":"cyn"}
ada DELETE /api/blocks {"handle":"nemo"}
restart
ada GET /api/blocks
bob GET /api/blocks
anonymous GET /api/blocks
# A block ends with either account.
bob DELETE /api/me {"confirmHandle":"bob"} | ok
ada GET /api/blocks
"##

a_block_keeps_two_members_from_each_others_tables r##"
ada joins
bob joins
cyn joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"stake":1} | tableId
ada POST /api/tables {"kind":"dominoes","open":true,"seats":3,"stake":1} | tableId
bob POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"stake":1} | tableId
ada POST /api/blocks {"handle":"bob"} | ok
# Bob is not notified of the block. Their request gets the response of a full table.
bob GET /api/tables/open | tables.*.id
bob GET /api/players/ada | tables.*.id
bob POST /api/tables/t_1/join {}
cyn GET /api/tables/open | tables.*.id
# At tables of more than two seats both can sit.
bob POST /api/tables/t_2/join {} | ok started
# Ada's own requests say why.
ada POST /api/tables/t_3/join {}
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","invited":"bob"}
ada DELETE /api/blocks {"handle":"bob"} | ok
bob GET /api/tables/open | tables.*.id
ada POST /api/tables/t_3/join {} | ok started
# A running table goes on.
ada POST /api/blocks {"handle":"bob"} | ok
ada GET /api/me/tables | tables.*.id
bob POST /api/tables/t_3/forfeit | ok
"##

an_invitation_of_a_blocked_member_is_not_shown r##"
ada joins
bob joins
ada POST /api/blocks {"handle":"bob"} | ok
bob POST /api/tables {"kind":"tic-tac-toe-vs-house","invited":"ada","stake":1} | tableId
bob GET /api/tables/t_1 | status invitedHandle
ada GET /api/me/invitations
ada GET /api/tables/t_1
ada POST /api/tables/t_1/join {}
ada POST /api/tables/t_1/decline
# It is shown again after the end of the block.
ada DELETE /api/blocks {"handle":"bob"} | ok
ada GET /api/me/invitations | invitations.*.id
ada POST /api/blocks {"handle":"bob"} | ok
ada GET /api/me/invitations
+1d
bob GET /api/tables/t_1 | status
"##

an_earlier_invitation_of_the_blocked_member_cannot_be_accepted r##"
ada joins
bob joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","invited":"bob","stake":1} | tableId
bob GET /api/me/invitations | invitations.*.id
ada POST /api/blocks {"handle":"bob"} | ok
bob GET /api/me/invitations
bob POST /api/tables/t_1/join {}
"##

a_block_hides_messages r##"
ada joins
bob joins
cyn joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"stake":1} | tableId
bob POST /api/tables/t_1/join {} | started
ada POST /api/tables/t_1/messages {"body":"good luck"} | message.id
bob POST /api/tables/t_1/messages {"body":"you lose"} | message.id
ada POST /api/parties | partyId
bob POST /api/parties/pty_1/join | ok
bob POST /api/parties/pty_1/messages {"body":"you lose again"} | message.id
ada POST /api/blocks {"handle":"bob"} | ok
# The earlier ones too, for both. The cursor goes on.
ada GET /api/tables/t_1/messages
bob GET /api/tables/t_1?msgs_since=0 | messages.*.body msgsAt
cyn GET /api/tables/t_1/messages | messages.*.body
ada GET /api/parties/pty_1 | members messages.*.body msgsAt
bob GET /api/parties/pty_1 | members messages.*.body
ada POST /api/parties/pty_1/messages {"body":"hello"} | message.id
bob GET /api/parties/pty_1 | messages.*.body msgsAt
ada DELETE /api/blocks {"handle":"bob"} | ok
ada GET /api/tables/t_1/messages | messages.*.body
"##

a_block_closes_the_party_of_its_owner r##"
ada joins
bob joins
ada POST /api/parties | partyId
bob POST /api/parties | partyId
ada POST /api/blocks {"handle":"bob"} | ok
bob POST /api/parties/pty_1/join
bob GET /api/parties/pty_1/invitation
ada POST /api/parties/pty_2/join
ada GET /api/parties/pty_2/invitation
"##

a_block_prevents_duels r##"
ada joins
bob joins
ada POST /api/agents {"name":"rook","kind":"policy","policy":"random"} | agentId
bob POST /api/agents {"name":"dice","kind":"policy","policy":"random"} | agentId
bob POST /api/agents {"name":"closed","kind":"policy","policy":"random","acceptsChallenges":false} | agentId
ada POST /api/blocks {"handle":"bob"} | ok
bob POST /api/duels {"agentId":"ag_2","opponentAgentId":"ag_1","gameId":"rps","stake":1}
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_2","gameId":"rps","stake":1}
# The words are those of an agent that accepts no challenges.
ada DELETE /api/blocks {"handle":"bob"} | ok
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_3","gameId":"rps","stake":1}
"##
}
