cp form.toml $TMP/assay.toml; cd $TMP; $ASSAY explain E9999; $ASSAY lang gen --help | head -1; $ASSAY help lang gen | head -1
