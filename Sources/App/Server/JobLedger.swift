import API
import Foundation
import Synchronization

/// When the jobs of the service last ran, and whether they succeeded, since it started.
final class JobLedger: Sendable {
    private let runs = Mutex<[ServiceState.Job.Kind: ServiceState.Job]>([:])
    private let atWork = Mutex(false)

    /// Whether this node does what its network needs done once.
    var isAtWork: Bool {
        get { atWork.withLock(\.self) }
        set { atWork.withLock { $0 = newValue } }
    }

    /// Notes the end of a run.
    func note(_ kind: ServiceState.Job.Kind, succeeded: Bool, at now: Date) {
        runs.withLock { $0[kind] = ServiceState.Job(kind: kind, lastRun: now, succeeded: succeeded) }
    }

    /// Every job with its last run, in one order.
    var jobs: [ServiceState.Job] {
        runs.withLock { runs in
            ServiceState.Job.Kind.allCases.map { runs[$0] ?? ServiceState.Job(kind: $0) }
        }
    }
}
