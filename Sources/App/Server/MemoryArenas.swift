import CLibc
import Foundation

/// Keeps the allocator from holding memory that nothing uses any more.
///
/// GNU's library lets threads have eight arenas for each core, and each arena keeps the most that its threads ever needed
/// at once. An alert for a crowd needs megabytes for a moment, on one thread today and on another tomorrow.
/// https://man7.org/linux/man-pages/man3/mallopt.3.html
package enum MemoryArenas {
    /// As many arenas as threads work at once, with some to spare where a thread is interrupted while it allocates.
    private static let count = 2 * ProcessInfo.processInfo.activeProcessorCount

    /// Sets the limit for the process, as early as there are few threads.
    package static func limit() {
        #if canImport(Glibc)
            _ = breathe_limit_arenas(Int32(count))
        #endif
    }
}
