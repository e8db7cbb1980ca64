# Seed 1 violates a rule: a list reveals the secret of its day.
# Replay: cargo run --release -p turnstone-sim -- --story golden/regressions/a-list-reveals-the-secret-of-its-day.story
# 2026-11-21: 0 tables
seed 1
settings {}
2 +0 world commit
#   2026-11-21 00:00:00.000 disk event: a read
3 +86400000 world commit
#   2026-11-22 00:00:00.000 service violated: a list reveals the secret of its day
#     2026-11-21: 0 tables
