$ASSAY lang compile grammars/lists.lang --no-generator | grep '^ *{\|^static\|^    /\*'; $ASSAY lang compile grammars/weights.lang --no-recogniser | sed '1,/^#include <string/d'
