$ASSAY choices changed.choices
