# Buffered writes were lost after a failed sync, which the store reported. Buffered durability does not promise more.
seed 60000400
settings {"buffered":true}
1 +0 operator invite {"test":false,"uses":10}
16 +0 world commit
23 +0 cyd join {"clientRef":"$ref","handle":"cyd23","inviteCode":"$code:1"}
25 +0 world commit
34 +0 dan join {"clientRef":"$ref","handle":"dan34","inviteCode":"$code:1"}
39 +0 cyd create_party
41 +0 world commit
51 +0 dan create_table {"kind":"roulette","practice":true,"stake":1}
273 +0 world crash {"at":"writing","kill":false,"luck":1}
289 +0 cyd push_subscribe {"subscription":"$subscription:0:0"}
291 +0 world commit
303 +0 cyd logout
391 +0 world commit
409 +0 dan create_table {"kind":"president","stake":1}
410 +0 world commit
411 +0 dan join_party {"id":"$party:39"}
419 +0 world crash {"at":"write-fails","kill":false,"luck":0}
