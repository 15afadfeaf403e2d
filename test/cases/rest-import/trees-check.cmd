$ASSAY rest import --quiet trees.yaml | $ASSAY rest check --quiet -
