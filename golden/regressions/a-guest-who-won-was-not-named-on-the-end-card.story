# The end card of a guest who won a practice match had no winner (winnerSeat null), as if the house had won.
seed 26
settings {"active-tables":0,"anonymous-per-minute":0,"archive-after-s":44,"credential-per-minute":0,"failed-logins":0,"live-bank-s":50,"live-turn-s":50,"long-polls":0,"moves-per-minute":0,"parties":3,"practice-active":3,"practice-per-day":30,"rake-basis-points":1667,"referral-cap":1,"requests-per-minute":0,"solo-turn-s":757,"start-ms":1795303180563}
61 +0 stranger practice {"clientRef":"$ref","kind":"blackjack"}
64 +0 world commit
146 +0 guest61 read_table {"events_since":"$events","id":"$table:61","wait":0.001}
156 +0 world commit
174 +1 guest61 act {"action":"$action:43","expectedPlies":"$plies","id":"$table:61"}
