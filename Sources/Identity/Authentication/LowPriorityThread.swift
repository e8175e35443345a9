import CLibc
import Foundation
import Synchronization

/// Runs an actor on its own thread, which the system schedules when no other thread wants the core.
package final class LowPriorityThread: SerialExecutor {
    /// The job queue.
    ///
    /// The thread shares it, because the thread must not keep the executor alive.
    private final class Line: Sendable {
        let jobs = Mutex<[UnownedJob]>([])
        let work = DispatchSemaphore(value: 0)
    }

    /// The thread's `nice` value (0…19): high enough to yield, low enough not to starve.
    ///
    /// At 10 the thread gets a ninth of what an ordinary thread gets when both want the same core, so that a hash
    /// still takes seconds at most.
    private static let niceness: CInt = 10

    private let line = Line()

    /// Starts the thread.
    package init(named name: String) {
        let line = line
        let executor = asUnownedSerialExecutor()
        let thread = Thread {
            _ = breathe_give_way(Self.niceness)
            while true {
                line.work.wait()
                guard let job = line.jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
                job.runSynchronously(on: executor)
            }
        }
        thread.name = name
        thread.start()
    }

    /// Wakes the thread so that it ends.
    ///
    /// No job is left at this point: an actor with a waiting job retains its executor.
    deinit { line.work.signal() }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        line.jobs.withLock { $0.append(job) }
        line.work.signal()
    }
}
