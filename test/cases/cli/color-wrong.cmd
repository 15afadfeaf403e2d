$ASSAY --color=sometimes choices all.choices
