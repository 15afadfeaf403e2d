$ASSAY model queue.h queue.h --reference ref.c --candidate queue.c
