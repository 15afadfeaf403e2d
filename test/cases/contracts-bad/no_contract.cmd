$ASSAY check no_contract.c
