import Alerts
import Allergens
import Foundation
import GRDB
import Geography
import People

extension SQLiteTransaction {
    func reopenForecastRounds(
        touching box: BoundingBox, watching allergen: Allergen.ID, for day: CivilDate, at now: Date
    ) throws {
        var set = AllergenSet()
        set.insert(code: try code(of: allergen))
        for part in box.parts {
            try database.execute(
                literal: """
                    UPDATE fence SET nextForecast = \(now.stored)
                    WHERE lastForecast = \(day.daysSinceEpoch) AND nextForecast > \(now.stored)
                        AND localDay(timeZone, \(now.stored)) + coalesce(
                            (SELECT forecastDaysAhead FROM profile WHERE profile.account = fence.account),
                            \(Profile().forecastRound.daysAhead)) = \(day.daysSinceEpoch)
                        AND number IN (
                            SELECT id / 2 FROM fenceBox
                            WHERE west <= \(part.east) AND east >= \(part.west)
                                AND south <= \(part.north) AND north >= \(part.south))
                        AND \(Self.watches(set))
                    """)
        }
    }

    func visitFences(
        _ fences: [Fence.Number], watching allergen: Allergen.ID, forecastFor day: CivilDate,
        _ visit: (WatchingFence) throws -> Void
    ) throws {
        let code = try code(of: allergen)
        var set = AllergenSet()
        set.insert(code: code)
        let numbers = String(decoding: try JSONEncoder().encode(fences.map(\.rawValue)), as: UTF8.self)
        let rows = try SQLRequest<Row>(
            literal: """
                SELECT \(Self.watchingColumns), announcedForecast.level, announcedForecast.day
                FROM json_each(\(numbers)) AS listed JOIN fence ON fence.number = listed.value
                LEFT JOIN announcedForecast ON announcedForecast.fence = fence.number
                    AND announcedForecast.allergen = \(code) AND announcedForecast.day = \(day.daysSinceEpoch)
                WHERE \(Self.watches(set))
                """
        ).fetchCursor(database)
        while let row = try rows.next() { try visit(watchingFence(row, set)) }
    }
}
