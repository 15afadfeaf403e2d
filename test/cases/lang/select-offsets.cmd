$ASSAY lang select --offsets list.lang ..item nested
