$ASSAY rest check --no-coverage operand-length.hrest
