$ASSAY --config good.toml lang gen json-pointer && $ASSAY lang --config=good.toml gen json-pointer
