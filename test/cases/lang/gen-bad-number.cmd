$ASSAY lang gen clock.lang -n many
