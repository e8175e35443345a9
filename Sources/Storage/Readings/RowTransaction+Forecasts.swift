import Alerts
import Allergens
import Foundation
import Geography
import People

extension RowTransaction {
    func dueForecastRounds(at now: Date, limit: Int) throws -> [DueForecastRound] {
        try runner.rows(.forecastRounds(at: now, limit: limit)).map { row in
            guard let timeZone = TimeZone(identifier: try row["timeZone"]),
                let time = LocalTime(minutes: try row["forecastTime"])
            else { preconditionFailure("the store holds a fence whose clocks cannot be read") }
            return DueForecastRound(
                fence: Fence.Number(rawValue: try row["number"]), due: Date(stored: try row["nextForecast"]),
                timeZone: timeZone,
                round: try row["daysAhead"] == 0 ? .sameMorning(at: time) : .eveningBefore(at: time))
        }
    }

    func schedule(_ rounds: [Fence.Number: (day: CivilDate?, next: Date)]) throws {
        let checks = rounds.mapValues { ForecastCheck(day: $0.day, next: $0.next) }
        for (check, fences) in checks.numbersByValue {
            try runner.run(
                """
                UPDATE fence SET nextForecast = \(check.next.stored),
                    lastForecast = coalesce(\(check.day?.daysSinceEpoch), lastForecast)
                WHERE number IN (\(.numbers(fences)))
                """)
        }
    }

    func allergensForecast(for day: CivilDate) throws -> [Allergen.ID] {
        try taxonomy.allergens.filter { allergen in
            guard allergen.unit != nil else { return false }
            return try runner.value(
                """
                SELECT EXISTS (
                    SELECT 1 FROM forecast WHERE allergen = \(allergen.code) AND day = \(day.daysSinceEpoch)
                    UNION ALL
                    SELECT 1 FROM modelledForecast
                    WHERE allergen = \(allergen.code) AND day = \(day.daysSinceEpoch))
                """, as: Bool.self) ?? false
        }.map(\.id)
    }

    func rememberForecast(
        _ levels: [Fence.Number: Level], of allergen: Allergen.ID, for day: CivilDate
    ) throws {
        let code = try code(of: allergen)
        for (level, fences) in levels.numbersByValue {
            guard level > .none else {
                try runner.run(
                    """
                    DELETE FROM announcedForecast
                    WHERE allergen = \(code) AND day = \(day.daysSinceEpoch) AND fence IN (\(.numbers(fences)))
                    """)
                continue
            }
            try runner.run(
                """
                INSERT INTO announcedForecast (fence, allergen, day, level)
                SELECT number, \(code), \(day.daysSinceEpoch), \(level.rank)
                FROM fence WHERE number IN (\(.numbers(fences)))
                ON CONFLICT (fence, allergen, day) DO UPDATE SET level = excluded.level
                """)
        }
        try runner.run(
            "DELETE FROM announcedForecast WHERE day < \(day.daysSinceEpoch - forecastMemory)")
    }
}

/// The day of a forecast that was checked, if any was, and when the next is.
private struct ForecastCheck: Hashable {
    let day: CivilDate?
    let next: Date
}

/// A day, and the two hours by which a change of clocks or time zone can lengthen it.
private let forecastWait: Int64 = 26 * 3_600

/// The number of days after which announced forecasts are forgotten.
///
/// No round looks back.
private let forecastMemory = 7

extension Query {
    fileprivate static func forecastRounds(at now: Date, limit: Int) -> Query {
        let usual = Profile().forecastRound
        return """
            SELECT fence.number, fence.nextForecast, fence.timeZone,
                coalesce(profile.forecastTime, \(usual.time.minutes)) AS forecastTime,
                coalesce(profile.forecastDaysAhead, \(usual.daysAhead)) AS daysAhead
            FROM (
                SELECT * FROM fence WHERE nextForecast <= \(now.stored)
                UNION ALL
                SELECT * FROM fence WHERE nextForecast > \(now.stored + forecastWait)
            ) AS fence
            LEFT JOIN profile ON profile.account = fence.account
            LIMIT \(limit)
            """
    }
}
