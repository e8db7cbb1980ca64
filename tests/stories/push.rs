//! Browser notifications: subscriptions, and which messages are sent when.

crate::stories! {

a_browser_is_subscribed_with_its_keys r##"
set push_subscriptions=2 push_key=1
ada joins
bob joins
anonymous GET /api/push/key
ada POST /api/push/subscribe {"subscription":{"endpoint":"https://fcm.googleapis.com/send/1","keys":{"p256dh":"point-1","auth":"AAAAAAAAAAAAAAAAAAAAAA"}}}
# An existing subscription is replaced and counts once.
2 times ada POST /api/push/subscribe {"subscription":{"endpoint":"https://fcm.googleapis.com/send/1","keys":{"p256dh":"point-2","auth":"AAAAAAAAAAAAAAAAAAAAAA=="}}}
ada POST /api/push/subscribe {"subscription":{"endpoint":"https://fcm.googleapis.com/send/2","keys":{"p256dh":"point-2","auth":"AAAAAAAAAAAAAAAAAAAAAA"}}}
ada POST /api/push/subscribe {"subscription":{"endpoint":"https://fcm.googleapis.com/send/3","keys":{"p256dh":"point-2","auth":"AAAAAAAAAAAAAAAAAAAAAA"}}}
# A browser that another member used moves to the member who sends its keys.
bob POST /api/push/subscribe {"subscription":{"endpoint":"https://fcm.googleapis.com/send/2","keys":{"p256dh":"point-1","auth":"AAAAAAAAAAAAAAAAAAAAAA"}}}
bob POST /api/push/subscribe {"subscription":{"endpoint":"https://fcm.googleapis.com/send/2","keys":{"p256dh":"point-2","auth":"AAAAAAAAAAAAAAAAAAAAAA"}}}
ada DELETE /api/push/subscribe {"endpoint":"https://fcm.googleapis.com/send/2"}
ada DELETE /api/push/subscribe {"endpoint":"https://fcm.googleapis.com/send/1"}
ada DELETE /api/push/subscribe {"endpoint":"https://fcm.googleapis.com/send/1"}
bob DELETE /api/me {"confirmHandle":"bob"} | pushSubsRemoved
"##

rejects_invalid_push_subscriptions r##"
ada joins
ada POST /api/push/subscribe {"subscription":{"endpoint":"http://fcm.googleapis.com/1","keys":{"p256dh":"point-1","auth":"AAAAAAAAAAAAAAAAAAAAAA"}}}
ada POST /api/push/subscribe {"subscription":{"endpoint":"https://127.0.0.1/1","keys":{"p256dh":"point-1","auth":"AAAAAAAAAAAAAAAAAAAAAA"}}}
ada POST /api/push/subscribe {"subscription":{"endpoint":"https://example.org/1","keys":{"p256dh":"point-1","auth":"AAAAAAAAAAAAAAAAAAAAAA"}}}
ada POST /api/push/subscribe {"subscription":{"endpoint":"no uri","keys":{"p256dh":"point-1","auth":"AAAAAAAAAAAAAAAAAAAAAA"}}}
# A point that is not on the curve, one that is compressed, no base64, 15 bytes.
ada POST /api/push/subscribe {"subscription":{"endpoint":"https://fcm.googleapis.com/1","keys":{"p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw5","auth":"AAAAAAAAAAAAAAAAAAAAAA"}}}
ada POST /api/push/subscribe {"subscription":{"endpoint":"https://fcm.googleapis.com/1","keys":{"p256dh":"AiVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx","auth":"AAAAAAAAAAAAAAAAAAAAAA"}}}
ada POST /api/push/subscribe {"subscription":{"endpoint":"https://fcm.googleapis.com/1","keys":{"p256dh":"????????????????","auth":"AAAAAAAAAAAAAAAAAAAAAA"}}}
ada POST /api/push/subscribe {"subscription":{"endpoint":"https://fcm.googleapis.com/1","keys":{"p256dh":"point-1","auth":"AAAAAAAAAAAAAAAAAAAA"}}}
ada POST /api/push/subscribe {"subscription":{"endpoint":"https://fcm.googleapis.com/1","keys":{"p256dh":"point-1"}}}
ada POST /api/push/subscribe {"subscription":{"endpoint":"https://fcm.googleapis.com/1"}}
ada DELETE /api/push/subscribe {}
"##

a_turn_at_a_daily_table_is_notified_twice r##"
ada joins
bob joins
ada subscribes fcm.googleapis.com/ada
bob subscribes fcm.googleapis.com/bob
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"pace":"daily"} | tableId
bob POST /api/tables/t_1/join | started
mover marks 0 on t_1 | ok
# After three quarters of the 48 hours; then the turn expires, and the table ends.
+36h
+13h
# No notifications are sent for live tables and practice.
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true} | tableId
bob POST /api/tables/t_2/join | started
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","practice":true,"pace":"daily"} | tableId
"##

