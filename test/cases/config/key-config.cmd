$ASSAY lang gen --config=key-config.toml json
