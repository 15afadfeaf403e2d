$ASSAY lang gen --config=missing.toml json
