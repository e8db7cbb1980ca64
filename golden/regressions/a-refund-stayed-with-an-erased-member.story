# One erased member had reserved a seat for another erased member. The erasure of the second cancelled the table, and a
# crash interrupted the step of the refund, so the chips stayed with the erased account.
seed 14901
settings {"active-tables":6,"anonymous-per-minute":0,"archive-after-s":718,"credential-per-minute":9,"failed-logins":5,"live-bank-s":45,"live-turn-s":59,"long-polls":0,"moves-per-minute":0,"parties":0,"practice-active":3,"practice-per-day":6,"rake-basis-points":665,"referral-cap":2,"requests-per-minute":0,"solo-turn-s":216,"start-ms":1795240286191,"step-bytes":1081}
1 +18571 operator invite {"test":false,"uses":15}
2 +0 world commit
3 +0 gus join {"clientRef":"$ref","handle":"gus3","inviteCode":"$code:1"}
8 +0 eve join {"clientRef":"$ref","handle":"eve8","inviteCode":"$code:1"}
21 +0 world commit
23 +12009 gus create_table {"clientRef":"$ref","invited":"eve8","kind":"dominoes","stake":200,"visibility":"unlisted"}
29 +16347 gus create_table {"clientRef":"$ref","invited":"eve8","kind":"president","stake":10}
116 +0 gus erase_account {"confirmHandle":"$handle"}
119 +0 eve erase_account {"confirmHandle":"$handle"}
134 +0 world crash {"at":"writing","kill":false,"luck":3177013279401069}
