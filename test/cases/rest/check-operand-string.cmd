$ASSAY rest check --no-coverage operand-string.hrest
