$ASSAY rest import -q merged.yaml | $ASSAY rest check --quiet -
