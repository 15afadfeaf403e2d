$ASSAY lang gen --config=table-far.toml json
