$ASSAY lang gen --config=table.toml json
