import Alerts
import Allergens
import Foundation
import Geography
import PostgreSQL
import Sealing

/// A fence that a match judges, with what it has sealed.
struct CandidateFence {
    /// What is read of it.
    let row: FenceClues
    private let opened: OpenedFence
    private let watches: WatchMasks

    var number: Int64 { row.number }
    var account: Int64 { row.account }
    var acceptsUnsure: Bool { row.acceptsUnsure }

    init(_ row: FenceClues, _ opened: OpenedFence, _ watches: WatchMasks) {
        (self.row, self.opened, self.watches) = (row, opened, watches)
    }

    /// Puts a question to what is sealed.
    func ask<Value>(_ question: (OpenedFence, WatchMasks) -> Value) -> Value { question(opened, watches) }

    /// Whether an alert does not disturb now.
    func isQuiet(for alert: Alert, at now: Date) -> Bool { row.quiet?.isQuiet(for: alert, at: now) ?? false }
}

/// What the database itself tells of a fence.
///
/// There are tens of thousands in a city: they are read as the server sends them, column by column.
struct FenceClues {
    /// Where it is read.
    enum Source {
        /// The rows of `fence`.
        case fence
        /// What `fenceBox` has of them. A fence with two boxes is there twice.
        case box

        var table: Query { self == .box ? "fenceBox" : "fence" }
    }

    /// The columns of ``init(_:)``.
    static func columns(in source: Source) -> Query {
        let home = source.table
        return """
            \(number(in: source)), \(home).account, \(proof(in: source)), \(home).fieldMaximum, \(home).unsure,
            \(home).quietFrom, \(home).quietUntil, \(home).quietException,
            CASE WHEN \(home).quietFrom IS NOT NULL THEN \(home).timeZone END
            """
    }

    /// Finds the columns where a condition is met.
    static func query(in source: Source, where condition: Query) -> Query {
        "SELECT \(columns(in: source)) FROM \(source.table) WHERE \(condition)"
    }

    /// How many columns there are.
    static let columnCount = 9

    static func number(in source: Source) -> Query { source == .box ? "fenceBox.id / 2" : "fence.number" }

    private static func proof(in source: Source) -> Query {
        let start = FieldSealer.nonceStart + 1
        return source == .box ? "fenceBox.proof" : "substring(fence.sealed FROM \(sql: "\(start)") FOR 8)"
    }

    let number: Int64
    let account: Int64
    /// The first half of the nonce under which the rest is sealed.
    let proof: UInt64
    let acceptsUnsure: Bool
    /// Whether it is asked for the highest value of the map.
    let isField: Bool
    let quiet: QuietClock?

    /// Reads a row that begins with ``columns(in:)``.
    init(_ row: PostgreSQLRow) throws(PostgreSQLError) {
        (number, account) = (try row.number(0), try row.number(1))
        proof = try row.eightBytes(2)
        (isField, acceptsUnsure) = (try row.number(3) != 0, try row.number(4) != 0)
        quiet = try QuietClock(row)
    }
}

/// The quiet hours of a fence by the clocks there.
struct QuietClock {
    private let hours: QuietHours
    private let exception: Int
    private let timeZone: TimeZone

    /// Reads a row that begins with ``FenceClues/columns(in:)``; `nil` for a fence without quiet hours.
    init?(_ row: PostgreSQLRow) throws(PostgreSQLError) {
        guard let from = try row.number(ifAny: 5).map(Int.init) else { return nil }
        let (until, exception, zone) = (try row[6] as Int, try row[7] as Int?, try row[8] as String)
        guard let from = LocalTime(minutes: from), let until = LocalTime(minutes: until),
            let hours = QuietHours(from: from, until: until), let timeZone = TimeZone(identifier: zone)
        else { return nil }
        (self.hours, self.timeZone, self.exception) = (hours, timeZone, exception ?? 9)
    }

    func isQuiet(for alert: Alert, at now: Date) -> Bool {
        (alert.level?.rank ?? 0) < exception && hours.contains(LocalTime(at: now, in: timeZone))
    }
}
