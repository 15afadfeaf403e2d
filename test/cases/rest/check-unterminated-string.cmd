$ASSAY rest check --no-coverage unterminated-string.hrest
