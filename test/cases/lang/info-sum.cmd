$ASSAY lang info sum.lang | sed 's/[0-9]+[0-9]+[0-9]/N+N+N/'
