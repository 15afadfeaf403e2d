printf 'openapi: 3.0.0\ninfo: {title: \377}\n' | $ASSAY rest import -
