// Declares only the functions that take a context handle, because the others share hidden state between threads.
#define GEOS_USE_ONLY_R_API
#include <geos_c.h>
