$ASSAY lang gen --config=value.toml json
