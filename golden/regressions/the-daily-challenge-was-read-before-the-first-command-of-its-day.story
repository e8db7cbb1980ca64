# The first request of a day read its challenge, after a restart. The challenge was not stored yet, and the simulator did
# not know it.
seed 7100294
settings {"archive-after-s":1,"group-bytes":1090,"step-bytes":3880}
43 +0 stranger practice {"clientRef":"$ref","kind":"holdem-vs-house"}
54 +0 world commit
59 +0 stranger practice {"clientRef":"$ref","kind":"baccarat"}
61 +0 world commit
63 +3600000 stranger again {"of":43}
64 +0 world commit
65 +0 world commit
74 +0 world commit
77 +0 stranger practice {"clientRef":"$ref","kind":"blackjack-3"}
81 +0 world commit
82 +987 ada table_messages
83 +0 world commit
84 +0 world commit
88 +0 stranger practice {"clientRef":"$ref","kind":"president"}
97 +0 world play-on {"luck":0,"moves":1,"table":77}
99 +86400000 ada me
100 +0 world commit
118 +0 world commit
129 +0 world commit
145 +0 world crash {"at":"write-fails","kill":false,"luck":1858430347463627}
212 +0 stranger daily_board
213 +0 world commit
