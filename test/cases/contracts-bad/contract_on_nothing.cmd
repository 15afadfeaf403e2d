$ASSAY check contract_on_nothing.c
