$ASSAY rest import -q refused.yaml | $ASSAY rest check --quiet -
