$ASSAY lang info --json list.lang; $ASSAY lang info --json sum.lang | sed 's/[0-9]+[0-9]+[0-9]/N+N+N/'; $ASSAY lang info --json tag.lang | sed 's/":[0-9]\{4,\}/":N/g'
