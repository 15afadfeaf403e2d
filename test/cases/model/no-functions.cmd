$ASSAY model none.h --reference ref.c --candidate queue.c
