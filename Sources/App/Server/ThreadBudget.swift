import Dispatch
import Foundation

/// Makes sure that the system lets the process have the threads that the service needs.
///
/// SwiftNIO ends the program with a trap when it cannot make a thread, and the trap does not say what to do.
package enum ThreadBudget {
    /// More threads than the service has under load: its event loops, its pools, and those that look up hosts.
    static let needed = 32 + 4 * ProcessInfo.processInfo.activeProcessorCount

    /// The system refused a thread.
    package struct TooFew: Error, CustomStringConvertible {
        let possible: Int
        let needed: Int

        package var description: String {
            """
            the system allows only \(possible) of the \(needed) further threads that the service needs; raise \
            ulimit -u, TasksMax of the unit, or the limit on processes (pids) of the container
            """
        }
    }

    /// Makes as many threads as the service may need, and ends them.
    ///
    /// - Throws: ``TooFew`` when the system refuses one of them.
    package static func check() throws(TooFew) {
        let possible = threads(upTo: needed)
        guard possible == needed else { throw TooFew(possible: possible, needed: needed) }
    }

    /// The number of threads that can exist at the same time, beside those that exist already.
    static func threads(upTo most: Int) -> Int {
        let end = DispatchSemaphore(value: 0)
        var threads: [pthread_t] = []
        while threads.count < most, let thread = thread(waitingFor: end) { threads.append(thread) }
        for _ in threads { end.signal() }
        for thread in threads { pthread_join(thread, nil) }
        return threads.count
    }

    private static func thread(waitingFor end: DispatchSemaphore) -> pthread_t? {
        let context = Unmanaged.passRetained(end)
        var thread = pthread_t()
        let status = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<DispatchSemaphore>.fromOpaque(context).takeRetainedValue().wait()
                return nil
            }, context.toOpaque())
        guard status == 0 else {
            context.release()
            return nil
        }
        return thread
    }
}
