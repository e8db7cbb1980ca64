# Seed 7115849 violates a rule: a model request shows the view of its seat.
# Replay: cargo run --release -p turnstone-sim -- --story golden/regressions/three-duels-had-equal-model-requests.story
# ["Rock-paper-scissors",{"game":"rps","hand":null,"maxThrows":9,"phase":"throw","seats":[{"hand":null,"ready":false,"seat":0,"status":"in","wins":0},{"hand":null,"ready":true,"seat":1,"status":"in","wins":0}],"throws":[{"hands":["paper","paper"],"winner":null}],"toAct":[0],"toWin":2},[{"hand":"rock","type":"throw"},{"hand":"paper","type":"throw"},{"hand":"scissors","type":"throw"}]]
seed 7115849
settings {"group-commands":4,"model":true,"solo-turn-s":670,"start-ms":1795293153647,"sync-ms":12000,"timeout-s":12}
1 +0 operator invite {"test":false,"uses":8}
2 +0 world commit
#   2026-11-21 20:32:33.647 disk event: a read
#   2026-11-21 20:32:33.937 operator granted: { "inviteCode": "DFPZJ-4SKFQ-PM08M-RGTN9", "uses": 8 }
3 +0 bob player
4 +0 cyd join {"clientRef":"$ref","handle":"none","inviteCode":"$code:1"}
5 +0 ada join {"clientRef":"$ref","handle":" nobody\t","inviteCode":"$code:1"}
6 +0 fay join {"clientRef":"$ref","handle":"fay6","inviteCode":"$code:1"}
7 +0 eve join {"clientRef":"$ref","handle":"eve7","inviteCode":"$code:1"}
8 +0 dan join {"clientRef":"$ref","handle":"dan8","inviteCode":"$code:1"}
9 +0 cyd pause_state
16 +0 eve me
17 +0 bob join {"clientRef":"$ref","handle":"bob17","inviteCode":"$code:1"}
18 +0 world commit
#   2026-11-21 20:32:57.048 bob rejected step 3: Auth( NotSignedIn, )
#   2026-11-21 20:32:57.048 cyd granted step 4: { "ok": true, "handle": "none", "recoveryCode": "HTCD3-J533M-1KFPP-0K0TR-G3KYV-8F0FZ" }
25 +0 fay leaderboard
26 +0 operator limits
27 +0 world commit
#   2026-11-21 20:33:08.488 ada granted step 5: { "ok": true, "handle": "nobody", "recoveryCode": "TRPJZ-R6FAR-KKD2E-2N1GB-2G3H1-TF5GH" }
#   2026-11-21 20:33:08.488 fay granted step 6: { "ok": true, "handle": "fay6", "recoveryCode": "QEPW4-WVYYA-CE3Q5-G8403-KVSW6-WPHCY" }
#   2026-11-21 20:33:08.488 eve granted step 7: { "ok": true, "handle": "eve7", "recoveryCode": "XJT55-MXZDQ-Y7E1B-K1C1N-J1YF3-N6Y9G" }
28 +0 fay create_table {"kind":"blackjack"}
29 +0 world commit
#   2026-11-21 20:33:40.739 dan granted step 8: { "ok": true, "handle": "dan8", "recoveryCode": "R3726-YHHB8-942C1-MNGQP-VSTDN-FKNC5" }
#   2026-11-21 20:33:40.739 cyd rejected step 9: Auth( NotSignedIn, )
#   2026-11-21 20:33:40.739 eve rejected step 16: Auth( NotSignedIn, )
60 +0 ada history
62 +0 dan current_seat_grant
63 +0 ada create_table {"kind":"roulette","practice":true}
70 +0 bob read_party
95 +618298 bob read_table
124 +0 world commit
#   2026-11-21 20:44:16.397 bob granted step 17: { "ok": true, "handle": "bob17", "recoveryCode": "XM3M6-SYFVR-9HAJ0-ZPR3C-2FDJW-N3TFV" }
#   2026-11-21 20:44:16.397 fay granted step 25: { "leaderboard": [] }
#   2026-11-21 20:44:16.397 operator granted: { "ok": true }
125 +0 dan create_table {"kind":"memory-vs-house"}
126 +0 world commit
#   2026-11-21 20:44:16.397 disk event: a read
#   2026-11-21 20:44:21.647 fay granted step 28: { "tableId": "t_01a1ffda428d730598459c4de6a3ba63" }
#   2026-11-21 20:44:21.647 dan granted step 62: { "ok": true }
146 +0 world commit
#   2026-11-21 20:44:32.032 ada granted step 63: { "tableId": "t_01a1ffda570f71cda2a9ec239cbe814c" }
#   2026-11-21 20:44:32.032 bob granted step 70: { "ok": true }
#   2026-11-21 20:44:32.032 bob granted step 95: { "ok": true }
148 +0 world crash {"at":"synced","kill":false,"luck":2378407878288147}
#   2026-11-21 20:46:50.941 service event: started again (reopened from storage); 2 requests get no answer
158 +523104 dan act {"action":"$action:0","eventsSince":"$events","expectedPlies":"$plies","id":"$table:125"}
159 +0 world commit
#   2026-11-21 20:55:34.045 disk event: a read
184 +0 eve replay {"id":"$table:28","seat":null}
185 +0 fay read_table {"events_since":"$events","id":"$table:28","wait":50}
186 +0 ada push_subscribe {"subscription":"$subscription:0"}
187 +0 fay push_subscribe {"subscription":"$subscription:3"}
188 +0 ada create_table {"kind":"minesweeper-vs-house","open":true,"pace":"daily","seats":2,"stake":1}
189 +0 world commit
#   2026-11-21 20:56:26.709 dan rejected step 158: Table( NotFound, )
#   2026-11-21 20:56:26.709 eve granted step 184: { "ok": true }
#   2026-11-21 20:56:26.709 fay granted step 185: { "id": "t_01a1ffda428d730598459c4de6a3ba63", "kind": "blackjack", "gameId": "blackjack", "status": "settled", "mySeat": 0, "stake": 10, "seats": [ { "seat": 0,…
217 +0 fay create_table {"clientRef":"$ref","kind":"holdem-ring","open":true,"seats":4,"stake":1,"visibility":"private"}
219 +0 world commit
#   2026-11-21 20:56:38.011 ada granted step 186: { "ok": true }
#   2026-11-21 20:56:38.011 fay granted step 187: { "ok": true }
#   2026-11-21 20:56:38.011 ada granted step 188: { "tableId": "t_01a1ffe5675570e5ac0e0eec786c6d85" }
230 +0 world commit
#   2026-11-21 20:56:49.139 fay granted step 217: { "tableId": "t_01a1ffe5937b75b19e9e81eb7c1c6027" }
231 +0 world commit
232 +0 ada create_table {"clientSeed":"yours","kind":"connect-four-vs-house","open":true,"pace":"daily","seats":5,"stake":10,"visibility":"private"}
233 +84438992 dan referral
234 +0 world commit
#   2026-11-22 20:24:08.131 disk event: a read
#   2026-11-22 20:24:08.131 disk event: a read
#   2026-11-22 20:24:33.280 ada granted step 232: { "tableId": "t_01a204ee2ec371a9a042dcdc5cbbc5b9" }
#   2026-11-22 20:24:33.280 dan granted step 233: { "code": "NTQYN-0PPEJ-T1F5C-6JETZ", "usesLeft": 20, "tablesNeeded": 0, "waitsUntil": null, "treeLeft": null, "invited": 0, "rewarded": 0, "cap": 20, "reward": …
235 +0 kin233 join {"clientRef":"$ref","handle":"kin233","inviteCode":"$code:233"}
237 +0 dan create_table {"kind":"dominoes","open":true,"seats":3,"stake":10}
340 +0 fay read_table {"events_since":"$events","id":"$table:28","wait":50}
341 +0 fay current_seat_grant {"id":"$table:28"}
342 +0 eve save_agent {"kind":"prompt","name":"muse","prompt":"play well"}
343 +0 world commit
#   2026-11-22 20:24:51.208 kin233 granted step 235: { "ok": true, "handle": "kin233", "recoveryCode": "0Q2N9-SSJ9G-AAMZH-P5DVC-F5GMC-RGT7M" }
350 +0 world commit
#   2026-11-22 20:24:51.208 disk event: a read
#   2026-11-22 20:24:51.208 disk event: a read
#   2026-11-22 20:25:00.784 dan granted step 237: { "tableId": "t_01a204eed70870f89727bf453a991e2d" }
351 +0 world commit
#   2026-11-22 20:25:14.981 eve granted step 342: { "ok": true, "agentId": "ag_01a204eefc707acbbd4e72d47ac4685c", "version": 1, "versionId": "agv_01a204eefc70710dba3b98b1730190d4" }
#   2026-11-22 20:25:14.981 fay granted step 340: { "id": "t_01a1ffda428d730598459c4de6a3ba63", "kind": "blackjack", "gameId": "blackjack", "status": "settled", "mySeat": 0, "stake": 10, "seats": [ { "seat": 0,…
#   2026-11-22 20:25:14.981 fay granted step 341: { "grant": null }
352 +0 eve challenge {"agentId":"$agent:342","gameId":"tic-tac-toe","opponentAgentId":"agent:house","stake":1}
353 +0 world commit
354 +0 eve self_check {"agentId":"$agent:342","gameId":"rps"}
355 +0 world commit
359 +0 fay read_table {"events_since":"$events","id":"$table:125"}
360 +0 ada current_seat_grant {"id":"$table:232"}
361 +0 fay read_table {"events_since":0,"id":"$table:217","msgs_since":0}
362 +0 eve create_table {"clientRef":"$ref","kind":"rps-vs-house","open":true,"seats":3,"stake":900}
363 +0 world commit
#   2026-11-22 20:25:18.671 disk event: a read
#   2026-11-22 20:25:51.966 ada granted step 360: { "grant": null }
#   2026-11-22 20:25:51.966 fay granted step 361: { "id": "t_01a1ffe5937b75b19e9e81eb7c1c6027", "kind": "holdem-ring", "gameId": "holdem-ring", "status": "cancelled", "mySeat": 0, "stake": 200, "seats": [ { "se…
391 +0 ada read_table {"events_since":0,"id":"$table:125","msgs_since":0}
392 +0 kin233 save_agent {"kind":"prompt","name":"muse","prompt":"play well"}
393 +0 world commit
#   2026-11-22 20:25:51.966 disk event: a read
#   2026-11-22 20:25:56.817 eve granted step 362: { "tableId": "t_01a204efc45e7b82bfbbc02288a7786c" }
#   2026-11-22 20:25:56.817 fay rejected step 359: Table( NotFound, )
395 +0 world commit
#   2026-11-22 20:26:05.806 kin233 granted step 392: { "ok": true, "agentId": "ag_01a204efd75179fdb98efa3441d47cb8", "version": 1, "versionId": "agv_01a204efd75177c58fe826f03cb80d58" }
#   2026-11-22 20:26:05.806 ada rejected step 391: Table( NotFound, )
396 +0 world commit
397 +0 world answer {"how":"failed","luck":2687139797687296,"place":0}
#   2026-11-22 20:26:06.104 network fault step 355: call 0: Failed { retry_after_s: None }
398 +0 world answer {"how":"failed","luck":808820659971791,"place":0}
#   2026-11-22 20:26:06.104 network fault step 396: call 1: Failed { retry_after_s: None }
401 +0 world commit
402 +0 world commit
403 +0 kin233 self_check {"agentId":"$agent:392","gameId":"rps"}
404 +0 world commit
405 +0 kin233 challenge {"agentId":"$agent:392","gameId":"rps","opponentAgentId":"agent:house","stake":1}
416 +0 world commit
417 +0 world answer {"how":"right","luck":416,"place":0}
#   2026-11-22 20:27:09.750 network granted step 402: call 2: Decided(1)
418 +0 world commit
#   2026-11-22 20:27:17.625 eve granted step 352: { "ok": true, "duelId": "duel_01a204ef33e579efaa35f0c706681032", "outcome": "draw", "net": 0, "plies": 0, "legs": { "challenger": 0, "defender": 0, "drawn": 0 }…
419 +0 world answer {"how":"right","luck":418,"place":0}
#   2026-11-22 20:27:17.625 network granted step 416: call 3: Decided(1)
420 +0 world commit
#   2026-11-22 20:27:17.625 service violated: a model request shows the view of its seat
#     ["Rock-paper-scissors",{"game":"rps","hand":null,"maxThrows":9,"phase":"throw","seats":[{"hand":null,"ready":false,"seat":0,"status":"in","wins":0},{"hand":null,"ready":true,"seat":1,"status":"in","wins":0}],"throws":[{"hands":["paper","paper"],"winner":null}],"toAct":[0],"toWin":2},[{"hand":"rock","type":"throw"},{"hand":"paper","type":"throw"},{"hand":"scissors","type":"throw"}]]
