# Seed 52 violates a rule: failed logins are limited by address.
# Replay: cargo run --release -p turnstone-sim -- --story golden/regressions/failed-logins-are-limited-by-address.story
# cyd rotate_recovery(***): 1 failed, None
seed 52
settings {"failed-logins":1}
2 +0 operator invite {"test":false,"uses":2}
7 +0 world commit
11 +0 world commit
12 +0 world commit
13 +0 operator invite {"test":false,"uses":0}
15 +0 world commit
#   2026-11-21 00:00:00.000 disk event: a read
#   2026-11-21 00:00:00.000 operator granted: { "inviteCode": "H4BEG-FNCYC-YFXHH-PMZKY", "uses": 2 }
17 +0 cyd join {"clientRef":"$ref","handle":"none","inviteCode":"$code:2"}
18 +0 world commit
23 +0 world commit
399 +0 world commit
#   2026-11-21 00:00:00.000 operator granted: { "inviteCode": "561X6-QRZ50-X1GN5-YFXV6", "uses": 0 }
404 +0 world commit
407 +0 world commit
408 +0 cyd issue_token {"handle":"$handle","recoveryCode":"$recovery"}
444 +0 world commit
#   2026-11-21 00:00:00.000 cyd granted step 17: { "ok": true, "handle": "none", "recoveryCode": "1R488-BMQ1X-FV970-WN30H-9FVZX-G5DCW" }
#   2026-11-21 00:00:00.000 cyd rejected step 408: Auth( WrongCredentials, )
451 +0 cyd rotate_recovery
452 +0 world commit
#   2026-11-21 00:00:00.000 service violated: failed logins are limited by address
#     cyd rotate_recovery(***): 1 failed, None
