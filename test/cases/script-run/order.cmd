$ASSAY script run all.ss 'at_ticks([1, 2, 3])'
