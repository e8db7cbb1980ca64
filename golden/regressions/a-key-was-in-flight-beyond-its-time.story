# Seed 7116746 violates a rule: an error reports a cause that applies.
# Replay: cargo run --release -p turnstone-sim -- --story golden/regressions/a-key-was-in-flight-beyond-its-time.story
# cyd join(***) was rejected: Err(Idempotency(InFlight)), Ruling { against: ["Idempotency Conflict"], again: None }
seed 7116746
settings {"swept":2}
1 +0 operator invite {"test":false,"uses":10}
2 +0 world commit
3 +0 world commit
4 +0 world commit
#   2026-11-21 00:00:00.000 disk event: a read
#   2026-11-21 00:00:00.000 operator granted: { "inviteCode": "1MQXB-S99FM-4HMBD-H9EK8", "uses": 10 }
5 +0 fay join {"clientRef":"$ref","handle":"none","inviteCode":"$code:1"}
6 +0 world commit
8 +0 bob join {"clientRef":"$ref","handle":"bob8","inviteCode":"$code:1"}
11 +0 world commit
13 +0 world commit
14 +0 world commit
#   2026-11-21 00:00:00.000 fay granted step 5: { "ok": true, "handle": "none", "recoveryCode": "YFFWE-6AV2P-HH67N-D3VGH-DDFV1-2R4MB" }
15 +0 fay create_table {"kind":"dominoes"}
19 +0 world commit
23 +0 world commit
#   2026-11-21 00:00:00.000 bob granted step 8: { "ok": true, "handle": "bob8", "recoveryCode": "0QW66-0E8YW-22KB8-WG3WX-8TEGS-E6GJZ" }
#   2026-11-21 00:00:00.000 fay granted step 15: { "tableId": "t_01a1fb6718007a709c2e87bb43a86a09" }
47 +0 bob create_table {"kind":"dominoes"}
122 +0 cyd join {"clientRef":"$ref","handle":"cyd122","inviteCode":"$code:1"}
123 +0 world commit
124 +86400000 cyd again {"of":122}
125 +0 world commit
#   2026-11-22 00:00:00.000 service violated: an error reports a cause that applies
#     cyd join(***) was rejected: Err(Idempotency(InFlight)), Ruling { against: ["Idempotency Conflict"], again: None }
