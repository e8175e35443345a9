import Allergens
import Foundation
import GRDB

/// Where in the store a reading stands.
struct ReadingPlace {
    let table: ReadingTable
    let station: Int64
    let code: Int
    let day: CivilDate
    /// The end of an hour or three, in seconds since 1970; `nil` for a day.
    let ending: Int64?

    var key: StatementArguments {
        ending.map { [code, day.daysSinceEpoch, station, $0] } ?? [code, day.daysSinceEpoch, station]
    }
}

/// A table of readings, with the statements that work on one of its rows.
///
/// The key's parameters are 1 allergen, 2 day, 3 station and 4 the end, which days do not have.
struct ReadingTable {
    private let insertion: String
    private let search: String
    private let change: String
    private let decision: String

    static let days = ReadingTable("reading", hours: "hours", reset: "hours = NULL,", key: 3)
    static let hours = ReadingTable("hourlyReading", hours: "NULL", reset: "", key: 4)
    static let threeHours = ReadingTable("threeHourReading", hours: "NULL", reset: "", key: 4)

    private init(_ table: String, hours: String, reset: String, key count: Int) {
        let isDay = count == 3
        let condition =
            "allergen = ?1 AND day = ?2 AND station = ?3" + (isDay ? "" : " AND ending = ?4")
        let (first, second) = (count + 1, count + 2)
        insertion = """
            INSERT INTO \(table) (
                allergen, day, station, \(isDay ? "" : "ending,")
                value, received, detectionLimit, quality, suspicions)
            VALUES (\(isDay ? "" : "?, ")?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """
        search = """
            SELECT value, detectionLimit, quality, suspicions, \(hours) AS hours
            FROM \(table) WHERE \(condition)
            """
        change = """
            UPDATE \(table) SET \(reset) value = ?\(first), received = ?\(second), detectionLimit = ?\(count + 3),
                quality = ?\(count + 4), suspicions = ?\(count + 5)
            WHERE \(condition)
            """
        decision = """
            UPDATE \(table) SET quality = ?\(first), suspicions = ?\(second), received = ?\(count + 3)
            WHERE \(condition)
            """
    }

    /// Whether the reading was kept: where one is there already, nothing changes.
    func insert(
        _ reading: Reading, at place: ReadingPlace, received: Date, in transaction: ArchiveTransaction
    ) throws -> Bool {
        let statement = try transaction.database.cachedStatement(sql: insertion)
        statement.bind(Int64(place.code), at: 1)
        statement.bind(Int64(place.day.daysSinceEpoch), at: 2)
        statement.bind(place.station, at: 3)
        if let ending = place.ending { statement.bind(ending, at: 4) }
        let next = place.ending == nil ? 4 : 5
        statement.bind(reading.value, at: next)
        statement.bind(received.stored, at: next + 1)
        if let limit = reading.detectionLimit {
            statement.bind(limit, at: next + 2)
        } else {
            statement.bindNull(at: next + 2)
        }
        statement.bind(Int64(reading.quality.stored), at: next + 3)
        statement.bind(Int64(reading.quality.suspicions.rawValue), at: next + 4)
        try statement.perform()
        return transaction.database.changesCount == 1
    }

    /// What is kept, and whether it is the mean of hours.
    func find(
        at place: ReadingPlace, in transaction: ArchiveTransaction
    ) throws -> (value: KeptValue, isMean: Bool)? {
        let statement = try transaction.database.cachedStatement(sql: search)
        return try Row.fetchOne(statement, arguments: place.key).map { row in
            let hours: Int? = row["hours"]
            return (KeptValue(row: row), hours != nil)
        }
    }

    func update(
        _ value: KeptValue, at place: ReadingPlace, received: Date, in transaction: ArchiveTransaction
    ) throws {
        try transaction.run(
            change,
            place.key + [
                value.value, received.stored, value.detectionLimit, value.quality.stored,
                value.quality.suspicions.rawValue,
            ])
    }

    func mark(
        _ quality: ReadingQuality, at place: ReadingPlace, received: Date,
        in transaction: ArchiveTransaction
    ) throws {
        try transaction.run(
            decision, place.key + [quality.stored, quality.suspicions.rawValue, received.stored])
    }
}

extension KeptValue {
    init(row: Row) {
        self.init(
            value: row["value"], detectionLimit: row["detectionLimit"],
            quality: ReadingQuality(stored: row["quality"], suspicions: row["suspicions"]))
    }
}

extension ReadingQuality {
    /// The number in the column `quality`; values below 2 count.
    var stored: Int {
        switch self {
        case .valid: 0
        case .confirmed: 1
        case .suspect: 2
        case .dismissed: 3
        }
    }

    init(stored number: Int, suspicions: Int) {
        switch number {
        case 1: self = .confirmed
        case 2: self = .suspect(Suspicions(rawValue: suspicions))
        case 3: self = .dismissed
        default: self = .valid
        }
    }
}
