$ASSAY script run all.ss 'await latest(4)'
