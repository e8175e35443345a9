import Alerts
import Allergens
import Foundation
import GRDB
import Geography
import People

extension SQLiteTransaction {
    /// A day, and the two hours by which a change of clocks or time zone can lengthen it.
    private static let longestWait: Int64 = 26 * 3_600

    func dueForecastRounds(at now: Date, limit: Int) throws -> [DueForecastRound] {
        try Self.roundRequest(at: now, limit: limit).fetchAll(database).map { row in
            guard let timeZone = TimeZone(identifier: row["timeZone"]),
                let time = LocalTime(minutes: row["forecastTime"])
            else { preconditionFailure("the store holds a fence whose clocks cannot be read") }
            return DueForecastRound(
                fence: Fence.Number(rawValue: row["number"]), due: Date(stored: row["nextForecast"]),
                timeZone: timeZone,
                round: row["daysAhead"] == 0 ? .sameMorning(at: time) : .eveningBefore(at: time))
        }
    }

    static func roundRequest(at now: Date, limit: Int) -> SQLRequest<Row> {
        let usual = Profile().forecastRound
        return SQLRequest(
            literal: """
                SELECT fence.number, fence.nextForecast, fence.timeZone,
                    coalesce(profile.forecastTime, \(usual.time.minutes)) AS forecastTime,
                    coalesce(profile.forecastDaysAhead, \(usual.daysAhead)) AS daysAhead
                FROM (
                    SELECT * FROM fence WHERE nextForecast <= \(now.stored)
                    UNION ALL
                    SELECT * FROM fence WHERE nextForecast > \(now.stored + longestWait)
                ) AS fence
                LEFT JOIN profile ON profile.account = fence.account
                LIMIT \(limit)
                """)
    }

    func schedule(_ rounds: [Fence.Number: (day: CivilDate?, next: Date)]) throws {
        for (fence, round) in rounds {
            try run(
                "UPDATE fence SET nextForecast = ?1, lastForecast = coalesce(?2, lastForecast) WHERE number = ?3",
                [round.next.stored, round.day?.daysSinceEpoch, fence.rawValue])
        }
    }

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

    func allergensForecast(for day: CivilDate) throws -> [Allergen.ID] {
        try taxonomy.allergens.filter { allergen in
            guard allergen.unit != nil else { return false }
            return try SQLRequest<Bool>(
                literal: """
                    SELECT EXISTS (
                        SELECT 1 FROM forecast WHERE allergen = \(allergen.code) AND day = \(day.daysSinceEpoch)
                        UNION ALL
                        SELECT 1 FROM modelledForecast
                        WHERE allergen = \(allergen.code) AND day = \(day.daysSinceEpoch))
                    """, cached: true
            ).fetchOne(database) ?? false
        }.map(\.id)
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

    func rememberForecast(
        _ levels: [Fence.Number: Level], of allergen: Allergen.ID, for day: CivilDate
    ) throws {
        let code = try code(of: allergen)
        for (fence, level) in levels {
            guard level > .none else {
                try run(
                    "DELETE FROM announcedForecast WHERE fence = ? AND allergen = ? AND day = ?",
                    [fence.rawValue, code, day.daysSinceEpoch])
                continue
            }
            try run(
                """
                INSERT INTO announcedForecast (fence, allergen, day, level) VALUES (?, ?, ?, ?)
                ON CONFLICT (fence, allergen, day) DO UPDATE SET level = excluded.level
                """, [fence.rawValue, code, day.daysSinceEpoch, level.rank])
        }
        try run("DELETE FROM announcedForecast WHERE day < ?", [day.daysSinceEpoch - Self.forecastMemory])
    }

    /// The number of days after which announced forecasts are forgotten.
    ///
    /// No round looks back.
    private static let forecastMemory = 7
}
