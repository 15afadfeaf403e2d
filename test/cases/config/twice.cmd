$ASSAY lang gen --config=twice.toml json
