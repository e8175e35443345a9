package import Alerts
package import Allergens
package import Foundation
package import Observations

/// Accepts readings and forecasts: stores them, decides which are news, and notifies those concerned.
///
/// Storing and alerting happen in one transaction: an alert exists if and only if the reading that raised it
/// does.
package struct ReadingService: Sendable {
    private let store: any AlertStore
    private let watcher: any LedgerObserver
    private let policy: AlertPolicy
    private let taxonomy: Taxonomy

    package init(
        store: any AlertStore, watcher: any LedgerObserver, policy: AlertPolicy,
        taxonomy: Taxonomy = .standard
    ) {
        self.store = store
        self.watcher = watcher
        self.policy = policy
        self.taxonomy = taxonomy
    }

    /// Stores a batch that was submitted on the command line.
    package func take(
        _ readings: [Reading], forecasts: [Forecast] = [], at now: Date
    ) async throws -> IntakeCounts {
        try await take(Submission(readings: readings, forecasts: forecasts, by: .command), at: now)
    }

    /// Stores a batch; when this returns, all of it is durable.
    ///
    /// Readings of today and yesterday, by the station's calendar, raise alerts; older ones are history. An
    /// implausible reading is stored as suspect: no map shows it and nobody is alerted until its operator
    /// confirms it.
    package func take(_ submission: Submission, at now: Date) async throws -> IntakeCounts {
        try await take(PreparedSubmission(submission, at: now), at: now)
    }

    /// Stores a batch that was prepared before; when this returns, all of it is durable.
    package func take(_ submission: PreparedSubmission, at now: Date) async throws -> IntakeCounts {
        if submission.isHistory {
            return try await store.load { [taxonomy] transaction in
                var counts = IntakeCounts()
                var changes = AlertPolicy.Changes()
                try Self.keep(
                    submission, in: transaction, taxonomy: taxonomy, at: now, counts: &counts,
                    changes: &changes)
                counts.changed = changes.days
                return counts
            }
        }
        return try await store.write { [policy, taxonomy] transaction in
            var counts = IntakeCounts()
            var changes = AlertPolicy.Changes()
            try Self.keep(
                submission, in: transaction, taxonomy: taxonomy, at: now, counts: &counts, changes: &changes)
            counts.changed = changes.days
            try policy.report(changes, in: transaction, at: now)
            return counts
        } committed: { [watcher] _ in
            watcher.ledgerGrew()
        }
    }

    /// Reports what storing a batch would do, without storing it.
    package func tryOut(_ submission: Submission, at now: Date) async throws -> IntakeCounts {
        try await trial().take(submission, at: now)
    }

    /// Starts a dry run of consecutive batches.
    package func trial() throws -> ReadingDryRun {
        ReadingDryRun(rehearsal: try store.rehearsal(), taxonomy: taxonomy)
    }

    fileprivate static func keep(
        _ prepared: PreparedSubmission, in transaction: any AlertTransaction, taxonomy: Taxonomy,
        at now: Date, counts: inout IntakeCounts, changes: inout AlertPolicy.Changes
    ) throws {
        let submission = prepared.submission
        var doubts: [Suspicions] = []
        if !prepared.questionable.isEmpty {
            var judge = ReadingJudge(prepared, transaction: transaction, taxonomy: taxonomy)
            doubts = try judge.suspicions()
        }
        let judged = JudgedReadings(submission, doubts: doubts)
        let kept = try transaction.keep(judged, received: now, by: submission.submitter)
        counts.add(kept, of: judged)
        changes.note(kept, of: judged, in: prepared.order, at: now)
        for forecast in submission.forecasts
        where try transaction.keep(forecast, received: now) != .unchanged { changes.note(forecast) }
        for reading in submission.classes { counts.add(try transaction.keep(reading, received: now)) }
        for note in submission.notes { try transaction.keep(note, received: now) }
    }

    /// Applies decisions about stored values, and alerts those concerned by values that count from now on.
    ///
    /// - Returns: For each decision, whether the value's quality changed; `nil` where there is no such value.
    package func decide(
        _ decisions: [ReadingDecision], at station: Station.ID, by submitter: Submitter, now: Date
    ) async throws -> (outcomes: [Bool?], changed: [Allergen.ID: Set<CivilDate>]) {
        try await store.write { [policy] transaction in
            var changes = AlertPolicy.Changes()
            let outcomes = try decisions.map { decision -> Bool? in
                let outcome = try transaction.decide(
                    decision.isConfirmed ? .confirmed : .dismissed, about: decision.allergen, at: station,
                    in: decision.period, by: submitter, now: now)
                guard let outcome else { return nil }
                if outcome.isChanged { changes.note([outcome.day], of: decision.allergen, at: station) }
                return outcome.isChanged
            }
            try policy.report(changes, in: transaction, at: now)
            return (outcomes, changes.days)
        } committed: { [watcher] _ in
            watcher.ledgerGrew()
        }
    }
}

