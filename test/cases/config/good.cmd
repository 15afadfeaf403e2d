$ASSAY lang gen --config=good.toml json-pointer
