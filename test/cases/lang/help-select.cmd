$ASSAY help lang select
