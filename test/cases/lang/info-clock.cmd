$ASSAY lang info clock.lang | sed 's/"..:.."/"HH:MM"/'
