# Seed 290 violates a rule: a party knows whom its chat names.
# Replay: cargo run --release -p turnstone-sim -- --story golden/regressions/a-party-knows-whom-its-chat-names.story
# pty_01a1fb6718007f6e90a1a6cd40c8eb65: None, [(acc_01a1fb671800763a91ed420953f011c8, 4), (acc_01a1fb671800773299348b90a594cfcd, 5), (acc_01a1fb671800789e93ee3a317d126078, 6)]
seed 290
settings {"messages":2}
1 +0 operator invite {"test":false,"uses":10}
2 +0 world commit
#   2026-11-21 00:00:00.000 disk event: a read
#   2026-11-21 00:00:00.000 operator granted: { "inviteCode": "XKJZ7-V71ZR-P0BM3-N9JBK", "uses": 10 }
6 +0 eve join {"clientRef":"$ref","handle":"none","inviteCode":"$code:1"}
8 +0 cyd join {"clientRef":"$ref","handle":"cyd8","inviteCode":"$code:1"}
48 +0 operator order {"act":{"invite":{"uses":2}}}
49 +0 world commit
#   2026-11-21 00:00:00.000 eve granted step 6: { "ok": true, "handle": "none", "recoveryCode": "809GZ-K176V-6EH8H-PQRTQ-VDHYN-6M586" }
#   2026-11-21 00:00:00.000 cyd granted step 8: { "ok": true, "handle": "cyd8", "recoveryCode": "6WRPX-5VHD1-BX1P2-M09B9-TXNYW-7E6GP" }
#   2026-11-21 00:00:00.000 operator granted step 48: { "inviteCode": "1NDZN-147HE-5Y9DH-8YB2K", "uses": 2 }
59 +0 eve create_party
64 +0 world commit
#   2026-11-21 00:00:00.000 eve granted step 59: { "partyId": "pty_01a1fb6718007f6e90a1a6cd40c8eb65" }
67 +0 cyd join_party {"id":"$party:59"}
73 +0 dan join {"clientRef":"$ref","handle":"dan73","inviteCode":"$code:48"}
111 +0 world commit
#   2026-11-21 00:00:00.000 cyd granted step 67: { "ok": true }
#   2026-11-21 00:00:00.000 dan granted step 73: { "ok": true, "handle": "dan73", "recoveryCode": "DPN8P-TQX6Y-WJVVF-DF15E-40RV8-B4WEJ" }
116 +0 dan join_party {"id":"$party:59"}
135 +0 ada join {"clientRef":"$ref","handle":"ada135","inviteCode":"$code:48"}
141 +0 world commit
#   2026-11-21 00:00:00.000 dan granted step 116: { "ok": true }
#   2026-11-21 00:00:00.000 ada granted step 135: { "ok": true, "handle": "ada135", "recoveryCode": "4BYVE-3FBYJ-NFCCE-GE0G6-CHRKJ-YAZD4" }
144 +0 ada join_party {"id":"$party:59"}
161 +0 operator order {"act":{"erase":{"whom":{"handle":"none"}}}}
290 +0 dan erase_account {"confirmHandle":"$handle"}
324 +0 cyd leave_party {"id":"$party:59"}
325 +0 world commit
#   2026-11-21 00:00:00.000 service violated: a party knows whom its chat names
#     pty_01a1fb6718007f6e90a1a6cd40c8eb65: None, [(acc_01a1fb671800763a91ed420953f011c8, 4), (acc_01a1fb671800773299348b90a594cfcd, 5), (acc_01a1fb671800789e93ee3a317d126078, 6)]
