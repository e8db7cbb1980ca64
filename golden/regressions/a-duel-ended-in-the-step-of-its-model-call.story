# An erasure ends a duel in the same step in which the model was called for a decision of it.
seed 762207268
settings {"decisions":7,"model":true,"step-bytes":3147}
1 +0 operator invite {"test":false,"uses":4}
2 +0 world commit
3 +0 bob join {"clientRef":"$ref","handle":"none","inviteCode":"$code:1"}
10 +0 world commit
14 +0 bob save_agent {"kind":"prompt","name":"none","prompt":"none"}
17 +0 cyd join {"clientRef":"$ref","handle":"cyd17","inviteCode":"$code:1"}
18 +0 world commit
33 +0 bob save_agent {"kind":"policy","name":"muse","policy":"random"}
41 +0 bob challenge {"agentId":"$agent:14","format":"bo5","opponentAgentId":"agent:house","stake":1}
97 +0 cyd save_agent {"kind":"prompt","name":"none","prompt":"none"}
129 +0 bob challenge {"agentId":"$agent:14","opponentAgentId":"agent:house"}
130 +0 world commit
134 +0 world commit
135 +1 bob challenge {"agentId":"$agent:33","gameId":"battleship","opponentAgentId":"$agent:97"}
137 +0 world commit
142 +0 bob erase_account {"confirmHandle":"$handle"}
145 +0 world commit
147 +380 world answer {"how":"failed","luck":0,"place":0}
148 +0 world commit

