#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <malloc.h>
#include <sched.h>

/// Maps each block of at least this many bytes separately, so that freeing it returns it to the system.
static inline int breathe_map_blocks_from(int bytes) { return mallopt(M_MMAP_THRESHOLD, bytes); }

/// Runs the calling thread only when no other needs its processor.
///
/// The policy is `SCHED_IDLE`, 5 on Linux; the headers only define it for GNU sources.
static inline int breathe_run_when_idle(void) {
    struct sched_param none = {0};
    return sched_setscheduler(0, 5, &none);
}
