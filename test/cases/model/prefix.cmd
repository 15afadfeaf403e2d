$ASSAY model values.h --reference values_ref.c --candidate values.c --list --prefix=table_:nothing_
