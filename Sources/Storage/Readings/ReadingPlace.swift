import Allergens
import Foundation
import GRDB
import Observations

/// A table of readings.
enum ReadingTable: UInt64 {
    case days, hours, threeHours
}

/// The place of a reading in the store.
struct ReadingPlace: Hashable {
    let table: ReadingTable
    let station: Int64
    let code: Int
    let day: CivilDate
    /// The end of an hour or three, in seconds since 1970; `nil` for a day.
    let ending: Int64?

    /// The day that contains this hour, or the day itself.
    var wholeDay: ReadingPlace {
        ReadingPlace(table: .days, station: station, code: code, day: day, ending: nil)
    }
}

/// The statements that work on one row of a table of readings.
///
/// The parameters of the key are 1 allergen, 2 day, 3 station and 4 the end, which days do not have.
struct ReadingStatements {
    private let table: ReadingTable
    private let insertion: Statement
    private let search: Statement

    init(_ table: ReadingTable, in transaction: SQLiteTransaction) throws {
        self.table = table
        let sql = ReadingSQL.of(table)
        insertion = try transaction.database.cachedStatement(sql: sql.insertion)
        search = try transaction.database.cachedStatement(sql: sql.search)
    }

    /// Inserts a reading unless its row exists.
    ///
    /// - Returns: Whether it was inserted.
    func insert(
        _ reading: Reading, _ quality: ReadingQuality, at place: ReadingPlace, received: Int64,
        in transaction: SQLiteTransaction
    ) throws -> Bool {
        bind(place, to: insertion)
        reading.bind(quality, received: received, to: insertion)
        try insertion.perform()
        return transaction.database.changesCount == 1
    }

    /// The stored value, and whether it is the mean of hours.
    func find(at place: ReadingPlace) throws -> StandingValue? {
        bind(place, to: search)
        return try search.firstRow { row in
            let value = KeptValue(
                value: row.double(0), detectionLimit: row.isNull(1) ? nil : row.double(1),
                quality: ReadingQuality(stored: Int(row.integer(2)), suspicions: Int(row.integer(3))))
            return StandingValue(value: value, isMean: !row.isNull(4))
        }
    }

    private func bind(_ place: ReadingPlace, to statement: Statement) {
        place.bind(to: statement)
        if let ending = place.ending { statement.bind(ending, at: 4) }
    }
}

/// Inserts many days at a time, where none of them exists yet.
struct DayInsertion {
    /// The rows of one statement.
    ///
    /// More rows gain nothing.
    static let rowCount = 50

    private static let columnCount = 9
    private let statement: Statement

    init(in transaction: SQLiteTransaction) throws {
        statement = try transaction.database.cachedStatement(sql: Self.sql)
    }

    /// Sets a row of the statement, counted from 0.
    func set(
        _ row: Int, to reading: Reading, _ quality: ReadingQuality, at place: ReadingPlace, received: Int64
    ) {
        place.bind(to: statement, after: row * Self.columnCount)
        reading.bind(quality, received: received, to: statement, after: row * Self.columnCount)
    }

    /// Inserts all rows.
    ///
    /// - Throws: `DatabaseError` when one of them exists. The transaction is then unusable.
    func perform() throws { try statement.perform() }

    /// The statement that inserts the rows.
    ///
    /// "When an applicable constraint violation occurs, the FAIL resolution algorithm […] does not back out
    /// prior changes of the SQL statement that failed". So SQLite need not save the pages for the statement;
    /// the transaction does that. https://sqlite.org/lang_conflict.html
    private static let sql = """
        INSERT OR FAIL INTO reading (
            allergen, day, station, hours, value, received, detectionLimit, quality, suspicions)
        VALUES \((0..<rowCount).map(row).joined(separator: ", "))
        """

    private static func row(_ number: Int) -> String {
        "(" + (1...columnCount).map { "?\(number * columnCount + $0)" }.joined(separator: ", ") + ")"
    }
}

extension ReadingPlace {
    /// Sets the first three columns of a row: the key without the end of an hour.
    fileprivate func bind(to statement: Statement, after offset: Int = 0) {
        statement.bind(Int64(code), at: offset + 1)
        statement.bind(Int64(day.daysSinceEpoch), at: offset + 2)
        statement.bind(station, at: offset + 3)
    }
}

