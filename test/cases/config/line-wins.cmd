$ASSAY lang gen --config good.toml json-pointer --count=1
