# The clock jumped by a day while a join was being written. The repeated join was in flight, and the simulator took the
# idempotency key for expired.
seed 7116746
settings {"swept":2}
1 +0 operator invite {"test":false,"uses":10}
2 +0 world commit
3 +0 world commit
4 +0 world commit
5 +0 fay join {"clientRef":"$ref","handle":"none","inviteCode":"$code:1"}
6 +0 world commit
8 +0 bob join {"clientRef":"$ref","handle":"bob8","inviteCode":"$code:1"}
11 +0 world commit
13 +0 world commit
14 +0 world commit
15 +0 fay create_table {"kind":"dominoes"}
19 +0 world commit
23 +0 world commit
47 +0 bob create_table {"kind":"dominoes"}
122 +0 cyd join {"clientRef":"$ref","handle":"cyd122","inviteCode":"$code:1"}
123 +0 world commit
124 +86400000 cyd again {"of":122}
125 +0 world commit
