$ASSAY choices - < one.choices
