# With a reward of zero chips, the fifth table of an invitee still counted as rewarded.
seed 60000140
settings {"live-bank-s":0,"live-turn-s":1,"referral-reward":0}
1 +0 operator invite {"test":false,"uses":1}
2 +0 world commit
3 +0 cyd join {"clientRef":"$ref","handle":"cyd3","inviteCode":"$code:1"}
6 +0 world commit
61 +0 cyd create_party
188 +0 cyd create_table {"kind":"mancala-vs-house","open":true,"stake":1}
211 +0 cyd referral
222 +0 world commit
225 +0 bob join {"clientRef":"$ref","handle":"none","inviteCode":"$code:211"}
227 +0 world commit
231 +0 bob join_table {"id":"$table:188"}
234 +0 bob create_table {"kind":"memory-vs-house","open":true,"stake":1}
236 +0 bob create_table {"invited":"cyd3","kind":"minesweeper-vs-house","stake":1}
255 +0 world commit
257 +0 cyd join_table {"id":"$table:236"}
258 +0 cyd join_table {"id":"$table:234"}
268 +0 bob create_table {"daily":true,"kind":"blackjack"}
298 +0 cyd create_party_table {"id":"$party:61","kind":"tic-tac-toe-vs-house","stake":1}
353 +0 world commit
360 +0 bob join_table {"id":"$table:298"}
399 +0 world play-on {"luck":3049122216259562,"moves":10,"table":268}
423 +0 cyd referral
424 +0 world commit
