$ASSAY lang gen --config=other.toml -n1 --seed=7 json-pointer
