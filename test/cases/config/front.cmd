$ASSAY --config; $ASSAY --conifg=x lang list
