$ASSAY rest check --no-coverage unterminated-template.hrest
