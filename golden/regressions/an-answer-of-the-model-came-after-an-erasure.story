# A member was erased while the model decided in their self-check. The answer counted on them.
seed 262
settings {"model":true}
1 +0 operator invite {"test":false,"uses":1}
2 +0 world commit
#   2026-11-21 00:00:00.000 disk event: a read
#   2026-11-21 00:00:00.000 operator granted: { "inviteCode": "FBFCD-Z4DRZ-5TGF5-YBXFQ", "uses": 1 }
4 +0 ada join {"clientRef":"$ref","handle":"none","inviteCode":"$code:1"}
6 +0 world commit
#   2026-11-21 00:00:00.000 ada granted step 4: { "ok": true, "handle": "none", "recoveryCode": "4TW42-44G81-MS0HB-M3CZG-66SJ2-YE52Y" }
72 +0 ada save_agent {"kind":"prompt","name":"none","prompt":"none"}
149 +0 world commit
#   2026-11-21 00:00:00.000 ada granted step 72: { "ok": true, "agentId": "ag_01a1fb671800709b81edd215d878af4d", "version": 1, "versionId": "agv_01a1fb67180073148f14fc898175b7aa" }
157 +0 ada self_check {"agentId":"$agent:72"}
161 +0 world commit
170 +0 ada erase_account {"confirmHandle":"$handle"}
175 +0 world commit
#   2026-11-21 00:00:00.000 ada rejected step 157: Auth( NotSignedIn, )
#   2026-11-21 00:00:00.000 ada granted step 170: { "ok": true, "handle": "gone-00db27b8", "identitiesRemoved": 0, "pushSubsRemoved": 0, "agentsAnonymised": 1 }
176 +0 world answer {"how":"right","luck":175,"place":0}
#   2026-11-21 00:00:00.000 network granted step 175: call 0: DecidedAgain(0)
177 +0 world commit
#   2026-11-21 00:00:00.000 service violated: model calls count on the member who challenged
#     acc_01a1fb671800732cb9abcd909d5706ad: ModelUseRow { calls: 2, hour: 0, in_hour: 2 }
