# Seed 7109896 violates a rule: an error changes nothing.
# Replay: cargo run --release -p turnstone-sim -- --story golden/regressions/a-rejected-daily-challenge-stored-its-day.story
# dan create_table(blackjack Public Live seats: None stake: 10 level: None ["daily"]): Err(Rejected { rejection: Quota(TablesToday(Retry { limit: 3, after_s: 17580 })), rate: None }), [Put(Clock), Put(Daily(Day(20781)))]
seed 7109896
settings {"group-bytes":2044,"solo-turn-s":1,"step-bytes":1138,"tables-per-day":3}
1 +0 operator invite {"test":false,"uses":10}
2 +0 world commit
3 +0 world commit
#   2026-11-21 00:00:00.000 disk event: a read
#   2026-11-21 00:00:00.000 operator granted: { "inviteCode": "PNCM0-QPQCH-3JPG5-ARZSV", "uses": 10 }
5 +0 bob join {"clientRef":"$ref","handle":"none","inviteCode":"$code:1"}
6 +0 dan join {"clientRef":"$ref","handle":"dan6","inviteCode":"$code:1"}
7 +0 world commit
#   2026-11-21 00:00:00.000 bob granted step 5: { "ok": true, "handle": "none", "recoveryCode": "K4G5V-036MQ-HHD45-443DP-RVN02-1TE5K" }
#   2026-11-21 00:00:00.000 dan granted step 6: { "ok": true, "handle": "dan6", "recoveryCode": "WF31G-EYC27-H1429-00696-RDWWD-KSWRP" }
8 +0 cyd join {"clientRef":"$ref","handle":"cyd8","inviteCode":"$code:1"}
11 +0 world commit
12 +0 world sleep
13 +0 world commit
#   2026-11-22 00:00:00.000 cyd granted step 8: { "ok": true, "handle": "cyd8", "recoveryCode": "CNB4S-M5C1W-2P2RG-W9PKG-EWACG-J8X21" }
15 +0 world commit
16 +0 cyd create_table {"kind":"holdem-ring"}
17 +0 world commit
22 +0 world commit
#   2026-11-22 00:00:00.000 disk event: a read
#   2026-11-22 00:00:00.000 disk event: a read
23 +0 world commit
25 +1000 world commit
26 +0 dan history
27 +0 world sleep
30 +0 stranger practice {"clientRef":"$ref","kind":"blackjack-3"}
32 +0 bob create_table {"kind":"video-poker"}
33 +0 world commit
#   2026-11-22 00:10:01.000 cyd granted step 16: { "tableId": "t_01a2008d74007b9b9d1317ecf2bb200c" }
34 +0 world sleep
51 +0 world try {"luck":0,"what":"damage"}
#   2026-11-23 00:00:00.000 disk event: a read
#   2026-11-23 00:00:00.000 disk event: a read
#   2026-11-23 00:00:00.000 disk event: a read
#   2026-11-23 00:00:00.000 disk event: a read
#   2026-11-23 00:00:00.000 stranger granted step 30: { "tableId": "t_01a205b3d0007bff8b9521d750754664", "accessToken": "tsn1.AQHkjNWD9brIyov_74OA-uyCogMAAIDahrGgNA.j-_KfI64s5Bbi9OMea2xG4JFnlnMk9ZQO4dlPWT_pow", "to…
#   2026-11-23 00:00:00.000 bob granted step 32: { "tableId": "t_01a205b3d000797ba5359d65ccc3b931" }
#   2026-11-23 00:00:00.000 dan granted step 26: { "hands": [] }
58 +1000 stranger read_table
59 +0 world commit
60 +0 dan create_table {"kind":"tic-tac-toe-vs-house"}
62 +0 world commit
#   2026-11-23 00:00:01.000 stranger granted step 58: { "ok": true }
#   2026-11-23 00:00:01.000 dan granted step 60: { "tableId": "t_01a205b3d3e87df9be0ab3f49c84605a" }
95 +0 world clock {"ms":155219170}
107 +0 world crash {"at":"writing","kill":false,"luck":1}
#   2026-11-24 19:07:00.170 service event: started again (reopened from storage); 0 requests get no answer
159 +0 dan create_table {"kind":"rps-vs-house"}
203 +0 dan create_table {"kind":"video-poker"}
238 +0 dan create_table {"kind":"roulette"}
242 +0 dan create_table {"daily":true,"kind":"blackjack"}
243 +0 world commit
#   2026-11-24 19:07:00.170 service violated: an error changes nothing
#     dan create_table(blackjack Public Live seats: None stake: 10 level: None ["daily"]): Err(Rejected { rejection: Quota(TablesToday(Retry { limit: 3, after_s: 17580 })), rate: None }), [Put(Clock), Put(Daily(Day(20781)))]
