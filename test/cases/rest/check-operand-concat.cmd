$ASSAY rest check --no-coverage operand-concat.hrest
