# A table was settled in the step that noted an outage. The model read it again with a clock that knew no outage.
seed 257
settings {"live-turn-s":16,"sync-ms":3000}
30 +0 operator invite {"test":false,"uses":10}
31 +0 world commit
#   2026-11-21 00:00:00.000 disk event: a read
#   2026-11-21 00:00:08.513 operator granted: { "inviteCode": "FE2MK-Q5MX2-NZXSY-5T6QB", "uses": 10 }
36 +0 bob join {"clientRef":"$ref","handle":"none","inviteCode":"$code:30"}
38 +0 world commit
#   2026-11-21 00:00:13.094 bob granted step 36: { "ok": true, "handle": "none", "recoveryCode": "Q9N0T-RH13R-H695Z-PNQ3H-XWNG1-S45V0" }
49 +0 bob create_party
124 +0 hal join {"clientRef":"$ref","handle":"hal124","inviteCode":"$code:30"}
213 +0 gus join {"clientRef":"$ref","handle":"gus213","inviteCode":"$code:30"}
215 +0 world commit
#   2026-11-21 00:00:14.756 bob granted step 49: { "partyId": "pty_01a1fb674b2676c7ab5c148d0b168de9" }
#   2026-11-21 00:00:14.756 hal granted step 124: { "ok": true, "handle": "hal124", "recoveryCode": "H2JDM-3FFAB-CXFSC-VZ1S3-HA9FA-FG0NC" }
#   2026-11-21 00:00:14.756 gus granted step 213: { "ok": true, "handle": "gus213", "recoveryCode": "PQ2QX-7ARPT-9NVS1-CT2F5-S0ZMX-0HYSH" }
282 +0 gus join_party {"id":"$party:49"}
330 +0 gus create_party_table {"id":"$party:49","kind":"rps-vs-house"}
336 +0 bob read_party {"id":"$party:49","msgs_since":"$msgs"}
385 +0 world commit
#   2026-11-21 00:00:14.756 disk event: a read
#   2026-11-21 00:00:15.569 gus granted step 282: { "ok": true }
#   2026-11-21 00:00:15.569 gus granted step 330: { "tableId": "t_01a1fb6751a477ef9488dd418a05f0c9" }
389 +0 hal join_table {"id":"$table:330"}
390 +0 world commit
#   2026-11-21 00:00:18.689 bob granted step 336: { "id": "pty_01a1fb674b2676c7ab5c148d0b168de9", "members": [ "none", "gus213" ], "currentTableId": "t_01a1fb6751a477ef9488dd418a05f0c9", "visibility": "unlisted…
#   2026-11-21 00:00:18.689 hal granted step 389: { "ok": true, "tableId": "t_01a1fb6751a477ef9488dd418a05f0c9", "started": true }
400 +0 world crash {"at":"applied","kill":false,"luck":0}
#   2026-11-21 00:00:38.777 service event: started again (the follower became the leader); 0 requests get no answer
404 +0 hal forfeit {"id":"$table:330"}
405 +0 world restart
#   2026-11-21 00:00:41.115 hal granted step 404: { "ok": true }
#   2026-11-21 00:00:41.115 operator granted: { "ok": true }
#   2026-11-21 00:01:00.223 service event: started again (reopened from storage); 0 requests get no answer
422 +0 gus read_table {"id":"$table:336"}
423 +0 world commit
#   2026-11-21 00:01:00.223 service violated: a view shows what its viewer may see
#     gus read_table(ReadTable { table: t_01a1fb6751a477ef9488dd418a05f0c9, wait_ms: 0, events_since: None, msgs_since: None })
#     - {"id":"t_01a1fb6751a477ef9488dd418a05f0c9","kind":"rps-vs-house","gameId":"rps", … ,"eventsAt":5,"bankMs":{"0":120000,"1":112792}},"seed":"414eca36c3ace91078809fadb3336a039eecb59afdf54b83458384367587b147","seedCommit":"6c12613241ac823bb84b4f764d2ba8956d044cdd377e766067b009dfe40875ba …
#     + {"id":"t_01a1fb6751a477ef9488dd418a05f0c9","kind":"rps-vs-house","gameId":"rps", … ,"eventsAt":5,"bankMs":{"0":120000,"1":120000}},"seed":"414eca36c3ace91078809fadb3336a039eecb59afdf54b83458384367587b147","seedCommit":"6c12613241ac823bb84b4f764d2ba8956d044cdd377e766067b009dfe40875ba …
