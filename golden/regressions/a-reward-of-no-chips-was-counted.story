# Where a reward is no chips, an invitee's fifth table counted as rewarded all the same.
seed 60000140
settings live-bank-s=0 live-turn-s=1 referral-reward=0
1 +0 operator invite test=false uses=1
2 +0 world round
3 +0 cyd join handle=cyd3 invite=1
6 +0 world round
61 +0 cyd create-party
188 +0 cyd create daily-pace=false keyed=false kind=mancala-vs-house open=true stake=1 visibility=none
211 +0 cyd referral
222 +0 world round
225 +0 bob join handle=none invite=211
227 +0 world round
231 +0 bob sit table=188
234 +0 bob create daily-pace=false keyed=false kind=memory-vs-house open=true stake=1 visibility=none
236 +0 bob create daily-pace=false invited=cyd3 keyed=false kind=minesweeper-vs-house open=false stake=1 visibility=none
255 +0 world round
257 +0 cyd sit table=236
258 +0 cyd sit table=234
268 +0 bob create-daily daily-pace=false keyed=false
298 +0 cyd party-table kind=tic-tac-toe-vs-house party=61 stake=1
353 +0 world round
360 +0 bob sit table=298
399 +0 world play-on luck=3049122216259562 moves=10 table=268
423 +0 cyd referral
424 +0 world round
