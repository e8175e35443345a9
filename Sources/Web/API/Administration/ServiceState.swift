package import Alerts
package import Foundation
package import People

/// The state of the service: its store, and what it sends.
package struct ServiceState: Hashable, Sendable {
    /// What became of messages of one kind since the service started.
    package struct Sending: Hashable, Sendable {
        /// What the messages are about.
        package enum Kind: String, CaseIterable, Sendable, Encodable { case alerts, reminders, notices }

        package let kind: Kind
        /// Messages that the next hop accepted, and those whose receiver confirmed them.
        package let sent, delivered: Int
        /// Messages that were given up, and those that were not worth sending any more.
        package let failed, dropped: Int

        package init(kind: Kind, sent: Int, delivered: Int, failed: Int, dropped: Int) {
            self.kind = kind
            (self.sent, self.delivered) = (sent, delivered)
            (self.failed, self.dropped) = (failed, dropped)
        }
    }

    /// A job that the service does by itself from time to time.
    package struct Job: Hashable, Sendable {
        /// What is done: old records are deleted, pages are prepared, coming days are forecast.
        package enum Kind: String, CaseIterable, Sendable, Encodable {
            case retention, preparation, forecasts
        }

        package let kind: Kind
        /// The end of the last run, and whether all of it succeeded; `nil` before the first since the start.
        package let lastRun: Date?
        package let succeeded: Bool?

        package init(kind: Kind, lastRun: Date? = nil, succeeded: Bool? = nil) {
            (self.kind, self.lastRun, self.succeeded) = (kind, lastRun, succeeded)
        }
    }

    /// Why the store cannot be used; `nil` while it can.
    package let failure: StoreFailure?
    /// The size of the database with its log, in bytes.
    package let databaseSize: Int
    /// The free space on its disk in bytes, if the system tells.
    package let freeSpace: Int?
    /// When the command for backups last made one.
    package let lastBackup: Date?
    /// Alerts that wait to be sent; `nil` while the store cannot be read.
    package let queued: Int?
    package let jobs: [Job]
    package let sendings: [Sending]

    package init(
        failure: StoreFailure?, databaseSize: Int, freeSpace: Int?, lastBackup: Date?, queued: Int?,
        jobs: [Job], sendings: [Sending]
    ) {
        (self.failure, self.queued, self.jobs, self.sendings) = (failure, queued, jobs, sendings)
        (self.databaseSize, self.freeSpace, self.lastBackup) = (databaseSize, freeSpace, lastBackup)
    }
}

/// Tells the state of the service.
package protocol ServiceStateSource: Sendable {
    func state() async -> ServiceState
}

/// What others than the owners did to accounts.
package protocol AdministrativeActSource: Sendable {
    /// The acts with numbers below `last`, latest first, at most `limit`.
    func administrativeActs(before last: Int64, limit: Int) async throws -> [AdministrativeAct]
}
