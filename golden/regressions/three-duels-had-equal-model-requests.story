# Three duels had equal requests to the model, and the simulator took one for another. The duel that went on seemed to
# wait for an answer.
seed 7115849
settings {"group-commands":4,"model":true,"solo-turn-s":670,"start-ms":1795293153647,"sync-ms":12000,"timeout-s":12}
1 +0 operator invite {"test":false,"uses":8}
2 +0 world commit
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
25 +0 fay leaderboard
26 +0 operator limits
27 +0 world commit
28 +0 fay create_table {"kind":"blackjack"}
29 +0 world commit
60 +0 ada history
62 +0 dan current_seat_grant
63 +0 ada create_table {"kind":"roulette","practice":true}
70 +0 bob read_party
95 +618298 bob read_table
124 +0 world commit
125 +0 dan create_table {"kind":"memory-vs-house"}
126 +0 world commit
146 +0 world commit
148 +0 world crash {"at":"synced","kill":false,"luck":2378407878288147}
158 +523104 dan act {"action":"$action:0","eventsSince":"$events","expectedPlies":"$plies","id":"$table:125"}
159 +0 world commit
184 +0 eve replay {"id":"$table:28","seat":null}
185 +0 fay read_table {"events_since":"$events","id":"$table:28","wait":50}
186 +0 ada push_subscribe {"subscription":"$subscription:0"}
187 +0 fay push_subscribe {"subscription":"$subscription:3"}
188 +0 ada create_table {"kind":"minesweeper-vs-house","open":true,"pace":"daily","seats":2,"stake":1}
189 +0 world commit
217 +0 fay create_table {"clientRef":"$ref","kind":"holdem-ring","open":true,"seats":4,"stake":1,"visibility":"private"}
219 +0 world commit
230 +0 world commit
231 +0 world commit
232 +0 ada create_table {"clientSeed":"yours","kind":"connect-four-vs-house","open":true,"pace":"daily","seats":5,"stake":10,"visibility":"private"}
233 +84438992 dan referral
234 +0 world commit
235 +0 kin233 join {"clientRef":"$ref","handle":"kin233","inviteCode":"$code:233"}
237 +0 dan create_table {"kind":"dominoes","open":true,"seats":3,"stake":10}
340 +0 fay read_table {"events_since":"$events","id":"$table:28","wait":50}
341 +0 fay current_seat_grant {"id":"$table:28"}
342 +0 eve save_agent {"kind":"prompt","name":"muse","prompt":"play well"}
343 +0 world commit
350 +0 world commit
351 +0 world commit
352 +0 eve challenge {"agentId":"$agent:342","gameId":"tic-tac-toe","opponentAgentId":"agent:house","stake":1}
353 +0 world commit
354 +0 eve self_check {"agentId":"$agent:342","gameId":"rps"}
355 +0 world commit
359 +0 fay read_table {"events_since":"$events","id":"$table:125"}
360 +0 ada current_seat_grant {"id":"$table:232"}
361 +0 fay read_table {"events_since":0,"id":"$table:217","msgs_since":0}
362 +0 eve create_table {"clientRef":"$ref","kind":"rps-vs-house","open":true,"seats":3,"stake":900}
363 +0 world commit
391 +0 ada read_table {"events_since":0,"id":"$table:125","msgs_since":0}
392 +0 kin233 save_agent {"kind":"prompt","name":"muse","prompt":"play well"}
393 +0 world commit
395 +0 world commit
396 +0 world commit
397 +0 world answer {"how":"failed","luck":2687139797687296,"place":0}
398 +0 world answer {"how":"failed","luck":808820659971791,"place":0}
401 +0 world commit
402 +0 world commit
403 +0 kin233 self_check {"agentId":"$agent:392","gameId":"rps"}
404 +0 world commit
405 +0 kin233 challenge {"agentId":"$agent:392","gameId":"rps","opponentAgentId":"agent:house","stake":1}
416 +0 world commit
417 +0 world answer {"how":"right","luck":416,"place":0}
418 +0 world commit
419 +0 world answer {"how":"right","luck":418,"place":0}
420 +0 world commit
