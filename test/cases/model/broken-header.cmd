$ASSAY model broken.h --reference ref.c --candidate queue.c
