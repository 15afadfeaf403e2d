printf "<ab></ab>" | $ASSAY lang tree tag.lang
