$ASSAY lang gen --config=nul.toml json
