# What only the operating system had was gone after a sync that failed, and the store said so: nobody was promised more.
seed 60000400
settings buffered=true
1 +0 operator invite test=false uses=10
16 +0 world round
23 +0 cyd join handle=cyd23 invite=1
25 +0 world round
34 +0 dan join handle=dan34 invite=1
39 +0 cyd create-party
41 +0 world round
51 +0 dan create-practice keyed=false kind=roulette stake=1
273 +0 world crash at=writing kill=false luck=1
289 +0 cyd subscribe browser=0 keys=0
291 +0 world round
303 +0 cyd logout
391 +0 world round
409 +0 dan create daily-pace=false keyed=false kind=president open=false stake=1 visibility=none
410 +0 world round
411 +0 dan join-party party=39
419 +0 world crash at=write-fails kill=false luck=0
