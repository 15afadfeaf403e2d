$ASSAY model --reference ref.c --candidate queue.c
