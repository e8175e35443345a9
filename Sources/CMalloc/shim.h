#include <malloc.h>

/// Has blocks of so many bytes and more mapped one by one, so that the system has them back when they are freed.
static inline int breathe_map_blocks_from(int bytes) { return mallopt(M_MMAP_THRESHOLD, bytes); }
