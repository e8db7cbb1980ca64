# Two long-polls of a party ended in the step that changed its table. The simulator expected them in the order of their
# ends, not of their requests.
seed 7116853
settings {"waiting-live-s":1379}
1 +0 operator invite {"test":false,"uses":1}
2 +0 world commit
3 +0 bob join {"clientRef":"$ref","handle":"none","inviteCode":"$code:1"}
7 +0 world commit
8 +0 bob create_party
11 +0 world commit
14 +0 bob create_party_table {"id":"$party:8","kind":"rps-vs-house"}
19 +0 bob read_party {"id":"$party:8","wait":25}
33 +0 bob read_party {"id":"$party:8","wait":1}
34 +0 world commit
49 +1526918 bob my_tables
50 +0 world commit
51 +0 world commit
