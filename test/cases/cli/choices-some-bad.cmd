$ASSAY choices one.choices changed.choices none.choices
