#include "queue.h"
#define QUEUE_VERSION 2
