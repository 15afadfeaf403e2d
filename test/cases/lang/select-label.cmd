printf "<ab></ab>" | $ASSAY lang select tag.lang .close
