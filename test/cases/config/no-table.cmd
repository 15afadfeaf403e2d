$ASSAY lang gen --config=no-table.toml json
