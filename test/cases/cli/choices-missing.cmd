$ASSAY choices missing.choices
