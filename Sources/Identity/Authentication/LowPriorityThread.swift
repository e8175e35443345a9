import Foundation
import Synchronization

/// Runs an actor on a thread of its own, which the system runs when nobody else wants the core.
package final class LowPriorityThread: SerialExecutor {
    /// What is to be done, shared with the thread, which must not keep the executor alive.
    private final class Line: Sendable {
        let jobs = Mutex<[UnownedJob]>([])
        let work = DispatchSemaphore(value: 0)
    }

    /// How much the system prefers others (`nice`, 0…19): enough to yield, not enough to starve.
    ///
    /// At 5 a thread gets a third
    /// of what an ordinary one gets where both want the same core.
    private static let niceness: CInt = 5

    private let line = Line()

    /// Starts the thread.
    package init(named name: String) {
        let line = line
        let executor = asUnownedSerialExecutor()
        let thread = Thread {
            // For Linux a thread is a process of its own here.
            _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Self.niceness)
            while true {
                line.work.wait()
                guard let job = line.jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
                job.runSynchronously(on: executor)
            }
        }
        thread.name = name
        thread.start()
    }

    /// Nothing is left to do: an actor whose job waits keeps its executor.
    deinit { line.work.signal() }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        line.jobs.withLock { $0.append(job) }
        line.work.signal()
    }
}
