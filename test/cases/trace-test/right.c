#define OPEN assay_answer(t, "opened", fields[0].number == code)
#include "door.h"
