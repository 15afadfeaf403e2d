$ASSAY --color always choices one.choices
