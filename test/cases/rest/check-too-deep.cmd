$ASSAY rest check --no-coverage too-deep.hrest
