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
    private let policy: AlertPolicy
    private let taxonomy: Taxonomy

    package init(store: any AlertStore, policy: AlertPolicy, taxonomy: Taxonomy = .standard) {
        self.store = store
        self.policy = policy
        self.taxonomy = taxonomy
    }

    /// Stores the entries of stations in a submission; when this returns, all of it is durable.
    ///
    /// Readings of today and yesterday, by the station's calendar, raise alerts; older ones are history. An
    /// implausible reading is stored as suspect: no map shows it and nobody is alerted until its operator
    /// confirms it, or the next day or a neighbour explains it.
    ///
    /// - Parameters:
    ///   - submission: The entries.
    ///   - now: When they came.
    ///   - closing: What else the transaction does at its end, given what the store did.
    /// - Returns: What the store did, without what the parser found.
    /// - Throws: Why nothing was stored; an error of `closing` is such a reason.
    package func keep(
        _ submission: Submission, at now: Date, closing: Closing? = nil
    ) async throws -> IntakeTally {
        try await keep(submission, by: SubmissionPlan(of: submission, at: now), at: now, closing: closing)
    }

    package typealias Closing = @Sendable (IntakeTally, any ReadingTransaction) throws -> Void

    /// Stores a submission that was planned before; when this returns, all of it is durable.
    package func keep(
        _ submission: Submission, by plan: SubmissionPlan, at now: Date, closing: Closing? = nil
    ) async throws -> IntakeTally {
        if plan.isHistory {
            return try await store.load { [taxonomy] transaction in
                let tally = try Self.keep(
                    submission, by: plan, in: transaction, taxonomy: taxonomy, at: now
                ).tally
                try closing?(tally, transaction)
                return tally
            }
        }
        return try await store.write { [policy, taxonomy] transaction in
            let (tally, changes) = try Self.keep(
                submission, by: plan, in: transaction, taxonomy: taxonomy, at: now)
            try policy.report(changes, in: transaction, at: now)
            try closing?(tally, transaction)
            return tally
        }
    }

    /// Starts a dry run of consecutive submissions.
    package func dryRun() throws -> ReadingDryRun {
        ReadingDryRun(run: try store.dryRun(), taxonomy: taxonomy)
    }

    fileprivate static func keep(
        _ submission: Submission, by plan: SubmissionPlan, in transaction: any ReadingTransaction,
        taxonomy: Taxonomy, at now: Date
    ) throws -> (tally: IntakeTally, changes: AlertPolicy.Changes) {
        var (submission, tally, changes) = (submission, IntakeTally(), AlertPolicy.Changes())
        if !plan.questionable.isEmpty {
            let judge = ReadingJudge(
                submission.readings, by: plan, transaction: transaction, taxonomy: taxonomy)
            submission.doubts = try judge.suspicions()
        }
        let kept = try transaction.keep(readingsOf: submission, received: now)
        tally.count(kept, of: submission)
        let review = DoubtReview(
            submission: submission, plan: plan, kept: kept, transaction: transaction, taxonomy: taxonomy)
        let lifted = try review.lift(at: now)
        if !plan.isHistory {
            changes.note(kept, of: submission, in: plan.order, at: now)
            for (suspect, allergen) in lifted {
                changes.note([suspect.day], of: allergen, at: suspect.station)
            }
        }
        for forecast in submission.forecasts
        where try transaction.keep(forecast, received: now) != .unchanged { changes.note(forecast) }
        for reading in submission.stationClasses {
            tally.count(try transaction.keep(reading, received: now))
        }
        for note in submission.notes { try transaction.keep(note, received: now) }
        return (tally, changes)
    }

    /// Applies decisions about stored values, and alerts those concerned by values that count from now on.
    ///
    /// - Returns: For each decision, whether the value's quality changed; `nil` where there is no such value.
    package func decide(
        _ decisions: [ReadingDecision], at station: Station.ID, by submitter: Submitter, now: Date
    ) async throws -> [Bool?] {
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
            return outcomes
        }
    }
}

/// Reports what storing consecutive submissions would do, without storing them.
package struct ReadingDryRun: Sendable {
    fileprivate let run: any AlertDryRun
    fileprivate let taxonomy: Taxonomy

    /// What would happen to a submission if the previous ones had been stored.
    package func keep(_ submission: Submission, at now: Date) async throws -> IntakeTally {
        try await run.run(submission) { [taxonomy] transaction in
            try ReadingService.keep(
                submission, by: SubmissionPlan(of: submission, at: now), in: transaction,
                taxonomy: taxonomy, at: now
            ).tally
        }
    }
}

extension AlertPolicy.Changes {
    /// Notes the recent days whose value changed, series by series.
    fileprivate mutating func note(
        _ kept: [KeptReading], of submission: Submission, in order: SeriesOrder, at now: Date
    ) {
        let recent = CivilDate(at: now, in: .gmt).adding(days: -AlertPolicy.past)
        for series in order.series {
            var days: Set<CivilDate> = []
            for entry in order.entries[series.range] {
                let (keeping, day) = (kept[entry.index].keeping, kept[entry.index].day)
                // Somebody may have been alerted to the former value.
                guard day >= recent,
                    keeping == .replaced || keeping == .accepted && submission.quality(of: entry.index).counts
                else { continue }
                days.insert(day)
            }
            if !days.isEmpty { note(days, of: series.allergen, at: series.station) }
        }
    }
}

extension AlertPolicy {
    /// Days before today, in UTC, after which a reading notifies nobody, wherever its station is.
    ///
    /// One more than ``report(_:in:at:)`` looks back.
    static let past = 3
}
