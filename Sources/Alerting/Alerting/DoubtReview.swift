import Alerts
import Allergens
import Foundation
import Observations

/// Lifts stored doubts about steep rises that newly stored readings explain: the next day's at the same
/// station, or a neighbour's.
struct DoubtReview {
    let submission: Submission
    let plan: SubmissionPlan
    let kept: [KeptReading]
    let transaction: any ReadingTransaction
    let taxonomy: Taxonomy

    /// The doubts that a day explains.
    private struct Witness {
        let allergen: Allergen
        let station: Station.ID
        let day: CivilDate
        let value: Double
        /// Whether it is news to the neighbours, whose operators have decided about older days.
        let isRecent: Bool

        func explains(_ suspect: SuspectDay) -> Bool {
            let rules = Plausibility(of: allergen)
            guard rules.explains(value, suspect.value) else { return false }
            // The next day does not tell the season, and no day tells of a stuck sensor.
            return suspect.station == station
                ? suspect.suspicions == .jump && suspect.day == day.adding(days: -1)
                : suspect.suspicions.isSubset(of: [.jump, .outOfSeason])
        }
    }

    /// Lifts the doubts, as if somebody had decided.
    ///
    /// - Returns: The days that count from now on.
    func lift(at now: Date) throws -> [(suspect: SuspectDay, allergen: Allergen.ID)] {
        var lifted: [(SuspectDay, Allergen.ID)] = []
        for series in plan.order.series where series.hours == 24 {
            guard let allergen = taxonomy[series.allergen], allergen.category == .pollen,
                let station = try transaction.station(series.station), !station.isSimulated
            else { continue }
            let witnesses = witnesses(in: series, of: allergen, at: now)
            let neighbours =
                witnesses.contains(where: \.isRecent) ? try transaction.neighbours(of: station) : []
            for witness in witnesses {
                let suspects = try transaction.suspectDays(
                    of: allergen.id, at: [station.id] + (witness.isRecent ? neighbours : []),
                    in: witness.day.adding(days: -1)...witness.day.adding(days: 1))
                for suspect in suspects where witness.explains(suspect) {
                    let outcome = try transaction.decide(
                        .valid, about: allergen.id, at: suspect.station, in: .day(suspect.day),
                        by: submission.submitter, now: now)
                    if outcome?.isChanged == true { lifted.append((suspect, allergen.id)) }
                }
            }
        }
        return lifted
    }

    /// The new days of a series that count, except older ones that follow another day of the batch: those
    /// were judged together.
    private func witnesses(in series: SeriesOrder.Series, of allergen: Allergen, at now: Date) -> [Witness] {
        let entries = plan.order.entries
        let recent = CivilDate(at: now, in: .gmt).adding(days: -AlertPolicy.past)
        return series.range.compactMap { place in
            let (index, time) = (entries[place].index, entries[place].time)
            let (reading, day) = (submission.readings[index], CivilDate(daysSinceEpoch: time))
            let isFollowing = place > series.range.lowerBound && entries[place - 1].time == time - 1
            guard reading.value >= Plausibility.floor, reading.detectionLimit == nil,
                kept[index].keeping != .unchanged, submission.quality(of: index).counts,
                !isFollowing || day >= recent
            else { return nil }
            return Witness(
                allergen: allergen, station: series.station, day: day, value: reading.value,
                isRecent: day >= recent)
        }
    }
}
