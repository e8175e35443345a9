package import Allergens
package import Foundation

/// Takes in readings and forecasts: keeps them, judges what is news, and tells whom it concerns.
///
/// Keeping and alerting happen in one transaction: an alert exists if and only if the reading that raised it does.
package struct ReadingDesk: Sendable {
    private let archive: any AlertArchive
    private let watcher: any LedgerWatcher
    private let newsroom: Newsroom

    package init(archive: any AlertArchive, watcher: any LedgerWatcher, newsroom: Newsroom) {
        self.archive = archive
        self.watcher = watcher
        self.newsroom = newsroom
    }

    /// Keeps a batch; when this returns, all of it is durable.
    ///
    /// Readings of today and yesterday, by the calendar of their station, raise alerts; older ones are history.
    package func take(
        _ readings: [Reading], forecasts: [Forecast] = [], at now: Date
    ) async throws -> IntakeCounts {
        try await archive.write { [newsroom] transaction in
            var counts = IntakeCounts()
            var changes = Newsroom.Changes()
            for reading in readings {
                let (keeping, day) = try transaction.keep(reading, received: now)
                counts.add(keeping)
                if keeping != .unchanged { changes.note(reading, day: day) }
            }
            for forecast in forecasts where try transaction.keep(forecast, received: now) != .unchanged {
                changes.note(forecast)
            }
            counts.changed = changes.days
            try newsroom.report(changes, in: transaction, at: now)
            return counts
        } committed: { [watcher] _ in
            watcher.ledgerGrew()
        }
    }
}

/// Whoever wants to know of new lines in the ledger.
package protocol LedgerWatcher: Sendable {
    /// Says that the ledger may have grown; called after each commit and while the archive waits, so it returns at once.
    func ledgerGrew()
}

/// What became of a batch.
package struct IntakeCounts: Hashable, Sendable {
    package var accepted = 0
    package var replaced = 0
    package var unchanged = 0
    /// The days of each allergen whose map may look different now.
    package var changed: [Allergen.ID: Set<CivilDate>] = [:]

    package init() {}

    mutating func add(_ keeping: Keeping) {
        switch keeping {
        case .accepted: accepted += 1
        case .replaced: replaced += 1
        case .unchanged: unchanged += 1
        }
    }

    package mutating func add(_ other: IntakeCounts) {
        accepted += other.accepted
        replaced += other.replaced
        unchanged += other.unchanged
        changed.merge(other.changed) { $0.union($1) }
    }
}
