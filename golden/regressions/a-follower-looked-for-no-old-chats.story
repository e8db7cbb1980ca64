# Seed 194637246 broke a rule: an archived chat expires on time.
# Play it again: cargo run --release -p turnstone-sim -- --story golden/regressions/a-chat-lasts-no-longer-than-it-should.story
# Some(t_01a1fb6718007ccd86ca44e0240f535f)
seed 194637246
settings {"model":true}
300 +0 world commit
#   2026-11-21 00:00:00.000 disk told: a read
301 +0 operator invite {"test":false,"uses":1}
302 +0 world commit
#   2026-11-21 00:00:00.000 operator granted: { "inviteCode": "ZM95D-QX8MX-SEYH9-VFRRV", "uses": 1 }
318 +0 eve join {"clientRef":"$ref","handle":"none","inviteCode":"$code:301"}
334 +0 world commit
#   2026-11-21 00:00:00.000 eve granted step 318: { "ok": true, "handle": "none", "recoveryCode": "N4XW7-HGQCA-3BJGP-Z2FPZ-27HMS-GN7SF" }
338 +0 eve create_table {"daily":true,"kind":"blackjack"}
341 +0 world commit
#   2026-11-21 00:00:00.000 eve granted step 338: { "tableId": "t_01a1fb6718007ccd86ca44e0240f535f" }
349 +0 eve create_table {"kind":"tic-tac-toe-vs-house","stake":1}
350 +0 world commit
#   2026-11-21 00:00:00.000 eve granted step 349: { "tableId": "t_01a1fb67180077bcaeb93cef161a5f13" }
351 +0 eve forfeit {"id":"$table:349"}
352 +0 world commit
#   2026-11-21 00:00:00.000 eve granted step 351: { "ok": true }
353 +0 eve create_table {"kind":"tic-tac-toe-vs-house","stake":1}
354 +0 world commit
#   2026-11-21 00:00:00.000 eve granted step 353: { "tableId": "t_01a1fb6718007a7fa0d8edf1d1342f41" }
355 +0 eve forfeit {"id":"$table:353"}
356 +0 world commit
#   2026-11-21 00:00:00.000 eve granted step 355: { "ok": true }
357 +0 eve referral
358 +0 world commit
#   2026-11-21 00:00:00.000 eve granted step 357: { "code": "3Y730-YF7HP-WNWQG-H4NDD", "usesLeft": 20, "tablesNeeded": 0, "waitsUntil": null, "treeLeft": null, "invited": 0, "rewarded": 0, "cap": 20, "reward": …
359 +0 kin349 join {"clientRef":"$ref","handle":"kin349","inviteCode":"$code:357"}
360 +0 world commit
#   2026-11-21 00:00:00.000 kin349 granted step 359: { "ok": true, "handle": "kin349", "recoveryCode": "F58DY-K4XYE-P1WSN-CAEH8-Z72BN-GYGW5" }
361 +0 eve save_agent {"kind":"policy","name":"none","policy":"random"}
362 +0 world commit
#   2026-11-21 00:00:00.000 eve granted step 361: { "ok": true, "agentId": "ag_01a1fb67180072df814b58f224fdd04b", "version": 1, "versionId": "agv_01a1fb671800763db55074eba492f804" }
363 +0 kin349 save_agent {"kind":"policy","name":"none","policy":"random"}
370 +0 world commit
#   2026-11-21 00:00:00.000 kin349 granted step 363: { "ok": true, "agentId": "ag_01a1fb6718007f1d844fba6d5b30e7bf", "version": 1, "versionId": "agv_01a1fb6718007f04a894b8cb3431d64a" }
371 +0 operator order {"act":{"void":{"table":"$table:338"}},"by":"mia"}
385 +0 world crash {"at":"synced","kill":false,"luck":0}
#   2026-11-21 00:00:00.000 service told: started again (reopened from storage); 1 requests will have no answer
391 +9378 kin349 save_agent {"kind":"policy","name":"none","policy":"random"}
392 +16083 world commit
#   2026-11-21 00:00:25.461 kin349 granted step 391: { "ok": true, "agentId": "ag_01a1fb6718007f1d844fba6d5b30e7bf", "version": 1, "versionId": "agv_01a1fb6718007f04a894b8cb3431d64a" }
393 +0 cyd join {"clientRef":"$ref","handle":"cyd393","inviteCode":"$code:357"}
412 +556978 gus act {"action":"$action:0","id":"$table:398"}
414 +14525 world commit
#   2026-11-21 00:09:56.964 cyd granted step 393: { "ok": true, "handle": "cyd393", "recoveryCode": "HNXFZ-2VMJ1-VRJ25-289F5-4BEEY-DDYFG" }
#   2026-11-21 00:09:56.964 gus refused step 412: Auth( NotSignedIn, )
446 +13167 world commit
466 +0 world crash {"at":"applied","kill":false,"luck":0}
#   2026-11-21 00:10:10.131 service told: started again (the follower goes on); 0 requests will have no answer
467 +15724800000 world commit
#   2027-05-22 00:10:10.131 disk told: a read
468 +1 world commit
#   2027-05-22 00:10:10.132 service rest: the story is over, everything comes to rest
#   2027-11-20 00:10:10.132 service applied: due: DayTurns
#   2027-11-20 00:10:10.132 disk commit: commit 18: 3 changes, 88 bytes
#   2027-11-20 00:10:10.132 disk told: a read
#   2027-11-20 00:10:10.133 service applied: storage has batch 2
#   2027-11-20 00:10:10.133 service applied: rows of query 1
#   2027-11-20 00:10:10.133 service violated: a chat lasts no longer than it should
#     Some(t_01a1fb6718007ccd86ca44e0240f535f)
