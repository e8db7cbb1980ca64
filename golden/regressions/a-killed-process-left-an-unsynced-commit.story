# Rule: acknowledged commits survive a crash. The store ended at commit 0 after replies of commit 1.
seed 6
settings {"active-tables":0,"anonymous-per-minute":0,"archive-after-s":669,"credential-per-minute":0,"failed-logins":9,"live-bank-s":54,"live-turn-s":48,"long-polls":1,"moves-per-minute":0,"parties":0,"practice-active":5,"rake-basis-points":0,"referral-cap":0,"requests-per-minute":0,"solo-turn-s":86,"start-ms":1795256758603}
1 +7 world crash {"at":"writing","kill":true,"luck":3504828990654906}
9 +3 world crash {"at":"applied","kill":false,"luck":2675186268953328}
