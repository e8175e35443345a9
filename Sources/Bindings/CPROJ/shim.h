// C. Karney's geodesic routines, which come with PROJ and need no context.
#include <geodesic.h>
