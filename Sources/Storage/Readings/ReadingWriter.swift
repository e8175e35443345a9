import Alerts
import Allergens
import Foundation
import GRDB
import Observations

/// Writes the readings of one batch.
///
/// New readings are inserted in the order of their keys, so that each page of the store is visited once,
/// whatever the order of the batch. Readings that contradict a stored value are settled afterwards, in the
/// order of the batch.
struct ReadingWriter {
    private let transaction: SQLiteTransaction
    private let submission: Submission
    private let received: Date
    private var places: [ReadingPlace] = []
    private var outcomes: [KeptReading] = []
    /// The readings that contradict stored values.
    private var corrections: [Int] = []
    /// The days whose hours changed, each once, and whether some of their hours may have stopped counting.
    private var days: [(place: ReadingPlace, mayLose: Bool)] = []
    /// New days that wait to be inserted together.
    private var together: [Int] = []

    init(
        _ submission: Submission, in transaction: SQLiteTransaction, received: Date
    ) {
        self.submission = submission
        self.transaction = transaction
        self.received = received
    }

    /// Writes all readings.
    ///
    /// If it throws, the transaction is unusable.
    mutating func keep() throws -> [KeptReading] {
        try findPlaces()
        try insert(in: order())
        for index in corrections.sorted() {
            let counted = try transaction.find(at: places[index])?.value.quality.counts ?? false
            let keeping = try transaction.supersede(
                submission.readings[index], submission.quality(of: index), at: places[index],
                received: received,
                by: submission.submitter)
            settleLater(index, keeping, mayLose: counted && !submission.quality(of: index).counts)
        }
        for (place, mayLose) in days { try transaction.settle(place, mayLose: mayLose) }
        return outcomes
    }

    private mutating func findPlaces() throws {
        places.reserveCapacity(submission.readings.count)
        outcomes.reserveCapacity(submission.readings.count)
        var finder = PlaceFinder(transaction)
        for reading in submission.readings {
            let place = try finder.place(of: reading.allergen, at: reading.station, in: reading.period)
            places.append(place)
            outcomes.append(KeptReading(keeping: .unchanged, day: place.day))
        }
    }

    private func order() -> [Slot] {
        let slots = places.indices.map { Slot(places[$0], index: $0) }
        return zip(slots, slots.dropFirst()).contains { $1 < $0 } ? slots.sorted() : slots
    }

    private mutating func insert(in order: [Slot]) throws {
        let vacant = try VacantDays(places, in: transaction)
        var statements: (table: ReadingTable, ReadingStatements)?
        var last: ReadingPlace?
        for slot in order {
            let place = places[slot.index]
            if statements?.table != place.table {
                statements = (place.table, try ReadingStatements(place.table, in: transaction))
            }
            guard let (_, statements) = statements else { continue }
            // A second value for the same place contradicts the first, whatever was stored before.
            if last == place {
                corrections.append(slot.index)
            } else if vacant.holds(place) {
                together.append(slot.index)
                if together.count == DayInsertion.rowCount { try insertTogether() }
            } else {
                try insert(slot.index, by: statements)
            }
            last = place
        }
        guard !together.isEmpty else { return }
        let single = try ReadingStatements(.days, in: transaction)
        for index in together { try insert(index, by: single) }
    }

    /// Inserts a reading, or notes that it contradicts a stored value.
    private mutating func insert(_ index: Int, by statements: ReadingStatements) throws {
        let (place, reading, quality) = (
            places[index], submission.readings[index], submission.quality(of: index)
        )
        if try statements.insert(reading, quality, at: place, received: received.stored, in: transaction) {
            settleLater(index, .accepted)
        } else if try statements.find(at: place)?.isContradicted(by: reading, quality) != false {
            corrections.append(index)
        }
    }

    /// Inserts as many new days as one statement takes.
    private mutating func insertTogether() throws {
        let insertion = try DayInsertion(in: transaction)
        for (row, index) in together.enumerated() {
            insertion.set(
                row, to: submission.readings[index], submission.quality(of: index), at: places[index],
                received: received.stored)
            outcomes[index].keeping = .accepted
        }
        try insertion.perform()
        together.removeAll(keepingCapacity: true)
    }

    /// Notes the outcome of a reading, and that the mean of its day may change.
    private mutating func settleLater(_ index: Int, _ keeping: Keeping, mayLose: Bool = false) {
        outcomes[index].keeping = keeping
        let place = places[index]
        guard place.ending != nil,
            keeping == .replaced || keeping == .accepted && submission.quality(of: index).counts
        else { return }
        if let last = days.indices.last, days[last].place == place.wholeDay {
            days[last].mayLose = days[last].mayLose || mayLose
        } else {
            days.append((place.wholeDay, mayLose))
        }
    }
}

/// A place in the order of its table, and the reading of the batch that belongs there.
private struct Slot: Comparable {
    private let high: UInt64
    private let low: UInt64

    /// Orders days as their table does, by allergen, day and station; hours by station, allergen, day and
    /// end.
    init(_ place: ReadingPlace, index: Int) {
        let day = UInt64(place.day.daysSinceEpoch + Self.daysBefore1970)
        let (code, station) = (UInt64(place.code), UInt64(place.station))
        let order = place.table == .days ? code << 55 | day << 35 | station : station << 27 | code << 20 | day
        high = place.table.rawValue << 62 | order
        let ending = place.ending.map { UInt64($0 + Int64(Self.daysBefore1970) * 86_400) } ?? 0
        low = ending << 28 | UInt64(index)
    }

    var index: Int { Int(low & (1 << 28 - 1)) }

    /// More days than lie between the first day that is accepted and 1970.
    private static let daysBefore1970 = 40_000

    static func < (left: Slot, right: Slot) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }
}

/// Finds the places of readings, and looks up only once what stays the same from one reading to the next.
struct PlaceFinder {
    private let transaction: any RowTransaction
    private var station: (id: Station.ID, number: Int64, timeZone: TimeZone)?
    private var allergen: (id: Allergen.ID, code: Int)?

    init(_ transaction: any RowTransaction) { self.transaction = transaction }

    mutating func place(
        of allergen: Allergen.ID, at station: Station.ID, in period: Reading.Period
    ) throws -> ReadingPlace {
        let (_, number, timeZone) = try known(station)
        let code = try code(of: allergen)
        guard let end = period.end else {
            guard case .day(let day) = period else { preconditionFailure("a period without end is a day") }
            return ReadingPlace(table: .days, station: number, code: code, day: day, ending: nil)
        }
        // A period that ends at midnight belongs to the day before.
        let day = CivilDate(at: end.addingTimeInterval(-1), in: timeZone)
        return ReadingPlace(
            table: period.hours == 1 ? .hours : .threeHours, station: number, code: code, day: day,
            ending: end.stored)
    }

    private mutating func known(
        _ id: Station.ID
    ) throws -> (id: Station.ID, number: Int64, timeZone: TimeZone) {
        if let station, station.id == id { return station }
        let (number, timeZone) = try transaction.numbered(id)
        let found = (id, number, timeZone)
        station = found
        return found
    }

    private mutating func code(of id: Allergen.ID) throws -> Int {
        if let allergen, allergen.id == id { return allergen.code }
        let code = try transaction.code(of: id)
        allergen = (id, code)
        return code
    }
}