extension Reading {
    /// Sets the columns that are not part of the key.
    ///
    /// The fourth is the number of hours of a day.
    fileprivate func bind(
        _ quality: ReadingQuality, received: Int64, to statement: Statement, after offset: Int = 0
    ) {
        if case .day = period {
            if let hours = meanOf {
                statement.bind(Int64(hours), at: offset + 4)
            } else {
                statement.bindNull(at: offset + 4)
            }
        }
        statement.bind(value, at: offset + 5)
        statement.bind(received, at: offset + 6)
        if let limit = detectionLimit {
            statement.bind(limit, at: offset + 7)
        } else {
            statement.bindNull(at: offset + 7)
        }
        statement.bind(Int64(quality.stored), at: offset + 8)
        statement.bind(Int64(quality.suspicions.rawValue), at: offset + 9)
    }
}

/// The SQL of a table of readings.
struct ReadingSQL {
    let insertion: String
    let search: String

    static func of(_ table: ReadingTable) -> ReadingSQL {
        switch table {
        case .days: days
        case .hours: hours
        case .threeHours: threeHours
        }
    }

    private static let days = ReadingSQL("reading", isDay: true)
    private static let hours = ReadingSQL("hourlyReading", isDay: false)
    private static let threeHours = ReadingSQL("threeHourReading", isDay: false)

    private init(_ table: String, isDay: Bool) {
        let condition =
            "allergen = ?1 AND day = ?2 AND station = ?3" + (isDay ? "" : " AND ending = ?4")
        insertion = """
            INSERT INTO \(table) (
                allergen, day, station, \(isDay ? "hours" : "ending"),
                value, received, detectionLimit, quality, suspicions)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            ON CONFLICT DO NOTHING
            """
        search = """
            SELECT value, detectionLimit, quality, suspicions, \(isDay ? "hours" : "NULL") AS hours
            FROM \(table) WHERE \(condition)
            """
    }
}

extension RowTransaction {
    /// The stored value, and whether it is the mean of hours.
    func find(at place: ReadingPlace) throws -> StandingValue? {
        let hours: Query =
            place.table == .days ? "hours" : "CAST(NULL AS \(sqlite: "INTEGER", postgreSQL: "bigint"))"
        return try runner.row(
            """
            SELECT value, detectionLimit, quality, suspicions, \(hours) AS hours
            FROM \(sql: place.table.name) WHERE \(place.isThere)
            """
        ).map { StandingValue(value: try KeptValue(row: $0), isMean: try $0["hours"] as Int? != nil) }
    }

    /// Replaces the stored value.
    ///
    /// `meanOf` is the number of hours if the value is their mean.
    func update(
        _ value: KeptValue, at place: ReadingPlace, received: Date, meanOf: Int? = nil
    ) throws {
        // A value that a station reports for a day itself is not a mean.
        let hours: Query = place.table == .days ? "hours = \(meanOf)," : ""
        try runner.run(
            """
            UPDATE \(sql: place.table.name) SET \(hours) value = \(value.value), received = \(received.stored),
                detectionLimit = \(value.detectionLimit), quality = \(value.quality.stored),
                suspicions = \(value.quality.suspicions.rawValue)
            WHERE \(place.isThere)
            """)
    }

    func mark(_ quality: ReadingQuality, at place: ReadingPlace, received: Date) throws {
        try runner.run(
            """
            UPDATE \(sql: place.table.name) SET received = \(received.stored), quality = \(quality.stored),
                suspicions = \(quality.suspicions.rawValue)
            WHERE \(place.isThere)
            """)
    }
}

extension ReadingTable {
    /// Its name in the database.
    var name: String {
        switch self {
        case .days: "reading"
        case .hours: "hourlyReading"
        case .threeHours: "threeHourReading"
        }
    }
}

extension ReadingPlace {
    /// The condition that a row is at this place.
    fileprivate var isThere: Query {
        let end: Query = ending.map { "AND ending = \($0)" } ?? ""
        return "allergen = \(code) AND day = \(day.daysSinceEpoch) AND station = \(station) \(end)"
    }
}

extension KeptValue {
    init(row: Row) {
        self.init(
            value: row["value"], detectionLimit: row["detectionLimit"],
            quality: ReadingQuality(stored: row["quality"], suspicions: row["suspicions"]))
    }

    init(row: QueryRow) throws {
        self.init(
            value: try row["value"], detectionLimit: try row["detectionLimit"],
            quality: ReadingQuality(stored: try row["quality"], suspicions: try row["suspicions"]))
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
