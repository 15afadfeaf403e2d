printf 'openapi: 3.0.0\nx: %s1%s\npaths: {}\n' "$(printf '[%.0s' $(seq 600))" "$(printf ']%.0s' $(seq 600))" | $ASSAY rest import -
