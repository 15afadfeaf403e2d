$ASSAY rest check --no-coverage never-equal.hrest
