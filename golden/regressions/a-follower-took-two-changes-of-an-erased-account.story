# Seed 7119594 violates a rule: a follower absorbs every batch.
# Replay: cargo run --release -p turnstone-sim -- --story golden/regressions/a-follower-took-two-changes-of-an-erased-account.story
# Account(acc_01a1fb6718007f94a8c45790aa1918ce) does not fit what was stored before it
seed 7119594
settings {}
1 +0 operator invite {"test":false,"uses":10}
2 +0 world commit
#   2026-11-21 00:00:00.000 disk event: a read
#   2026-11-21 00:00:00.000 operator granted: { "inviteCode": "A2ZBF-0PCSS-NABXJ-HBSGM", "uses": 10 }
3 +0 dan join {"clientRef":"$ref","handle":"none","inviteCode":"$code:1"}
4 +0 eve join {"clientRef":"$ref","handle":"eve4","inviteCode":"$code:1"}
6 +0 world commit
#   2026-11-21 00:00:00.000 dan granted step 3: { "ok": true, "handle": "none", "recoveryCode": "6QXAS-6WGRJ-WYQD6-DW6H3-JC1QP-G68X6" }
#   2026-11-21 00:00:00.000 eve granted step 4: { "ok": true, "handle": "eve4", "recoveryCode": "804G1-XEDVT-CA4RQ-G3NDY-8QKWG-BWEK1" }
17 +0 eve referral
18 +0 world commit
#   2026-11-21 00:00:00.000 eve granted step 17: { "code": "NPZF0-5YYWN-4E23A-F1K3K", "usesLeft": 20, "tablesNeeded": 0, "waitsUntil": null, "treeLeft": null, "invited": 0, "rewarded": 0, "cap": 20, "reward": …
19 +0 kin17 join {"clientRef":"$ref","handle":"kin17","inviteCode":"$code:17"}
30 +0 dan create_table {"kind":"rps-vs-house","open":true}
33 +0 world commit
#   2026-11-21 00:00:00.000 kin17 granted step 19: { "ok": true, "handle": "kin17", "recoveryCode": "TGF00-P70YH-ECKEE-BB0R5-XZJE6-WPVJ8" }
#   2026-11-21 00:00:00.000 dan granted step 30: { "tableId": "t_01a1fb6718007bf1b9e1f994da8ebfe1" }
34 +0 world play-on {"luck":1,"moves":10,"table":30}
#   2026-11-21 00:00:00.000 kin17 granted: { "ok": true, "tableId": "t_01a1fb6718007bf1b9e1f994da8ebfe1", "started": true }
#   2026-11-21 00:00:00.045 dan granted: { "ok": true }
#   2026-11-21 00:00:00.115 kin17 granted: { "ok": true, "table": { "id": "t_01a1fb6718007bf1b9e1f994da8ebfe1", "kind": "rps-vs-house", "gameId": "rps", "status": "playing", "mySeat": 1, "stake": 10, "se…
#   2026-11-21 00:00:00.370 dan granted: { "ok": true, "table": { "id": "t_01a1fb6718007bf1b9e1f994da8ebfe1", "kind": "rps-vs-house", "gameId": "rps", "status": "playing", "mySeat": 0, "stake": 10, "se…
#   2026-11-21 00:00:00.514 kin17 granted: { "ok": true }
35 +0 ada join {"clientRef":"$ref","handle":"ada35","inviteCode":"$code:17"}
65 +0 dan create_table {"kind":"dominoes","open":true}
70 +0 world commit
#   2026-11-21 00:00:00.514 ada granted step 35: { "ok": true, "handle": "ada35", "recoveryCode": "B273X-D3J6G-K49MM-HGXV2-RHZ9H-ENATQ" }
#   2026-11-21 00:00:00.514 dan granted step 65: { "tableId": "t_01a1fb671a0276cfa28e6b4fae9d3a54" }
71 +0 world play-on {"luck":0,"moves":75,"table":65}
#   2026-11-21 00:00:00.514 ada granted: { "ok": true, "tableId": "t_01a1fb671a0276cfa28e6b4fae9d3a54", "started": false }
#   2026-11-21 00:00:00.514 eve granted: { "ok": true, "tableId": "t_01a1fb671a0276cfa28e6b4fae9d3a54", "started": false }
#   2026-11-21 00:00:00.514 kin17 granted: { "ok": true, "tableId": "t_01a1fb671a0276cfa28e6b4fae9d3a54", "started": true }
#   2026-11-21 00:00:00.604 dan granted: { "ok": true }
#   2026-11-21 00:00:00.894 ada granted: { "ok": true }
#   2026-11-21 00:00:01.125 ada granted: { "ok": true }
#   2026-11-21 00:00:01.127 ada granted: { "ok": true, "table": { "id": "t_01a1fb671a0276cfa28e6b4fae9d3a54", "kind": "dominoes", "gameId": "dominoes", "status": "playing", "mySeat": 1, "stake": 10, "s…
#   2026-11-21 00:00:01.208 ada granted: { "ok": true }
#   2026-11-21 00:00:01.267 ada granted: { "ok": true }
#   2026-11-21 00:00:01.505 ada granted: { "ok": true }
#   2026-11-21 00:00:01.694 eve granted: { "ok": true }
#   2026-11-21 00:00:01.931 kin17 granted: { "ok": true, "table": { "id": "t_01a1fb671a0276cfa28e6b4fae9d3a54", "kind": "dominoes", "gameId": "dominoes", "status": "playing", "mySeat": 3, "stake": 10, "s…
#   2026-11-21 00:00:01.973 dan granted: { "ok": true }
#   2026-11-21 00:00:02.052 ada granted: { "ok": true, "table": { "id": "t_01a1fb671a0276cfa28e6b4fae9d3a54", "kind": "dominoes", "gameId": "dominoes", "status": "playing", "mySeat": 1, "stake": 10, "s…
#   2026-11-21 00:00:02.266 eve granted: { "ok": true }
#   2026-11-21 00:00:02.407 kin17 granted: { "ok": true, "table": { "id": "t_01a1fb671a0276cfa28e6b4fae9d3a54", "kind": "dominoes", "gameId": "dominoes", "status": "playing", "mySeat": 3, "stake": 10, "s…
#   2026-11-21 00:00:02.567 dan granted: { "ok": true, "table": { "id": "t_01a1fb671a0276cfa28e6b4fae9d3a54", "kind": "dominoes", "gameId": "dominoes", "status": "playing", "mySeat": 0, "stake": 10, "s…
#   2026-11-21 00:00:02.783 ada granted: { "ok": true }
#   2026-11-21 00:00:02.918 eve granted: { "ok": true, "table": { "id": "t_01a1fb671a0276cfa28e6b4fae9d3a54", "kind": "dominoes", "gameId": "dominoes", "status": "playing", "mySeat": 2, "stake": 10, "s…
#   2026-11-21 00:00:03.138 kin17 granted: { "ok": true, "table": { "id": "t_01a1fb671a0276cfa28e6b4fae9d3a54", "kind": "dominoes", "gameId": "dominoes", "status": "playing", "mySeat": 3, "stake": 10, "s…
#   2026-11-21 00:00:03.356 kin17 granted: { "ok": true, "table": { "id": "t_01a1fb671a0276cfa28e6b4fae9d3a54", "kind": "dominoes", "gameId": "dominoes", "status": "playing", "mySeat": 3, "stake": 10, "s…
#   2026-11-21 00:00:03.507 kin17 granted: { "ok": true }
#   2026-11-21 00:00:03.703 dan granted: { "ok": true }
#   2026-11-21 00:00:03.882 dan granted: { "ok": true, "table": { "id": "t_01a1fb671a0276cfa28e6b4fae9d3a54", "kind": "dominoes", "gameId": "dominoes", "status": "playing", "mySeat": 0, "stake": 10, "s…
#   2026-11-21 00:00:04.098 ada granted: { "ok": true }
#   2026-11-21 00:00:04.173 eve granted: { "ok": true }
#   2026-11-21 00:00:04.264 kin17 granted: { "ok": true, "table": { "id": "t_01a1fb671a0276cfa28e6b4fae9d3a54", "kind": "dominoes", "gameId": "dominoes", "status": "playing", "mySeat": 3, "stake": 10, "s…
#   2026-11-21 00:00:04.460 dan granted: { "ok": true }
#   2026-11-21 00:00:04.736 ada granted: { "ok": true }
#   2026-11-21 00:00:04.751 eve granted: { "ok": true }
#   2026-11-21 00:00:04.789 kin17 granted: { "ok": true }
#   2026-11-21 00:00:04.990 dan granted: { "ok": true, "table": { "id": "t_01a1fb671a0276cfa28e6b4fae9d3a54", "kind": "dominoes", "gameId": "dominoes", "status": "settled", "mySeat": 0, "stake": 10, "s…
211 +0 eve create_table {"kind":"rps-vs-house","open":true}
212 +0 world commit
#   2026-11-21 00:00:04.990 eve granted step 211: { "tableId": "t_01a1fb672b7e732995758b909c13b645" }
213 +0 kin17 join_table {"id":"$table:211"}
272 +0 ada create_table {"kind":"holdem-ring","open":true}
273 +0 world commit
#   2026-11-21 00:00:04.990 kin17 granted step 213: { "ok": true, "tableId": "t_01a1fb672b7e732995758b909c13b645", "started": true }
#   2026-11-21 00:00:04.990 ada granted step 272: { "tableId": "t_01a1fb672b7e7fc5801bd98ad854c98e" }
274 +0 world play-on {"luck":0,"moves":10,"table":272}
#   2026-11-21 00:00:04.990 dan granted: { "ok": true, "tableId": "t_01a1fb672b7e7fc5801bd98ad854c98e", "started": false }
#   2026-11-21 00:00:04.990 eve granted: { "ok": true, "tableId": "t_01a1fb672b7e7fc5801bd98ad854c98e", "started": false }
#   2026-11-21 00:00:04.990 kin17 granted: { "ok": true, "tableId": "t_01a1fb672b7e7fc5801bd98ad854c98e", "started": true }
#   2026-11-21 00:00:05.080 kin17 granted: { "ok": true }
#   2026-11-21 00:00:05.370 ada granted: { "ok": true }
#   2026-11-21 00:00:05.601 dan granted: { "ok": true }
#   2026-11-21 00:00:05.603 eve granted: { "ok": true, "table": { "id": "t_01a1fb672b7e7fc5801bd98ad854c98e", "kind": "holdem-ring", "gameId": "holdem-ring", "status": "playing", "mySeat": 2, "stake": …
#   2026-11-21 00:00:05.684 kin17 granted: { "ok": true }
#   2026-11-21 00:00:05.743 ada granted: { "ok": true }
#   2026-11-21 00:00:05.981 dan granted: { "ok": true }
332 +0 kin17 create_table {"kind":"holdem-ring"}
333 +0 world commit
#   2026-11-21 00:00:05.981 kin17 granted step 332: { "tableId": "t_01a1fb672f5d747a8fbcd88d733b85f5" }
338 +0 world play-on {"luck":0,"moves":10,"table":332}
#   2026-11-21 00:00:06.228 kin17 granted: { "ok": true }
#   2026-11-21 00:00:06.527 kin17 granted: { "ok": true }
#   2026-11-21 00:00:06.710 kin17 granted: { "ok": true, "table": { "id": "t_01a1fb672f5d747a8fbcd88d733b85f5", "kind": "holdem-ring", "gameId": "holdem-ring", "status": "playing", "mySeat": 0, "stake": …
#   2026-11-21 00:00:06.935 kin17 granted: { "ok": true, "table": { "id": "t_01a1fb672f5d747a8fbcd88d733b85f5", "kind": "holdem-ring", "gameId": "holdem-ring", "status": "settled", "mySeat": 0, "stake": …
457 +0 eve erase_account {"confirmHandle":"$handle"}
458 +0 world commit
#   2026-11-21 00:00:06.935 service violated: a follower absorbs every batch
#     Account(acc_01a1fb6718007f94a8c45790aa1918ce) does not fit what was stored before it
