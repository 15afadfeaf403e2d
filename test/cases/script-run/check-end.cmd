$ASSAY script run --check all.ss 'none(0)'
