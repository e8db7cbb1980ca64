//! Tables of more than two seats, kinds with a buy-in of their own, and hidden cards.

crate::stories! {

buy_ins_of_the_kinds r##"
# Hold'em takes 200 for any stake; blackjack reserves twice the stake.
ada joins
ada POST /api/tables {"kind":"holdem-vs-house","stake":999999} | tableId
ada GET /api/me | balance
ada GET /api/tables/t_1 | stake
ada POST /api/tables {"kind":"blackjack","stake":30} | tableId
ada GET /api/me/ledger | entries.*.delta
ada POST /api/tables {"kind":"blackjack","stake":999}
ada POST /api/tables {"kind":"blackjack","open":true}
ada POST /api/tables {"kind":"blackjack","invited":"house"}
ada POST /api/tables {"kind":"holdem-vs-house","open":true}
# `holdem-open` always waits for members, except for practice.
ada POST /api/tables {"kind":"holdem-open"} | tableId
ada GET /api/tables/t_3 | status seatsTotal
ada POST /api/tables {"kind":"holdem-open","practice":true} | tableId
ada GET /api/tables/t_4 | status seats.*.name
ada GET /api/games | games.*.kind
ada GET /api/games | games.*.seats
ada GET /api/games | games.*.fixedBuyIn
ada GET /api/games | games.*.openEligible
"##

seats_are_clamped_and_taken_in_order r##"
ada joins
bob joins
cyn joins
ada POST /api/tables {"kind":"president","seats":2,"open":true} | tableId
ada GET /api/tables/t_1 | seatsTotal seats.*.name status
bob POST /api/tables/t_1/join
ada GET /api/tables/t_1 | seats.*.seat seats.*.name status
# A member who has joined can leave again; the host withdraws the whole table.
bob POST /api/tables/t_1/forfeit
bob GET /api/me | balance
cyn POST /api/tables/t_1/join | started
bob POST /api/tables/t_1/join
ada GET /api/tables/t_1 | seats.*.name status
ada POST /api/tables {"kind":"president"} | tableId
ada GET /api/tables/t_2 | seatsTotal seats.*.name status
ada POST /api/tables {"kind":"dominoes","seats":6,"open":true} | tableId
ada GET /api/tables/t_3 | seatsTotal
"##

one_reserved_seat_leaves_the_others_to_the_house r##"
ada joins
bob joins
ada POST /api/tables {"kind":"president","seats":4,"invited":"bob"} | tableId
ada GET /api/tables/t_1 | seats status visibility
bob POST /api/tables/t_1/join | started
bob GET /api/tables/t_1 | mySeat seats.*.name
"##

one_caller_never_gets_two_seats_views r##"
ada joins
bob joins
cyn joins
ada POST /api/tables {"kind":"holdem-open"} | tableId
bob POST /api/tables/t_1/join | started
ada GET /api/tables/t_1 | mySeat state.view.hand state.view.seats.*.cards
bob GET /api/tables/t_1 | mySeat state.view.hand state.view.seats.*.cards
cyn GET /api/tables/t_1 | mySeat state.view.hand state.view.seats.*.cards state.legalActions
bob POST /api/tables/t_1/forfeit
cyn GET /api/tables/t_1 | status state.view.seats.*.cards seed
"##

rejects_a_practice_reference_for_another_kind r##"
guest POST /api/practice {"kind":"mancala-vs-house","clientRef":"uuid-1"} | tableId
guest POST /api/practice {"kind":"memory-vs-house","clientRef":"uuid-1"}
"##

an_erased_members_seat_grant_is_void r##"
# The others continue; the holder of the erased member's seat loses access.
ada joins
bob joins
cyn joins
ada POST /api/tables {"kind":"president","seats":3,"open":true} | tableId
bob POST /api/tables/t_1/join | started
cyn POST /api/tables/t_1/join | started
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1"} | claimToken
agent POST /api/seat-grants/claim {"claimToken":"claim_1","clientRef":"uuid-2"} | accessToken
agent uses token_4
agent waits 30s on t_1 events_since=900
# Nor of a table that has just ended.
ada meets bob for 10
ada POST /api/tables/t_2/seat-grants {"clientRef":"uuid-3"} | claimToken
other POST /api/seat-grants/claim {"claimToken":"claim_2","clientRef":"uuid-4"} | accessToken
other uses token_5
bob POST /api/tables/t_2/forfeit | ok
other GET /api/tables/t_2 | mySeat status
ada DELETE /api/me {"confirmHandle":"ada"} | ok
agent GET /api/tables/t_1
other GET /api/tables/t_2
bob GET /api/tables/t_1 | status seats.*.name
"##

a_sealed_daily_deal_shows_only_what_play_has_shown r##"
# The day after the story's first plays connect four; blackjack-3 comes eleven days later.
ada joins
bob joins
+11d
anonymous GET /api/daily | kind
ada POST /api/token {"handle":"ada","recoveryCode":"recovery_1"} | -
ada POST /api/tables {"kind":"roulette","daily":true} | tableId
ada GET /api/tables/t_1 | gameId kind stake visibility
ada GET /api/me | balance
"##
}
