$ASSAY lang info never.lang
