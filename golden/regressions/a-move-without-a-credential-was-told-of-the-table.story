# Who has no credential is told to sign in, also where he wants to move: he was told that there is no such table, or that he has no seat.
seed 2
settings active-tables=2 anonymous-per-minute=0 archive-after-s=609 credential-per-minute=18 decisions=16 duel-s=1800 duels-per-hour=0 failed-logins=0 house-purse=10000 live-bank-s=58 live-turn-s=20 long-polls=0 long-polls-total=4 model=true moves-per-minute=0 parties=3 party-kept-s=7776000 practice-active=0 practice-kept-s=49500 practice-per-day=30 push-subscriptions=0 rake-basis-points=0 referral-cap=2 rematch-cooldown-s=0 requests-per-minute=0 selfchecks-per-hour=0 solo-turn-s=93171 start-ms=1795252422847 step-bytes=880 tables-per-day=2000
125 +2552 fay act pick=12 plies=none table=67 view=true wrong=false
