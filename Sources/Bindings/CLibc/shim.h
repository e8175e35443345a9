#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <malloc.h>
#include <sched.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Maps each block of at least this many bytes separately, so that freeing it returns it to the system.
static inline int breathe_map_blocks_from(int bytes) { return mallopt(M_MMAP_THRESHOLD, bytes); }

/// Lets threads share at most this many arenas; those that exist remain.
static inline int breathe_limit_arenas(int count) { return mallopt(M_ARENA_MAX, count); }

/// Runs the calling thread only when no other needs its processor.
///
/// The policy is `SCHED_IDLE`, 5 on Linux; the headers only define it for GNU sources.
static inline int breathe_run_when_idle(void) {
    struct sched_param none = {0};
    return sched_setscheduler(0, 5, &none);
}

/// Gives the calling thread a nice value and slices of 100 ms, the longest that the scheduler takes.
///
/// A thread that wakes with a shorter slice does not wait for the end of a longer one (Linux from 6.12 on,
/// PREEMPT_SHORT in kernel/sched/features.h); earlier versions take the nice value only. The headers of GNU have the
/// call from 2.41 on.
static inline int breathe_give_way(int niceness) {
    struct {
        uint32_t size, policy;
        uint64_t flags;
        int32_t nice;
        uint32_t priority;
        uint64_t slice, deadline, period;
    } attributes = {sizeof attributes, 0, 0, niceness, 0, 100000000, 0, 0};
    return (int)syscall(SYS_sched_setattr, 0, &attributes, 0);
}
