$ASSAY rest check --no-coverage operand-matches.hrest
