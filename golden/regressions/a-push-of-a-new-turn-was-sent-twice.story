# A process died after a push was sent. Before the next process sent it again, its member moved and the push of the new
# turn was sent. That one was then taken for the lost push and sent twice.
seed 6000216
settings {"start-ms":1795275763995}
1 +0 operator invite {"test":false,"uses":7}
2 +0 world commit
109 +600000 eve join_messenger {"initData":"$proof:0:1795276362","inviteCode":"$code:1"}
114 +0 world commit
223 +0 eve create_table {"kind":"memory-vs-house","pace":"daily","stake":1}
227 +0 world commit
228 +0 eve read_table {"id":"$table:223"}
232 +0 eve push_subscribe {"subscription":"$subscription:0:0"}
247 +0 world commit
249 +0 eve act {"action":"$action:0","eventsSince":"$events","id":"$table:223"}
267 +0 world commit
273 +0 world commit
296 +0 world clock {"ms":-600000}
361 +0 world crash {"at":"no-room","kill":false,"luck":0}
362 +0 eve act {"action":"$action:0","id":"$table:223"}
