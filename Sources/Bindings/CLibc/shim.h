#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <malloc.h>
#include <sched.h>

/// Has blocks of so many bytes and more mapped one by one, so that the system has them back when they are freed.
static inline int breathe_map_blocks_from(int bytes) { return mallopt(M_MMAP_THRESHOLD, bytes); }

/// Lets the calling thread run only when no other wants its processor: `SCHED_IDLE`, 5 on Linux, which the headers show to
/// GNU sources alone.
static inline int breathe_run_when_idle(void) {
    struct sched_param none = {0};
    return sched_setscheduler(0, 5, &none);
}
