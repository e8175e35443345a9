import Alerts
import Allergens
import Foundation
import Observations

extension PostgreSQLTransaction {
    func keep(readingsOf submission: Submission, received: Date) throws -> [KeptReading] {
        var writer = ReadingRows(submission, in: self, received: received)
        let kept = try writer.keep()
        note(kept, of: submission)
        return kept
    }
}

/// Writes the readings of one batch, row by row.
///
/// What contradicts a stored value is settled afterwards, in the order of the batch, and then the means of days.
private struct ReadingRows {
    private let transaction: PostgreSQLTransaction
    private let submission: Submission
    private let received: Date
    private var outcomes: [KeptReading] = []
    private var places: [ReadingPlace] = []
    private var corrections: [Int] = []
    /// The days whose hours changed, each once, and whether some of their hours may have stopped counting.
    private var days: [(place: ReadingPlace, mayLose: Bool)] = []
    /// Where the days are.
    private var indices: [ReadingPlace: Int] = [:]

    init(_ submission: Submission, in transaction: PostgreSQLTransaction, received: Date) {
        (self.submission, self.transaction, self.received) = (submission, transaction, received)
    }

    mutating func keep() throws -> [KeptReading] {
        var finder = PlaceFinder(transaction)
        for reading in submission.readings {
            let place = try finder.place(of: reading.allergen, at: reading.station, in: reading.period)
            places.append(place)
            outcomes.append(KeptReading(keeping: .unchanged, day: place.day))
        }
        for index in places.indices { try insert(index) }
        for index in corrections {
            let quality = submission.quality(of: index)
            let counted = try transaction.find(at: places[index])?.value.quality.counts ?? false
            let keeping = try transaction.supersede(
                submission.readings[index], quality, at: places[index], received: received,
                by: submission.submitter)
            settleLater(index, keeping, mayLose: counted && !quality.counts)
        }
        for (place, mayLose) in days { try transaction.settle(place, mayLose: mayLose) }
        return outcomes
    }

    private mutating func insert(_ index: Int) throws {
        let (place, reading, quality) = (
            places[index], submission.readings[index], submission.quality(of: index)
        )
        let fourth: Query = place.table == .days ? "hours" : "ending"
        let count = try transaction.runner.run(
            """
            INSERT INTO \(sql: place.table.name) (
                allergen, day, station, \(fourth), value, received, detectionLimit, quality, suspicions)
            VALUES (
                \(place.code), \(place.day.daysSinceEpoch), \(place.station),
                \(place.ending ?? reading.meanOf.map(Int64.init)), \(reading.value), \(received.stored),
                \(reading.detectionLimit), \(quality.stored), \(quality.suspicions.rawValue))
            ON CONFLICT DO NOTHING
            """)
        if count == 1 {
            settleLater(index, .accepted)
        } else if try transaction.find(at: place)?.isContradicted(by: reading, quality) != false {
            corrections.append(index)
        }
    }

    /// Notes the outcome of a reading, and that the mean of its day may change.
    private mutating func settleLater(_ index: Int, _ keeping: Keeping, mayLose: Bool = false) {
        outcomes[index].keeping = keeping
        let place = places[index]
        guard place.ending != nil,
            keeping == .replaced || keeping == .accepted && submission.quality(of: index).counts
        else { return }
        if let known = indices[place.wholeDay] {
            days[known].mayLose = days[known].mayLose || mayLose
        } else {
            indices[place.wholeDay] = days.count
            days.append((place.wholeDay, mayLose))
        }
    }
}
