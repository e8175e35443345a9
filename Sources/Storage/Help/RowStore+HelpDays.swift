package import Allergens
import Foundation
package import Help
package import People

extension RowStore {
    /// A part of each day on which it is noted, oldest first.
    package func helpDays<Part: HelpDayPart>(
        _ type: Part.Type, of account: Account.ID, _ days: ClosedRange<CivilDate>
    ) async throws -> [(day: CivilDate, part: Part)] {
        try await readRows { [keys] runner in
            try runner.rows(
                """
                SELECT day, sealed FROM helpDay
                WHERE account = \(account.rawValue)
                    AND day BETWEEN \(days.lowerBound.daysSinceEpoch) AND \(days.upperBound.daysSinceEpoch)
                ORDER BY day
                """
            ).compactMap { row in
                try HelpDayRow.seal.opened(
                    try row["sealed"], at: HelpDayRow.row(account.rawValue, try row["day"]), keys
                ).part(type).map { (CivilDate(daysSinceEpoch: try row["day"]), $0) }
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
        try await writeRows(locking: .account(account)) { [keys] runner in
            var days = HelpDays(of: account.rawValue, keys)
            var row = try days.day(day, by: runner)
            try row.set(try change(try row.part(type)))
            try runner.keep(row, on: day, of: account.rawValue, keys)
            return try row.part(type)
        }
    }
}
