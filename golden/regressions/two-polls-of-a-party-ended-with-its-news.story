# Seed 7116853 violates a rule: the result of a query reaches its request.
# Replay: cargo run --release -p turnstone-sim -- --story golden/regressions/two-polls-of-a-party-ended-with-its-news.story
# RequestId(2162688)
seed 7116853
settings {"waiting-live-s":1379}
1 +0 operator invite {"test":false,"uses":1}
2 +0 world commit
#   2026-11-21 00:00:00.000 disk event: a read
#   2026-11-21 00:00:00.000 operator granted: { "inviteCode": "BMSH3-FYKRS-4EQ4M-CXY43", "uses": 1 }
3 +0 bob join {"clientRef":"$ref","handle":"none","inviteCode":"$code:1"}
7 +0 world commit
#   2026-11-21 00:00:00.000 bob granted step 3: { "ok": true, "handle": "none", "recoveryCode": "EC6KQ-F8FC0-31H42-SYVWB-HH8JP-HXG7F" }
8 +0 bob create_party
11 +0 world commit
#   2026-11-21 00:00:00.000 bob granted step 8: { "partyId": "pty_01a1fb6718007c07bf1fdf03ac05c21c" }
14 +0 bob create_party_table {"id":"$party:8","kind":"rps-vs-house"}
19 +0 bob read_party {"id":"$party:8","wait":25}
33 +0 bob read_party {"id":"$party:8","wait":1}
34 +0 world commit
#   2026-11-21 00:00:00.000 bob granted step 14: { "tableId": "t_01a1fb671800753cbed58ea57a5fd844" }
49 +1526918 bob my_tables
50 +0 world commit
#   2026-11-21 00:25:26.918 disk event: a read
#   2026-11-21 00:25:26.918 disk event: a read
#   2026-11-21 00:25:26.918 bob granted step 49: { "tables": [] }
51 +0 world commit
#   2026-11-21 00:25:26.918 service violated: the result of a query reaches its request
#     RequestId(2162688)
