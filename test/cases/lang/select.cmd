$ASSAY lang select list.lang ..number nested
