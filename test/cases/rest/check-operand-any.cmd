$ASSAY rest check --no-coverage operand-any.hrest
