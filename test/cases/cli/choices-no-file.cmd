$ASSAY choices
