package import Allergens
package import Foundation

/// Takes in readings and forecasts: keeps them, judges what is news, and tells whom it concerns.
///
/// Keeping and alerting happen in one transaction: an alert exists if and only if the reading that raised it does.
package struct ReadingDesk: Sendable {
    private let archive: any AlertArchive
    private let watcher: any LedgerWatcher
    private let newsroom: Newsroom
    private let taxonomy: Taxonomy

    package init(
        archive: any AlertArchive, watcher: any LedgerWatcher, newsroom: Newsroom,
        taxonomy: Taxonomy = .standard
    ) {
        self.archive = archive
        self.watcher = watcher
        self.newsroom = newsroom
        self.taxonomy = taxonomy
    }

    /// Keeps a batch that came by command.
    package func take(
        _ readings: [Reading], forecasts: [Forecast] = [], at now: Date
    ) async throws -> IntakeCounts {
        try await take(Submission(readings: readings, forecasts: forecasts, by: .command), at: now)
    }

    /// Keeps a batch; when this returns, all of it is durable.
    ///
    /// Readings of today and yesterday, by the calendar of their station, raise alerts; older ones are history. A reading
    /// that is too strange is kept as suspect: no map shows it and nobody is alerted until its operator confirms it.
    package func take(_ submission: Submission, at now: Date) async throws -> IntakeCounts {
        try await archive.write { [newsroom, taxonomy] transaction in
            var counts = IntakeCounts()
            var changes = Newsroom.Changes()
            try Self.keep(
                submission, in: transaction, taxonomy: taxonomy, at: now, counts: &counts, changes: &changes)
            counts.changed = changes.days
            try newsroom.report(changes, in: transaction, at: now)
            return counts
        } committed: { [watcher] _ in
            watcher.ledgerGrew()
        }
    }

    /// Tells what would become of a batch, and keeps nothing of it.
    package func tryOut(_ submission: Submission, at now: Date) async throws -> IntakeCounts {
        do {
            return try await archive.write { [taxonomy] transaction in
                var counts = IntakeCounts()
                var changes = Newsroom.Changes()
                try Self.keep(
                    submission, in: transaction, taxonomy: taxonomy, at: now, counts: &counts,
                    changes: &changes)
                throw TriedOut(counts: counts)
            }
        } catch let outcome as TriedOut {
            return outcome.counts
        }
    }

    /// Ends the transaction of what was only tried, so that all of it is undone.
    private struct TriedOut: Error {
        let counts: IntakeCounts
    }

    private static func keep(
        _ submission: Submission, in transaction: any AlertTransaction, taxonomy: Taxonomy, at now: Date,
        counts: inout IntakeCounts, changes: inout Newsroom.Changes
    ) throws {
        let judge = ReadingJudge(submission, transaction: transaction, taxonomy: taxonomy)
        let suspicions = try judge.suspicions()
        for (index, reading) in submission.readings.enumerated() {
            var reading = reading
            if submission.isConfirmed {
                // Who stands by a file stands by the doubts that it tells, too.
                if reading.quality == .valid { reading.quality = .confirmed }
            } else if let found = suspicions[index] {
                reading.quality = .suspect(found)
            }
            let (keeping, day) = try transaction.keep(reading, received: now, by: submission.submitter)
            counts.add(keeping)
            guard keeping != .unchanged else { continue }
            // What was there before may be on a map, and somebody may have been alerted of it.
            if reading.quality.counts || keeping == .replaced { changes.note(reading, day: day) }
            if case .suspect(let found) = reading.quality {
                counts.suspects.append(SuspectReading(index: index, suspicions: found))
            }
        }
        for forecast in submission.forecasts
        where try transaction.keep(forecast, received: now) != .unchanged { changes.note(forecast) }
        for reading in submission.classes { counts.add(try transaction.keep(reading, received: now)) }
        for note in submission.notes { try transaction.keep(note, received: now) }
    }

    /// Decides about values that are kept, and alerts whom those concern that count now.
    ///
    /// - Returns: For each decision whether the value's quality changed; `nil` where there is no such value.
    package func decide(
        _ decisions: [ReadingDecision], at station: Station.ID, by submitter: Submitter, now: Date
    ) async throws -> (outcomes: [Bool?], changed: [Allergen.ID: Set<CivilDate>]) {
        try await archive.write { [newsroom] transaction in
            var changes = Newsroom.Changes()
            let outcomes = try decisions.map { decision -> Bool? in
                let outcome = try transaction.decide(
                    decision.isConfirmed ? .confirmed : .dismissed, about: decision.allergen, at: station,
                    in: decision.period, by: submitter, now: now)
                guard let outcome else { return nil }
                if outcome.isChanged {
                    let reading = Reading(
                        station: station, allergen: decision.allergen, period: decision.period,
                        value: outcome.value)
                    changes.note(reading, day: outcome.day)
                }
                return outcome.isChanged
            }
            try newsroom.report(changes, in: transaction, at: now)
            return (outcomes, changes.days)
        } committed: { [watcher] _ in
            watcher.ledgerGrew()
        }
    }
}

/// What an operator makes of a value that is kept.
package struct ReadingDecision: Hashable, Sendable {
    package let allergen: Allergen.ID
    package let period: Reading.Period
    /// Whether the operator stands by it; otherwise it is dismissed.
    package let isConfirmed: Bool

    package init(allergen: Allergen.ID, period: Reading.Period, isConfirmed: Bool) {
        self.allergen = allergen
        self.period = period
        self.isConfirmed = isConfirmed
    }
}

/// A reading of a batch that was kept as suspect.
package struct SuspectReading: Hashable, Sendable {
    /// Its place in the batch, from 0.
    package let index: Int
    package let suspicions: Suspicions
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
    /// Those of the accepted and replaced readings that are suspect.
    package var suspects: [SuspectReading] = []
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
        suspects += other.suspects
        changed.merge(other.changed) { $0.union($1) }
    }
}
