# A member who was erased while waiting for a duel got its result with an ended credential.
seed 5
settings {"active-tables":1,"anonymous-per-minute":0,"archive-after-s":666,"credential-per-minute":0,"decisions":3,"duel-s":1800,"duels-per-hour":0,"failed-logins":0,"house-purse":294,"live-bank-s":20,"live-turn-s":6,"long-polls":0,"long-polls-total":100000,"model":true,"moves-per-minute":8,"parties":2,"party-kept-s":18361,"practice-active":0,"practice-kept-s":16839,"practice-per-day":30,"rake-basis-points":1147,"referral-cap":1,"rematch-cooldown-s":784,"requests-per-minute":0,"selfchecks-per-hour":0,"solo-turn-s":147394,"start-ms":1795223249348,"step-bytes":3470,"tables-per-day":8}
1 +0 operator invite {"expiresInS":3510,"test":true,"uses":10}
2 +0 world commit
7 +33 bob join {"clientRef":"$ref","handle":"bob7","inviteCode":"$code:1"}
8 +0 world commit
717 +21 bob save_agent {"kind":"prompt","name":"rook","prompt":"play as bob would, 0"}
735 +23 world commit
740 +45 bob challenge {"agentId":"$agent:717","format":"bo1","gameId":"connect-four","opponentAgentId":"$agent:11","stake":5}
742 +15 bob erase_account {"confirmHandle":"$handle"}
