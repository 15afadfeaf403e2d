$ASSAY lang select list.lang "..list[2].item" nested
