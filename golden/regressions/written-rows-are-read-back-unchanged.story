# Seed 6 violates a rule: written rows are read back unchanged.
# Replay: cargo run --release -p turnstone-sim -- --story golden/regressions/written-rows-are-read-back-unchanged.story
# [Some(Restored)]
seed 6
settings {}
342 +0 world move {"luck":1}
#   2026-11-21 00:00:00.000 disk event: a read
#   2026-11-21 00:00:00.000 operator granted: { "ok": true }
#   2026-11-21 00:00:00.000 service violated: written rows are read back unchanged
#     [Some(Restored)]
