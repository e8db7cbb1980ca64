# A page of duels was longer than its limit. After duels that the caller may not see were skipped, the search
# continued, and the rows of both searches were returned.
seed 43
settings {"active-tables":4,"anonymous-per-minute":0,"archive-after-s":785,"credential-per-minute":0,"decisions":1,"duel-s":1800,"duels-per-hour":5,"failed-logins":0,"house-purse":172,"live-bank-s":47,"live-turn-s":25,"long-polls":1,"long-polls-total":4,"model":true,"moves-per-minute":0,"parties":4,"party-kept-s":132613,"practice-active":3,"practice-kept-s":41838,"practice-per-day":30,"push-subscriptions":3,"rake-basis-points":0,"referral-cap":2,"rematch-cooldown-s":0,"requests-per-minute":0,"selfchecks-per-hour":0,"solo-turn-s":163,"start-ms":1795242831918,"step-bytes":2697,"tables-per-day":2000}
1 +0 operator invite {"test":true,"uses":15}
2 +0 world commit
3 +1 cyd join {"clientRef":"$ref","handle":"cyd3","inviteCode":"$code:1"}
12 +0 ada join {"clientRef":"$ref","handle":"ada12","inviteCode":"$code:1"}
13 +0 world commit
15 +1 ada save_agent {"kind":"policy","name":"rook","policy":"random"}
27 +0 world commit
109 +0 ada challenge {"agentId":"$agent:15","clientRef":"$ref","format":"bo3","gameId":"connect-four","opponentAgentId":"agent:house","stake":40}
120 +0 world commit
122 +1 world clock {"ms":95620522}
130 +0 cyd save_agent {"kind":"policy","name":"dice","policy":"random"}
185 +0 ada challenge {"agentId":"$agent:15","format":"bo5","gameId":"tic-tac-toe","opponentAgentId":"$agent:130","stake":5}
200 +0 world commit
213 +0 ada challenge {"agentId":"$agent:15","clientRef":"$ref","format":"bo1","gameId":"rps","opponentAgentId":"$agent:130","stake":300}
215 +1 cyd forfeit {"id":"$table:143"}
255 +0 cyd challenge {"agentId":"$agent:130","clientRef":"$ref","format":"bo1","gameId":"connect-four","opponentAgentId":"agent:house","stake":1}
286 +0 ada challenge {"agentId":"$agent:15","clientRef":"$ref","format":"bo1","gameId":"rps","opponentAgentId":"$agent:130","stake":300}
322 +0 ada challenge {"agentId":"$agent:15","clientRef":"$ref","format":"bo3","gameId":"connect-four","opponentAgentId":"agent:house","stake":5}
439 +0 ada list_duels {"limit":4}
