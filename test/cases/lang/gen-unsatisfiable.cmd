$ASSAY lang gen never.lang -n 3
