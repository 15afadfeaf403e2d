$ASSAY lang gen --config=array.toml json
