# The house belongs to the roster of an end card only if it has a seat. A table that the house banks counted for its one
# member and the house, and so did tablesTogether and rosterNet of their next table with two seats.
seed 1
settings {"active-tables":5,"anonymous-per-minute":0,"archive-after-s":444,"credential-per-minute":15,"failed-logins":7,"live-bank-s":8,"live-turn-s":80,"long-polls":6,"moves-per-minute":0,"parties":3,"practice-active":0,"practice-per-day":30,"rake-basis-points":0,"referral-cap":3,"requests-per-minute":0,"solo-turn-s":366,"start-ms":1795222322423}
2 +1 operator invite {"test":false,"uses":3}
4 +1 world commit
37 +0 bob join {"clientRef":"$ref","handle":"bob37","inviteCode":"$code:2"}
88 +1 world commit
110 +1 bob create_table {"kind":"roulette","seats":5,"stake":200}
127 +1 bob create_table {"kind":"liars-dice-vs-house","seats":4,"stake":10}
