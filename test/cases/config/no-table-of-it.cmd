cp good.toml $TMP/assay.toml; cd $TMP; $ASSAY lang list | head -1
