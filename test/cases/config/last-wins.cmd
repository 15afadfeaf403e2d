$ASSAY --config=value.toml lang gen --config=good.toml -n1 json-pointer
