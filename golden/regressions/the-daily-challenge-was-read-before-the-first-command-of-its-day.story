# Seed 7100294 violates a rule: a response refers to existing rows.
# Replay: cargo run --release -p turnstone-sim -- --story golden/regressions/the-daily-challenge-was-read-before-the-first-command-of-its-day.story
# stranger daily_board(***)
# the day has no deal
seed 7100294
settings {"archive-after-s":1,"group-bytes":1090,"step-bytes":3880}
43 +0 stranger practice {"clientRef":"$ref","kind":"holdem-vs-house"}
54 +0 world commit
#   2026-11-21 00:00:00.000 disk event: a read
#   2026-11-21 00:00:00.000 stranger granted step 43: { "tableId": "t_01a1fb6718007de68c47c10f4018cd95", "accessToken": "tsn1.AQGVm-OA9KHwo4zN94OA49n9oQMAAIDq096fNA.dKds-pWogFz5KWjdR_-cBH2_c8o2ofGyJ4EQKZZcPBY", "to…
59 +0 stranger practice {"clientRef":"$ref","kind":"baccarat"}
61 +0 world commit
#   2026-11-21 00:00:00.000 stranger granted step 59: { "tableId": "t_01a1fb67180073cc901b0d5948069a30", "accessToken": "tsn1.AQGwtJrAlKvDjZCZz4OA49n9oQMAAIDq096fNA.99pDuNrHeXJKbTTuBEJhZ0-HS7lvtzv0NqBDuSRGT_I", "to…
63 +3600000 stranger again {"of":43}
64 +0 world commit
65 +0 world commit
74 +0 world commit
77 +0 stranger practice {"clientRef":"$ref","kind":"blackjack-3"}
81 +0 world commit
#   2026-11-21 01:00:00.000 stranger granted step 63: { "tableId": "t_01a1fb6718007de68c47c10f4018cd95", "accessToken": "tsn1.AQGVm-OA9KHwo4zN94OA49n9oQMAAIDq096fNA.dKds-pWogFz5KWjdR_-cBH2_c8o2ofGyJ4EQKZZcPBY", "to…
82 +987 ada table_messages
83 +0 world commit
84 +0 world commit
#   2026-11-21 01:00:00.987 stranger granted step 77: { "tableId": "t_01a1fb9e0680796a830548106187d219", "accessToken": "tsn1.AQGZpJ-MhoLSgoPV5YPowOf9oQMAAIDHr-CfNA.X-uvN_DKh3M9OjwE8dRN7q1WXRbtEL-gBoWHhWzKnis", "to…
#   2026-11-21 01:00:00.987 ada granted step 82: { "ok": true }
88 +0 stranger practice {"clientRef":"$ref","kind":"president"}
97 +0 world play-on {"luck":0,"moves":1,"table":77}
99 +86400000 ada me
100 +0 world commit
118 +0 world commit
#   2026-11-22 01:00:01.234 stranger granted step 88: { "tableId": "t_01a1fb9e0b5279a28fe1b9c0d994122e", "accessToken": "tsn1.AQGupNDMjbju8I_F5pO1wef9oQMAANLQr-CfNA.u2zXi0SMaKNILfZJak1nreiU_0vGuED9mqq7W777krU", "to…
#   2026-11-22 01:00:01.234 guest granted step 97: { "ok": true }
129 +0 world commit
145 +0 world crash {"at":"write-fails","kill":false,"luck":1858430347463627}
#   2026-11-22 01:00:01.234 service event: started again (reopened from storage); 1 requests get no answer
212 +0 stranger daily_board
213 +0 world commit
#   2026-11-22 01:00:01.234 service violated: a response refers to existing rows
#     stranger daily_board(***)
#     the day has no deal
