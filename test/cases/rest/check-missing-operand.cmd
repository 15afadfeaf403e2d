$ASSAY rest check --no-coverage missing-operand.hrest
