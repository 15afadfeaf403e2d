$ASSAY script run --json all.ss 'divided(1, 0)'
