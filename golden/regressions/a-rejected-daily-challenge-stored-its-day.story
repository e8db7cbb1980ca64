# The first request of a day asked for its challenge and was rejected, after a restart. The challenge was stored although
# the request was rejected.
seed 7109896
settings {"group-bytes":2044,"solo-turn-s":1,"step-bytes":1138,"tables-per-day":3}
1 +0 operator invite {"test":false,"uses":10}
2 +0 world commit
3 +0 world commit
5 +0 bob join {"clientRef":"$ref","handle":"none","inviteCode":"$code:1"}
6 +0 dan join {"clientRef":"$ref","handle":"dan6","inviteCode":"$code:1"}
7 +0 world commit
8 +0 cyd join {"clientRef":"$ref","handle":"cyd8","inviteCode":"$code:1"}
11 +0 world commit
12 +0 world sleep
13 +0 world commit
15 +0 world commit
16 +0 cyd create_table {"kind":"holdem-ring"}
17 +0 world commit
22 +0 world commit
23 +0 world commit
25 +1000 world commit
26 +0 dan history
27 +0 world sleep
30 +0 stranger practice {"clientRef":"$ref","kind":"blackjack-3"}
32 +0 bob create_table {"kind":"video-poker"}
33 +0 world commit
34 +0 world sleep
51 +0 world try {"luck":0,"what":"damage"}
58 +1000 stranger read_table
59 +0 world commit
60 +0 dan create_table {"kind":"tic-tac-toe-vs-house"}
62 +0 world commit
95 +0 world clock {"ms":155219170}
107 +0 world crash {"at":"writing","kill":false,"luck":1}
159 +0 dan create_table {"kind":"rps-vs-house"}
203 +0 dan create_table {"kind":"video-poker"}
238 +0 dan create_table {"kind":"roulette"}
242 +0 dan create_table {"daily":true,"kind":"blackjack"}
243 +0 world commit
