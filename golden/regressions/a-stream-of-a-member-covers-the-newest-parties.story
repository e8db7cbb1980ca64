# A stream of a member covers the newest 24 parties: the oldest one leaves what its reader has when a 25th is made. The
# simulator took that for a loss, because no run had made so many before.
seed 52002419
settings {}
1 +0 operator invite {"test":false,"uses":1}
2 +0 world commit
3 +0 ada join {"clientRef":"$ref","handle":"none","inviteCode":"$code:1"}
5 +0 world commit
6 +0 ada create_party
7 +0 ada create_party
9 +0 ada create_party
10 +0 ada create_party
11 +0 ada create_party
12 +0 ada create_party
14 +0 ada create_party
15 +0 ada create_party
100 +0 ada create_party
123 +0 ada create_party
151 +0 ada create_party
160 +0 ada create_party
211 +0 ada create_party
292 +0 ada create_party
307 +0 ada create_party
322 +0 ada create_party
983 +0 ada create_party
985 +0 ada create_party
1013 +0 ada create_party
1021 +0 ada create_party
1038 +0 ada create_party
1227 +0 ada create_party
1242 +0 ada create_party
1251 +0 ada stream_me
1257 +0 ada create_party
1275 +0 ada create_party
1276 +0 world commit
