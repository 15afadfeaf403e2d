$ASSAY model queue.h --reference ref.c --candidate queue.c --fuel=1000000
