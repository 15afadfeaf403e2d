$ASSAY script run all.ss 'deep(0)'
