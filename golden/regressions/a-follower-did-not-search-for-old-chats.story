# Rule: an archived chat expires on time. A follower that became the leader did not search for old chats.
seed 194637246
settings {"model":true}
300 +0 world commit
301 +0 operator invite {"test":false,"uses":1}
302 +0 world commit
318 +0 eve join {"clientRef":"$ref","handle":"none","inviteCode":"$code:301"}
334 +0 world commit
338 +0 eve create_table {"daily":true,"kind":"blackjack"}
341 +0 world commit
349 +0 eve create_table {"kind":"tic-tac-toe-vs-house","stake":1}
350 +0 world commit
351 +0 eve forfeit {"id":"$table:349"}
352 +0 world commit
353 +0 eve create_table {"kind":"tic-tac-toe-vs-house","stake":1}
354 +0 world commit
355 +0 eve forfeit {"id":"$table:353"}
356 +0 world commit
357 +0 eve referral
358 +0 world commit
359 +0 kin349 join {"clientRef":"$ref","handle":"kin349","inviteCode":"$code:357"}
360 +0 world commit
361 +0 eve save_agent {"kind":"policy","name":"none","policy":"random"}
362 +0 world commit
363 +0 kin349 save_agent {"kind":"policy","name":"none","policy":"random"}
370 +0 world commit
371 +0 operator order {"act":{"void":{"table":"$table:338"}},"by":"mia"}
385 +0 world crash {"at":"synced","kill":false,"luck":0}
391 +9378 kin349 save_agent {"kind":"policy","name":"none","policy":"random"}
392 +16083 world commit
393 +0 cyd join {"clientRef":"$ref","handle":"cyd393","inviteCode":"$code:357"}
412 +556978 gus act {"action":"$action:0","id":"$table:398"}
414 +14525 world commit
446 +13167 world commit
466 +0 world crash {"at":"applied","kill":false,"luck":0}
467 +15724800000 world commit
468 +1 world commit
