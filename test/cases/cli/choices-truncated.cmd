$ASSAY choices truncated.choices
