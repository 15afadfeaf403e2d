$ASSAY choices none.choices