/// Reports what storing consecutive batches would do, without storing them.
package struct ReadingDryRun: Sendable {
    fileprivate let rehearsal: any AlertDryRun
    fileprivate let taxonomy: Taxonomy

    /// What would happen to a batch if the previous ones had been stored.
    package func take(_ submission: Submission, at now: Date) async throws -> IntakeCounts {
        try await rehearsal.run(submission) { [taxonomy] transaction in
            var counts = IntakeCounts()
            var changes = AlertPolicy.Changes()
            try ReadingService.keep(
                PreparedSubmission(submission, at: now), in: transaction, taxonomy: taxonomy, at: now,
                counts: &counts, changes: &changes)
            return counts
        }
    }
}

/// An operator's decision about a stored value.
package struct ReadingDecision: Hashable, Sendable {
    package let allergen: Allergen.ID
    package let period: Reading.Period
    /// Whether the operator confirms the value; otherwise it is dismissed.
    package let isConfirmed: Bool

    package init(allergen: Allergen.ID, period: Reading.Period, isConfirmed: Bool) {
        self.allergen = allergen
        self.period = period
        self.isConfirmed = isConfirmed
    }
}

/// A reading of a batch that was stored as suspect.
package struct SuspectReading: Hashable, Sendable {
    /// The reading's index in the batch, from 0.
    package let index: Int
    package let suspicions: Suspicions
}

/// Is notified of new lines in the ledger.
package protocol LedgerObserver: Sendable {
    /// Notes that the ledger may have grown.
    ///
    /// Called after each commit while the store waits, so it must return at once.
    func ledgerGrew()
}

/// The result of storing a batch.
package struct IntakeCounts: Hashable, Sendable {
    package var accepted = 0
    package var replaced = 0
    package var unchanged = 0
    /// The accepted and replaced readings that are suspect.
    package var suspects: [SuspectReading] = []
    /// The days of each allergen whose map may have changed.
    package var changed: [Allergen.ID: Set<CivilDate>] = [:]

    package init() {}

    /// Counts the results of readings.
    mutating func add(_ kept: [KeptReading], of judged: JudgedReadings) {
        for (index, kept) in kept.enumerated() {
            add(kept.keeping)
            guard kept.keeping != .unchanged, case .suspect(let found) = judged.quality(of: index)
            else { continue }
            suspects.append(SuspectReading(index: index, suspicions: found))
        }
    }

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

extension AlertPolicy.Changes {
    /// Notes the days whose map may have changed, series by series.
    mutating func note(
        _ kept: [KeptReading], of judged: JudgedReadings, in order: SeriesOrder, at now: Date
    ) {
        let recent = CivilDate(at: now, in: .gmt).adding(days: -AlertPolicy.past)
        for series in order.series {
            var days: [CivilDate] = []
            for entry in order.entries[series.range] {
                let (keeping, day) = (kept[entry.index].keeping, kept[entry.index].day)
                // The former value may be on a map, and somebody may have been alerted to it.
                guard keeping == .replaced || keeping == .accepted && judged.quality(of: entry.index).counts,
                    days.last != day
                else { continue }
                days.append(day)
            }
            guard !days.isEmpty else { continue }
            let news = days.filter { $0 >= recent }
            if !news.isEmpty { note(Set(news), of: series.allergen, at: series.station) }
            note(past: days, of: series.allergen)
        }
    }
}

extension AlertPolicy {
    /// Days before today, in UTC, after which a reading notifies nobody, wherever its station is.
    ///
    /// One more than ``report(_:in:at:)`` looks back.
    static let past = 3
}
