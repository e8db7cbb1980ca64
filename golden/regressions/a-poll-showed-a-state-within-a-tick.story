# A poll of a leg ended in the tick in which both legs of the duel ended. It showed a state between them.
seed 48923083
settings {"model":true}
1 +0 operator invite {"test":false,"uses":2}
2 +0 world commit
5 +0 bob join {"clientRef":"$ref","handle":"none","inviteCode":"$code:1"}
6 +0 world commit
9 +0 bob save_agent {"kind":"policy","name":"rook","policy":"random"}
92 +0 ada join {"clientRef":"$ref","handle":"ada92","inviteCode":"$code:1"}
254 +0 world commit
258 +0 bob save_agent {"kind":"prompt","name":"rook","prompt":"play as bob would, 0"}
295 +0 stranger practice {"clientRef":"$ref","kind":"connect-four-vs-house"}
296 +0 bob challenge {"agentId":"$agent:9","format":"bo5","gameId":"holdem","opponentAgentId":"agent:house","stake":5}
299 +0 world commit
308 +0 ada playing_tables
318 +0 ada create_table {"daily":true,"kind":"blackjack"}
325 +0 world play-on {"luck":0,"moves":1,"table":295}
326 +0 bob read_table {"id":"$table:308","wait":50}
328 +0 world play-on {"luck":0,"moves":1,"table":318}
331 +3600000 bob post_party_message {"body":"none","id":"$party:13"}
333 +0 world commit
