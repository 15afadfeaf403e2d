cp good.toml $TMP/assay.toml; cd $TMP && $ASSAY lang gen json-pointer
