$ASSAY check assigns_not_a_place.c
