$ASSAY rest import -q lists.yaml | $ASSAY rest check --quiet -
