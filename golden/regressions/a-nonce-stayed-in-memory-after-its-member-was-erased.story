# Rule: a reopened core equals one that absorbed every batch. After an erasure the texts of the member were removed from
# memory, but the nonces were not until a restart.
seed 2
settings {"active-tables":2,"anonymous-per-minute":0,"archive-after-s":836,"credential-per-minute":18,"failed-logins":0,"house-purse":78,"live-bank-s":15,"live-turn-s":58,"long-polls":0,"moves-per-minute":0,"parties":3,"party-kept-s":28085,"practice-active":0,"practice-kept-s":604800,"practice-per-day":30,"rake-basis-points":0,"referral-cap":0,"requests-per-minute":0,"solo-turn-s":220,"start-ms":1795278968185,"step-bytes":262144,"tables-per-day":2000}
698 +1 operator invite {"test":false,"uses":5}
1191 +0 world commit
1192 +1 dan join {"clientRef":"$ref","handle":"dan1192","inviteCode":"$code:698"}
1196 +0 world commit
1236 +1 dan create_table {"kind":"roulette","stake":10}
1244 +0 world commit
1249 +0 dan post_table_message {"body":"word 258","clientId":"$ref","id":"$table:1236"}
1250 +1 dan erase_account {"confirmHandle":"$handle"}
1261 +0 world crash {"at":"synced","kill":false,"luck":3135843325906524}
