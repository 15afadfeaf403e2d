$ASSAY script run --check all.ss 'down(-1)'
