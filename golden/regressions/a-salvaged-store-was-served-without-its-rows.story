# The base of a chain was separate from the salvaged rows, so a store without these rows was served.
seed 70005982
settings {"former":true,"start-ms":1795531221798}
406 +0 world commit
407 +0 world sleep
408 +0 stranger practice {"clientRef":"$ref","kind":"holdem-vs-house"}
422 +0 world move {"luck":1}
431 +0 world try {"luck":1035040307178354,"what":"damage"}
