printf '{"openapi":"3.0.0","x":%s1%s}' "$(printf '[%.0s' $(seq 600))" "$(printf ']%.0s' $(seq 600))" | $ASSAY rest import -
