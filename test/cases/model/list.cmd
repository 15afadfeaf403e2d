$ASSAY model queue.h --reference ref.c --candidate queue.c --list
