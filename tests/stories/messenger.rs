//! The messenger: sign-in, linking, unlinking, and its bot's updates.

crate::stories! {

a_linked_identity_signs_in_to_its_account r##"
set messenger=1
the operator invites 5 uses
# The identity is unknown: a new member needs an invitation.
cyd POST /api/join/messenger {"initData":"app(7,Ada_L)"}
cyd POST /api/join/messenger {"initData":"app(7,Ada_L)","inviteCode":""}
cyd POST /api/join/messenger {"initData":"app(7,Ada_L)","inviteCode":"none"}
cyd POST /api/join/messenger {"initData":"app(7,Ada_L)","inviteCode":"invite_1"}
# From now on the identity is enough to sign in, any number of times, without a new recovery code.
dan POST /api/join/messenger {"initData":"app(7,Ada_L)"}
dan POST /api/join/messenger {"initData":"app(7,Ada_L)","inviteCode":"invite_1","handle":"somebody"}
# A chosen handle is used; invalid and taken handles are rejected.
dan POST /api/join/messenger {"initData":"app(8,ada_l)","inviteCode":"invite_1"}
dan POST /api/join/messenger {"initData":"app(8)","inviteCode":"invite_1"}
dan POST /api/join/messenger {"initData":"app(8,7)","inviteCode":"invite_1"}
dan POST /api/join/messenger {"initData":"app(8)","inviteCode":"invite_1","handle":"-dan-"}
dan POST /api/join/messenger {"initData":"app(8)","inviteCode":"invite_1","handle":"house"}
dan POST /api/join/messenger {"initData":"app(8)","inviteCode":"invite_1","handle":"Dan"} | handle created
"##

accepts_fresh_proofs_of_the_messenger_only r##"
set messenger=1
the operator invites 5 uses
cyd POST /api/join/messenger {"initData":"app(7,ada,3600)","inviteCode":"invite_1"} | created
cyd POST /api/join/messenger {"initData":"app(7,ada,3601)"}
cyd POST /api/join/messenger {"initData":"app(7,ada)&x=1"}
cyd POST /api/join/messenger {"initData":"nonsense"}
cyd POST /api/join/messenger {"initData":""}
cyd POST /api/join/messenger {}
cyd POST /api/join/messenger {"initData":"app(7,ada)"} | created
"##

an_unconfigured_messenger_is_503 r##"
ada joins
ada POST /api/join/messenger {"initData":"app(7,ada)"}
ada POST /api/identities/messenger/challenge | -
ada POST /api/identities/messenger {"state":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","initData":"app(7,ada)"}
ada DELETE /api/identities/messenger
ada POST /api/msgr/webhook {}
ada GET /api/push/key
"##

an_identity_is_linked_once_and_for_ever r##"
set messenger=1
ada joins
bob joins
ada POST /api/identities/messenger/challenge
ada POST /api/identities/messenger {"state":"state_1","messengerAuth":"widget(7,ada_l)"}
# The state can be used once.
ada POST /api/identities/messenger {"state":"state_1","messengerAuth":"widget(7,ada_l)"}
# The card shows the username to members if its owner wants it.
bob GET /api/players/ada | messenger
ada PATCH /api/me/profile {"showMessenger":true} | showMessenger
bob GET /api/players/ada | messenger
# It signs in like the recovery code.
cyd POST /api/join/messenger {"initData":"app(7,ada_l)"} | handle created recoveryCode
# No other account can link it, not even after it is unlinked.
bob POST /api/identities/messenger/challenge | -
bob POST /api/identities/messenger {"state":"state_2","initData":"app(7,ada_l)"}
ada DELETE /api/identities/messenger
ada DELETE /api/identities/messenger
ada GET /api/me/profile | identities doors
bob GET /api/players/ada | messenger
bob POST /api/identities/messenger {"state":"state_2","initData":"app(7,ada_l)"}
cyd POST /api/join/messenger {"initData":"app(7,ada_l)"}
# Only she can link it again.
ada POST /api/identities/messenger/challenge | -
ada POST /api/identities/messenger {"state":"state_3","initData":"app(7,ada_lovelace)"} | identities doors
# Another one replaces it, and both stay reserved for her.
ada POST /api/identities/messenger/challenge | -
ada POST /api/identities/messenger {"state":"state_4","initData":"app(70,ada_two)"} | identities doors
cyd POST /api/join/messenger {"initData":"app(7,ada_l)"}
# After her erasure they are free.
ada DELETE /api/me {"confirmHandle":"ada"} | identitiesRemoved
bob POST /api/identities/messenger {"state":"state_2","initData":"app(7,ada_l)"} | identities doors
"##

a_link_state_is_valid_for_one_member_and_ten_minutes r##"
set messenger=1
ada joins
bob joins
ada POST /api/identities/messenger/challenge | -
bob POST /api/identities/messenger/challenge | -
bob POST /api/identities/messenger {"state":"state_1","initData":"app(7,ada)"}
ada POST /api/identities/messenger {"state":"short","initData":"app(7,ada)"}
ada POST /api/identities/messenger {"state":"state_1"}
ada POST /api/identities/messenger {"state":"state_1","initData":"app(7,ada)","messengerAuth":"widget(7,ada)"}
ada POST /api/identities/messenger {"state":"state_1","messengerAuth":{"id":"7"}}
ada POST /api/identities/messenger {"state":"state_1","messengerAuth":{"id":7}}
# An error does not use it up, and a restart does not lose it.
restart
ada POST /api/identities/messenger {"state":"state_1","initData":"app(7,ada)"} | identities
# A newer one replaces it.
bob POST /api/identities/messenger/challenge | -
bob POST /api/identities/messenger {"state":"state_2","initData":"app(8,bob)"}
+10m
bob POST /api/identities/messenger {"state":"state_3","initData":"app(8,bob)"}
"##

the_bot_answers_a_start r##"
set messenger=1
msgr POST /api/msgr/webhook {"message":{"text":"/start","chat":{"id":5,"type":"private"}}}
msgr POST /api/msgr/webhook [X-Messenger-Bot-Api-Secret-Token: wrong] {"message":{"text":"/start","chat":{"id":5,"type":"private"}}}
msgr POST /api/msgr/webhook [X-Messenger-Bot-Api-Secret-Token: wrong] {
msgr POST /api/msgr/webhook [X-Messenger-Bot-Api-Secret-Token: a-secret-of-stories] {
msgr POST /api/msgr/webhook [X-Messenger-Bot-Api-Secret-Token: a-secret-of-stories] []
msgr POST /api/msgr/webhook [X-Messenger-Bot-Api-Secret-Token: a-secret-of-stories] {"message":{"text":"/start","chat":{"id":5,"type":"private"}}}
msgr POST /api/msgr/webhook [X-Messenger-Bot-Api-Secret-Token: a-secret-of-stories] {"message":{"text":"/start","chat":{"id":5,"type":"group"}}}
msgr POST /api/msgr/webhook [X-Messenger-Bot-Api-Secret-Token: a-secret-of-stories] {"message":{"text":"hello","chat":{"id":5,"type":"private"}}}
msgr POST /api/msgr/webhook [X-Messenger-Bot-Api-Secret-Token: a-secret-of-stories] {}
"##
}
