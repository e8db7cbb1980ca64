# The power failed while the journal became a table: an older journal was there again, one between was gone, and the first batch
# of the newest was torn. The start took the end of the oldest for the end of the store, and refused it.
# Play it again: cargo run --release -p turnstone-sim -- --story golden/regressions/a-store-was-refused-for-a-journal-that-was-there-again.story
seed 7000792
settings
1 +0 operator invite test=false uses=5
2 +0 world round
3 +0 bob join handle=none invite=1
5 +0 world round
8 +0 bob logout
9 +0 stranger practice kind=holdem-open
10 +0 world round
13 +0 ada join handle=ada13 invite=1
14 +0 bob token wrong=false
16 +0 world round
24 +0 bob referral
27 +0 world sleep
28 +0 world round
30 +0 stranger practice kind=video-poker
41 +0 ada create daily-pace=false keyed=false kind=rps-vs-house open=false stake=1 visibility=none
42 +0 ada logout
45 +0 world sleep
48 +0 world round
49 +0 world sleep
51 +0 bob create daily-pace=false keyed=false kind=roulette open=false stake=1 visibility=none
52 +0 bob create daily-pace=false keyed=false kind=battleship-vs-house open=false stake=1 visibility=none
53 +0 bob create daily-pace=false keyed=false kind=blackjack open=false stake=1 visibility=none
57 +0 bob create daily-pace=false keyed=false kind=video-poker open=false stake=1 visibility=none
60 +0 bob create daily-pace=false keyed=false kind=mancala-vs-house open=false stake=1 visibility=none
63 +0 bob create daily-pace=false keyed=false kind=baccarat open=false stake=1 visibility=none
68 +0 ada token wrong=false
74 +0 stranger practice kind=minesweeper-vs-house
78 +0 world round
79 +0 bob read events=none msgs=none table=60 wait-ms=0
80 +0 ada create daily-pace=false keyed=false kind=mancala-vs-house open=false stake=1 visibility=none
82 +0 bob read events=none msgs=none table=63 wait-ms=0
83 +0 world round
90 +0 world crash at=applied kill=false luck=757210489515928
93 +0 bob act pick=10 plies=none table=60 view=false wrong=false
95 +0 bob read events=none msgs=none table=57 wait-ms=0
106 +0 bob act pick=1 plies=none table=60 view=true wrong=false
108 +0 stranger practice kind=roulette
109 +0 ada read events=none msgs=none table=80 wait-ms=0
110 +0 world sleep
111 +0 world round
115 +0 ada act pick=0 plies=none table=80 view=false wrong=false
122 +0 bob act pick=0 plies=none table=63 view=false wrong=false
125 +0 world round
158 +0 bob act pick=0 plies=none table=57 view=false wrong=false
159 +0 world round
160 +0 ada forfeit table=80
164 +0 world crash at=writing kill=false luck=1
167 +0 world sleep
172 +0 ada logout
173 +0 guest108 read events=none msgs=none table=108 wait-ms=0
178 +0 world round
180 +0 bob act pick=1 plies=none table=60 view=false wrong=false
181 +0 guest108 act pick=0 plies=seen table=108 view=false wrong=false
186 +0 world crash at=write-fails kill=false luck=2442569632776415
