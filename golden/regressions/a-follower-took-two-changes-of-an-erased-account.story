# An erasure changed an account twice in one step. The simulator gave both changes to a follower; a commit has only the
# last one.
seed 7119594
settings {}
1 +0 operator invite {"test":false,"uses":10}
2 +0 world commit
3 +0 dan join {"clientRef":"$ref","handle":"none","inviteCode":"$code:1"}
4 +0 eve join {"clientRef":"$ref","handle":"eve4","inviteCode":"$code:1"}
6 +0 world commit
17 +0 eve referral
18 +0 world commit
19 +0 kin17 join {"clientRef":"$ref","handle":"kin17","inviteCode":"$code:17"}
30 +0 dan create_table {"kind":"rps-vs-house","open":true}
33 +0 world commit
34 +0 world play-on {"luck":1,"moves":10,"table":30}
35 +0 ada join {"clientRef":"$ref","handle":"ada35","inviteCode":"$code:17"}
65 +0 dan create_table {"kind":"dominoes","open":true}
70 +0 world commit
71 +0 world play-on {"luck":0,"moves":75,"table":65}
211 +0 eve create_table {"kind":"rps-vs-house","open":true}
212 +0 world commit
213 +0 kin17 join_table {"id":"$table:211"}
272 +0 ada create_table {"kind":"holdem-ring","open":true}
273 +0 world commit
274 +0 world play-on {"luck":0,"moves":10,"table":272}
332 +0 kin17 create_table {"kind":"holdem-ring"}
333 +0 world commit
338 +0 world play-on {"luck":0,"moves":10,"table":332}
457 +0 eve erase_account {"confirmHandle":"$handle"}
458 +0 world commit
