$ASSAY lang gen --config=flag.toml json
