$ASSAY lang gen --config=key.toml json
