NO_COLOR=1 $ASSAY choices one.choices
