$ASSAY model lonely.h --reference lonely.c --candidate queue.c
