# A salvage kept an old row of an erased member, because the newest was unreadable. The slot of the key belonged to
# another member by then, so the store did not open. Such a member is now cleared, as if the key were missing.
seed 41002105
settings {}
2 +0 operator invite {"test":false,"uses":1}
3 +0 world commit
6 +0 eve join {"clientRef":"$ref","handle":"none","inviteCode":"$code:2"}
7 +0 world commit
8 +0 eve create_table {"kind":"minesweeper-vs-house","stake":100}
23 +0 world commit
34 +0 stranger practice {"clientRef":"$ref","kind":"connect-four-vs-house"}
36 +0 world commit
40 +0 eve post_table_message {"body":"in time","clientId":"$ref","id":"$table:8"}
41 +0 world commit
43 +0 eve erase_account {"confirmHandle":"$handle"}
63 +0 world crash {"at":"replied","kill":true,"luck":0}
73 +0 operator invite {"test":false,"uses":1}
79 +0 world commit
81 +0 eve join {"clientRef":"$ref","handle":"eve81","inviteCode":"$code:73"}
106 +3600000 eve end_card {"id":"$table:5"}
107 +0 world commit
116 +0 eve challenge_messenger
117 +0 world commit
131 +0 world try {"luck":3866666763307740,"what":"salvage-damaged"}
