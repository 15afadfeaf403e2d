$ASSAY lang gen --config=key-far.toml json
