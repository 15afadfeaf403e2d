timeout 30 $ASSAY rest check -q --no-coverage --limit=0.5 stuck.hrest | grep -c E0228
