# A poll at a leg of a duel ended in the tick in which both legs did: it was told of a moment between them.
seed 48923083
settings model=true
1 +0 operator invite test=false uses=2
2 +0 world round
5 +0 bob join handle=none invite=1
6 +0 world round
9 +0 bob save-agent name=rook play=none
92 +0 ada join handle=ada92 invite=1
254 +0 world round
258 +0 bob save-agent name=rook play=prompt
295 +0 stranger practice kind=connect-four-vs-house
296 +0 bob duel agent=9 game=holdem keyed=false legs=5 opponent=0 stake=5
299 +0 world round
308 +0 ada playing-tables
318 +0 ada create-daily daily-pace=false keyed=false
325 +0 world play-on luck=0 moves=1 table=295
326 +0 bob read events=none msgs=none table=308 wait-ms=50000
328 +0 world play-on luck=0 moves=1 table=318
331 +3600000 bob party-say party=13 text=none
333 +0 world round
