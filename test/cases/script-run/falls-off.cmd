$ASSAY script run all.ss 'none(0)'
