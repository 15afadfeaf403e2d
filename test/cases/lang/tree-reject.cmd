$ASSAY lang tree clock.lang noon-line
