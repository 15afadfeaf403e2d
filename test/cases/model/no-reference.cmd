$ASSAY model queue.h --candidate queue.c --list
