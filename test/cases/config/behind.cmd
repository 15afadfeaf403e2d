$ASSAY check --config=missing.toml missing.c -- --config=other