a_move_in_time_cancels_the_reminder r##"
ada joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","pace":"daily"} | tableId
# The reminder goes to the browsers subscribed at that time.
ada subscribes fcm.googleapis.com/ada
+35h
ada GET /api/tables/t_1 | state.yourTurn
mover marks 0 on t_1 | ok
+2h
+35h
ada POST /api/tables/t_1/forfeit
+48h
"##

failed_notifications_are_retried_and_gone_browsers_removed r##"
ada joins
ada subscribes fcm.googleapis.com/ada
ada subscribes fcm.googleapis.com/ada2
the outside answers failed
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","pace":"daily"} | tableId
+30s
the outside answers failed 600
+2m
# A requested pause is respected: ten minutes and not eight.
+8m
the outside answers failed
+2m
+2h
# Five attempts, and no more until the reminder.
+12h
the outside answers gone
+24h
ada DELETE /api/push/subscribe {"endpoint":"https://fcm.googleapis.com/ada"}
"##

unfinished_notifications_are_sent_again_after_a_power_failure r##"
ada joins
ada subscribes fcm.googleapis.com/ada
the outside answers nothing
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","pace":"daily"} | tableId
+1h
the outside answers delivered
restart
+1s
restart
+1s
"##

an_owner_of_a_delegated_seat_is_not_notified r##"
ada joins
bob joins
ada subscribes fcm.googleapis.com/ada
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","pace":"daily"} | tableId
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1","expiresInSeconds":7200} | claimToken
eve POST /api/seat-grants/claim {"claimToken":"claim_1","clientRef":"uuid-2"} | accessToken
eve uses token_3
eve POST /api/tables/t_1/action {"action":{"type":"mark","cell":4},"expectedPlies":0} | ok
# It is her turn again, but the seat is delegated. The grant has ended by the time of the reminder.
+36h
"##

a_host_is_notified_of_a_declined_invitation r##"
ada joins
bob joins
ada subscribes fcm.googleapis.com/ada
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","invited":"bob"} | tableId
bob POST /api/tables/t_1/decline
the outside answers refused
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","invited":"bob"} | tableId
bob POST /api/tables/t_2/decline
# A configuration error keeps the subscription.
the outside answers delivered
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","invited":"bob"} | tableId
bob POST /api/tables/t_3/decline
"##

browsers_are_forgotten_when_sessions_end r##"
# A lost device must not hear of its former member's tables. Each time a browser is subscribed, and then a turn begins.
ada joins
bob joins
ada subscribes fcm.googleapis.com/ada
bob subscribes fcm.googleapis.com/bob
ada POST /api/logout
ada POST /api/token {"handle":"ada","recoveryCode":"recovery_1"} | expiresInSeconds
ada uses token_3
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","pace":"daily"} | tableId
ada DELETE /api/push/subscribe {"endpoint":"https://fcm.googleapis.com/ada"}
ada subscribes fcm.googleapis.com/ada
ada POST /api/recovery/rotate {"recoveryCode":"recovery_1"}
ada POST /api/token {"handle":"ada","recoveryCode":"recovery_3"} | expiresInSeconds
ada uses token_4
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","pace":"daily"} | tableId
ada DELETE /api/push/subscribe {"endpoint":"https://fcm.googleapis.com/ada"}
# Another member's browsers stay.
bob POST /api/tables {"kind":"tic-tac-toe-vs-house","pace":"daily"} | tableId
"##

a_browser_is_forgotten_after_a_week_of_rejections r##"
ada joins
ada subscribes fcm.googleapis.com/ada
the outside answers rejected
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","pace":"daily"} | tableId
+6d
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","pace":"daily"} | tableId
# A message that arrives begins the week anew.
the outside answers delivered
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","pace":"daily"} | tableId
the outside answers rejected
+1d
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","pace":"daily"} | tableId
+7d
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","pace":"daily"} | tableId
ada DELETE /api/push/subscribe {"endpoint":"https://fcm.googleapis.com/ada"}
"##
}
