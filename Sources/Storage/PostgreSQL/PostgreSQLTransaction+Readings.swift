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

/// Writes the readings of one batch.
///
/// What contradicts a stored value is settled afterwards, in the order of the batch, and then the means of days.
private struct ReadingRows {
    /// The readings of one statement; more gain nothing.
    private static let insertedAtOnce = 1_000

    private let transaction: PostgreSQLTransaction
    private let submission: Submission
    private let received: Date
    private var outcomes: [KeptReading] = []
    private var places: [ReadingPlace] = []
    private var corrections: [Int] = []
    /// The places of ``corrections``: what follows there is compared with them, and not with what was stored before.
    private var contested: Set<ReadingPlace> = []
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
        try insert()
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

    /// Inserts readings that are not there yet, many with each statement, and finds those that contradict others.
    private mutating func insert() throws {
        for table in [ReadingTable.days, .hours, .threeHours] {
            let indices = places.indices.filter { places[$0].table == table }
            for start in stride(from: 0, to: indices.count, by: Self.insertedAtOnce) {
                let some = indices[start..<min(start + Self.insertedAtOnce, indices.count)]
                try insert(some, in: table)
            }
        }
        corrections.sort()
    }

    private mutating func insert(_ indices: ArraySlice<Int>, in table: ReadingTable) throws {
        var new = try added(indices, in: table)
        for index in indices {
            // Of several readings with one place the first is added.
            if new.remove(places[index]) != nil {
                settleLater(index, .accepted)
            } else if try contested.contains(places[index]) || isContradicted(index) {
                corrections.append(index)
                contested.insert(places[index])
            }
        }
    }

    private func isContradicted(_ index: Int) throws -> Bool {
        let standing = try transaction.find(at: places[index])
        return standing?.isContradicted(
            by: submission.readings[index], submission.quality(of: index)) != false
    }

    /// Inserts readings that are not there yet.
    ///
    /// - Returns: The places of those that were inserted.
    private func added(_ indices: ArraySlice<Int>, in table: ReadingTable) throws -> Set<ReadingPlace> {
        let lines = indices.map { index in
            ReadingLine(submission.readings[index], submission.quality(of: index), at: places[index])
        }
        let json = String(decoding: try JSONEncoder().encode(lines), as: UTF8.self)
        let fourth = table == .days ? "hours" : "ending"
        let rows = try transaction.runner.rows(
            """
            INSERT INTO \(sql: table.name) (
                allergen, day, station, \(sql: fourth), value, received, detectionLimit, quality, suspicions)
            SELECT line.allergen, line.day, line.station, line.fourth, line.value, \(received.stored), line.bound,
                line.quality, line.suspicions
            FROM json_to_recordset(CAST(\(json) AS json)) AS line (
                allergen bigint, day bigint, station bigint, fourth bigint, value double precision,
                bound double precision, quality bigint, suspicions bigint)
            ON CONFLICT DO NOTHING
            RETURNING allergen, day, station, \(sql: fourth) AS fourth
            """)
        return Set(
            try rows.map { row in
                ReadingPlace(
                    table: table, station: try row["station"], code: try row["allergen"],
                    day: CivilDate(daysSinceEpoch: try row["day"]),
                    ending: table == .days ? nil : try row["fourth"])
            })
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

/// A reading before it is inserted, as JSON.
private struct ReadingLine: Encodable {
    let allergen: Int
    let day: Int
    let station: Int64
    /// When it ended, or how many hours a day is the mean of.
    let fourth: Int64?
    let value: Double
    let bound: Double?
    let quality: Int
    let suspicions: Int

    init(_ reading: Reading, _ quality: ReadingQuality, at place: ReadingPlace) {
        (allergen, day, station) = (place.code, place.day.daysSinceEpoch, place.station)
        fourth = place.ending ?? reading.meanOf.map(Int64.init)
        (value, bound) = (reading.value, reading.detectionLimit)
        (self.quality, suspicions) = (quality.stored, quality.suspicions.rawValue)
    }
}
