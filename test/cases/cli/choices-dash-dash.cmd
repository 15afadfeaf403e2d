cp one.choices $TMP/-x && cd $TMP && $ASSAY choices -- -x
