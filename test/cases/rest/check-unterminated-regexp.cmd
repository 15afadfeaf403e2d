$ASSAY rest check --no-coverage unterminated-regexp.hrest
