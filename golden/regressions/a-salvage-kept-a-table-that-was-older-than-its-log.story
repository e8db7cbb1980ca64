# A salvage kept a waiting table whose newest row was unreadable and whose log was readable. The service did not open
# on the salvaged store.
seed 101
settings {"active-tables":0,"anonymous-per-minute":0,"archive-after-s":97,"credential-per-minute":0,"decisions":16,"duel-s":1800,"duels-per-hour":0,"failed-logins":0,"house-purse":0,"live-bank-s":4,"live-turn-s":19,"long-polls":5,"long-polls-total":0,"model":true,"moves-per-minute":9,"parties":0,"party-kept-s":22916,"practice-active":0,"practice-kept-s":37659,"practice-per-day":30,"push-subscriptions":3,"rake-basis-points":0,"referral-cap":2,"rematch-cooldown-s":0,"requests-per-minute":40,"selfchecks-per-hour":0,"solo-turn-s":527,"start-ms":1795267712808,"step-bytes":3508,"tables-per-day":2000}
1 +477 operator invite {"test":false,"uses":14}
3 +307 world commit
4 +0 ada join {"clientRef":"$ref","handle":"ada","inviteCode":"$code:1"}
7 +4 bob join {"clientRef":"$ref","handle":"bob7","inviteCode":"$code:1"}
21 +0 cyd join {"clientRef":"$ref","handle":"cyd21","inviteCode":"$code:1"}
25 +122 world commit
26 +282 ada create_table {"clientRef":"$ref","kind":"connect-four-vs-house","open":true,"seats":4,"stake":900}
28 +0 bob create_party
30 +314 world commit
31 +377 ada join_party {"id":"$party:28"}
54 +0 world commit
55 +0 cyd join_table {"id":"$table:26"}
57 +436 ada read_table {"events_since":"$events","id":"$table:26","msgs_since":"$msgs"}
61 +97 cyd burst {"chars":10,"tables":[26],"times":498}
62 +0 world commit
64 +0 ada create_party_table {"id":"$party:28","kind":"tic-tac-toe-vs-house","stake":100}
66 +0 ada act {"action":"$action:60","id":"$table:26"}
73 +69 cyd join {"clientRef":"$ref","handle":"cyd73","inviteCode":"$code:1"}
78 +270 world commit
79 +0 cyd join_table {"id":"$table:64"}
88 +310 world commit
90 +235 world try {"luck":194691203771698,"what":"salvage-damaged"}
