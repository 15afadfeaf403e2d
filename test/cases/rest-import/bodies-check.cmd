$ASSAY rest import --quiet bodies.yaml | $ASSAY rest check --quiet --no-coverage -
