#define OPEN assay_answer(t, "opened", fields[0].number == code && code < 5)
#include "door.h"
