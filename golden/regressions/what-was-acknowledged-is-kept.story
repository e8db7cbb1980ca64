# Seed 5000048 broke a rule: what was acknowledged is kept.
# Play it again: cargo run --release -p turnstone-sim -- --story golden/regressions/what-was-acknowledged-is-kept.story
# Millis(1795219200000), not Millis(1795219200155)
seed 5000048
settings {"sync-ms":400}
1 +0 operator invite {"test":false,"uses":1}
2 +0 world round
#   2026-11-21 00:00:00.000 disk told: a read
#   2026-11-21 00:00:00.155 operator granted: { "inviteCode": "AY9X7-X5MRQ-N5VFQ-Q83RG", "uses": 1 }
3 +0 ada join {"clientRef":"$ref","handle":"none","inviteCode":"$code:1"}
40 +0 world crash {"at":"no-room","kill":false,"luck":0}
#   2026-11-21 00:00:04.280 service told: started again (reopened from storage); 1 requests will have no answer
42 +0 world round
49 +0 world crash {"at":"writing","kill":false,"luck":0}
#   2026-11-21 00:00:08.333 service told: started again (reopened from storage); 0 requests will have no answer
#   2026-11-21 00:00:08.333 service violated: what was acknowledged is kept
#     Millis(1795219200000), not Millis(1795219200155)
