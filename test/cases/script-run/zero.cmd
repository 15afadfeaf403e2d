$ASSAY script run all.ss 'divided(1, 0)'
