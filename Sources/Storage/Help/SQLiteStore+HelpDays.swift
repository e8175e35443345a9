package import Allergens
import Foundation
import GRDB
package import Help
package import People

extension SQLiteStore {
    /// A part of each day on which it is noted, oldest first.
    package func helpDays<Part: HelpDayPart>(
        _ type: Part.Type, of account: Account.ID, _ days: ClosedRange<CivilDate>
    ) async throws -> [(day: CivilDate, part: Part)] {
        try await pool.read { [cipher] database in
            try SQLRequest<Row>(
                literal: """
                    SELECT day, sealed FROM helpDay
                    WHERE account = \(account.rawValue)
                        AND day BETWEEN \(days.lowerBound.daysSinceEpoch) AND \(days.upperBound.daysSinceEpoch)
                    ORDER BY day
                    """, cached: true
            ).fetchAll(database).compactMap { row in
                try HelpDayRow.seal.opened(
                    row["sealed"], at: HelpDayRow.row(account.rawValue, row["day"]), cipher
                ).part(type).map { (CivilDate(daysSinceEpoch: row["day"]), $0) }
            }
        }
    }

    /// Changes a part of a day; when this returns, it is durable.
    ///
    /// `change` makes the new part of the present one; `nil` and an empty part delete it. If it throws, nothing
    /// has changed.
    package func change<Part: HelpDayPart>(
        _ type: Part.Type, of account: Account.ID, on day: CivilDate,
        _ change: @escaping @Sendable (Part?) throws -> Part?
    ) async throws -> Part? {
        try await sharedCommit.write(to: pool) { [cipher] database in
            var days = HelpDays(of: account.rawValue, cipher)
            var row = try days.day(day, in: database)
            try row.set(try change(try row.part(type)))
            try Self.keep(row, on: day, of: account.rawValue, cipher, in: database)
            return try row.part(type)
        }
    }
}
