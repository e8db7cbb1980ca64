# A process died after a push had left; before the next one looked after it, its member moved, and the push of his new
# turn left. It was then taken for the one that may have been lost, and left twice.
# Play it again: cargo run --release -p turnstone-sim -- --story golden/regressions/a-push-of-a-new-turn-left-twice.story
seed 6000216
settings start-ms=1795275763995
1 +0 operator invite test=false uses=7
2 +0 world round
109 +600000 eve join-messenger at-s=1795276362 forged=false invite=1 user=0
114 +0 world round
223 +0 eve create daily-pace=true keyed=false kind=memory-vs-house open=false stake=1 visibility=none
227 +0 world round
228 +0 eve read events=none msgs=none table=223 wait-ms=0
232 +0 eve subscribe browser=0 keys=0
247 +0 world round
249 +0 eve act pick=0 plies=none table=223 view=true wrong=false
267 +0 world round
273 +0 world round
296 +0 world clock ms=-600000
361 +0 world crash at=no-room kill=false luck=0
362 +0 eve act pick=0 plies=none table=223 view=false wrong=false
