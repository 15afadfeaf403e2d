$ASSAY script run all.ss 'roll()'
