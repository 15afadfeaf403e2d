mkdir $TMP/folder; cd $TMP; $ASSAY lang check folder empty
