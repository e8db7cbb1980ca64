# Seed 1 violates a rule: a token has the expected claims.
# Replay: cargo run --release -p turnstone-sim -- --story golden/regressions/a-token-has-the-expected-claims.story
# fay join(***)
# Some(Account { account: acc_01a1fb6718007b25999a2ac81b2d028b, epoch: 0, issued_at: Millis(1795219200001), expires_at: Millis(1797811200001) }) for Some(2592000) s, not for Some(2592000)
seed 1
settings {}
1 +0 operator invite {"test":false,"uses":1}
2 +0 world commit
#   2026-11-21 00:00:00.000 disk event: a read
#   2026-11-21 00:00:00.000 operator granted: { "inviteCode": "8W21H-76XWH-M9CV0-A0PFH", "uses": 1 }
3 +0 fay join {"clientRef":"$ref","handle":"none","inviteCode":"$code:1"}
18 +0 world commit
#   2026-11-21 00:00:00.000 fay granted step 3: { "ok": true, "handle": "none", "recoveryCode": "T5EQB-1D0Y4-H2M6W-VPA0D-WBMFM-W2TXT" }
20 +1 fay again {"of":3}
21 +0 world commit
#   2026-11-21 00:00:00.001 service violated: a token has the expected claims
#     fay join(***)
#     Some(Account { account: acc_01a1fb6718007b25999a2ac81b2d028b, epoch: 0, issued_at: Millis(1795219200001), expires_at: Millis(1797811200001) }) for Some(2592000) s, not for Some(2592000)
