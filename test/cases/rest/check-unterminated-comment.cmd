$ASSAY rest check --no-coverage unterminated-comment.hrest
