$ASSAY choices .
