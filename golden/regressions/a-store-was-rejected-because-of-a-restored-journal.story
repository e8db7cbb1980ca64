# The power failed while the journal became a table: an older journal was restored, the one after it was missing, and the
# first batch of the newest was torn. The start took the end of the oldest journal for the end of the store and rejected
# it.
seed 7000792
settings {}
1 +0 operator invite {"test":false,"uses":5}
2 +0 world commit
3 +0 bob join {"clientRef":"$ref","handle":"none","inviteCode":"$code:1"}
5 +0 world commit
8 +0 bob logout
9 +0 stranger practice {"clientRef":"$ref","kind":"holdem-open"}
10 +0 world commit
13 +0 ada join {"clientRef":"$ref","handle":"ada13","inviteCode":"$code:1"}
14 +0 bob issue_token {"handle":"$handle","recoveryCode":"$recovery"}
16 +0 world commit
24 +0 bob referral
27 +0 world sleep
28 +0 world commit
30 +0 stranger practice {"clientRef":"$ref","kind":"video-poker"}
41 +0 ada create_table {"kind":"rps-vs-house","stake":1}
42 +0 ada logout
45 +0 world sleep
48 +0 world commit
49 +0 world sleep
51 +0 bob create_table {"kind":"roulette","stake":1}
52 +0 bob create_table {"kind":"battleship-vs-house","stake":1}
53 +0 bob create_table {"kind":"blackjack","stake":1}
57 +0 bob create_table {"kind":"video-poker","stake":1}
60 +0 bob create_table {"kind":"mancala-vs-house","stake":1}
63 +0 bob create_table {"kind":"baccarat","stake":1}
68 +0 ada issue_token {"handle":"$handle","recoveryCode":"$recovery"}
74 +0 stranger practice {"clientRef":"$ref","kind":"minesweeper-vs-house"}
78 +0 world commit
79 +0 bob read_table {"id":"$table:60"}
80 +0 ada create_table {"kind":"mancala-vs-house","stake":1}
82 +0 bob read_table {"id":"$table:63"}
83 +0 world commit
90 +0 world crash {"at":"applied","kill":false,"luck":757210489515928}
93 +0 bob act {"action":"$action:10","id":"$table:60"}
95 +0 bob read_table {"id":"$table:57"}
106 +0 bob act {"action":"$action:1","eventsSince":"$events","id":"$table:60"}
108 +0 stranger practice {"clientRef":"$ref","kind":"roulette"}
109 +0 ada read_table {"id":"$table:80"}
110 +0 world sleep
111 +0 world commit
115 +0 ada act {"action":"$action:0","id":"$table:80"}
122 +0 bob act {"action":"$action:0","id":"$table:63"}
125 +0 world commit
158 +0 bob act {"action":"$action:0","id":"$table:57"}
159 +0 world commit
160 +0 ada forfeit {"id":"$table:80"}
164 +0 world crash {"at":"writing","kill":false,"luck":1}
167 +0 world sleep
172 +0 ada logout
173 +0 guest108 read_table {"id":"$table:108"}
178 +0 world commit
180 +0 bob act {"action":"$action:1","id":"$table:60"}
181 +0 guest108 act {"action":"$action:0","expectedPlies":"$plies","id":"$table:108"}
186 +0 world crash {"at":"write-fails","kill":false,"luck":2442569632776415}
