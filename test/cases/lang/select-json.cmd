$ASSAY lang select --json list.lang ..number nested
