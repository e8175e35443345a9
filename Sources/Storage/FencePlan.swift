import Allergens
import Foundation
import GRDB
import Geography

/// The rules of a fence worked out, with what the profile of its account adds.
final class FencePlan: Sendable {
    typealias Values = [DatabaseValue]

    static let columns = [
        "kinds", "fieldMaximum", "unsure", "watches",
        "low1", "high1", "low2", "high2", "low3", "high3", "low4", "high4", "ownLow", "ownHigh",
        "timeZone", "ownTimeZone", "quietFrom", "quietUntil", "quietException", "firstDay", "lastDay",
        "starts",
        "ends", "nextForecast", "changed",
    ]

    /// What stands in ``columns``.
    let values: Values
    /// What stands in `crossWatch`.
    let crossWatches: [(allergen: Int, crossReaction: Int)]

    init(_ rules: FenceRules, _ profile: Profile, taxonomy: Taxonomy, at now: Date) throws {
        let list = taxonomy.watchList(
            of: rules.watches.isEmpty ? profile.watches : rules.watches, in: profile)
        values =
            [
                KindBits.encoded(rules.kinds).databaseValue, (rules.gauge == .field).databaseValue,
                profile.acceptsUnsure.databaseValue, try WatchText.encoded(rules.watches).databaseValue,
            ] + Self.masks(of: list, taxonomy) + Self.clock(rules, profile, at: now)
        crossWatches = list.compactMap { id, watched in
            guard let code = taxonomy[id]?.code,
                let crossReaction = watched.crossReaction.flatMap({ taxonomy[$0]?.code })
            else { return nil }
            return (code, crossReaction)
        }
    }

    private static func masks(of list: WatchList, _ taxonomy: Taxonomy) -> Values {
        let own = taxonomy.set(of: list.filter { $0.value.crossReaction == nil }.map(\.key))
        let sets = Level.allCases.dropFirst().map { level in
            taxonomy.set(of: list.filter { $0.value.level <= level }.map(\.key))
        }
        return (sets + [own]).flatMap { [$0.storedLow.databaseValue, $0.storedHigh.databaseValue] }
    }

    /// The level from which a fence watches an allergen, read from its ``columns``; `nil` when it does not.
    static func level(of code: Int, in row: Row) -> Level? {
        Level.allCases.dropFirst().first { level in
            AllergenSet(
                low: UInt64(bitPattern: row["low\(level.rank)"]),
                high: UInt64(bitPattern: row["high\(level.rank)"])
            ).contains(code: code)
        }
    }

    private static func clock(_ rules: FenceRules, _ profile: Profile, at now: Date) -> Values {
        let timeZone = rules.timeZone ?? profile.timeZone
        let calendar = LocalCalendar(timeZone)
        let next =
            rules.kinds.contains(.forecast) ? calendar.next(profile.forecastRound.time, after: now) : nil
        let values: [(any DatabaseValueConvertible)?] = [
            timeZone.identifier, rules.timeZone?.identifier, rules.quietHours?.from.minutes,
            rules.quietHours?.until.minutes, rules.quietHours?.exception?.rank,
            rules.days?.lowerBound.daysSinceEpoch, rules.days?.upperBound.daysSinceEpoch,
            rules.days.map { calendar.start(of: $0.lowerBound).stored },
            rules.days.map { calendar.start(of: $0.upperBound.adding(days: 1)).stored }, next?.stored,
            now.stored,
        ]
        return values.map { $0?.databaseValue ?? .null }
    }
}

/// Works out each pair of rules and profile once.
final class FencePlanner {
    private struct Key: Hashable {
        let rules: FenceRules
        let profile: Profile
    }

    /// Plans that are held at most; a bulk load meets few kinds of rules again and again.
    private static let capacity = 10_000

    private let taxonomy: Taxonomy
    private let now: Date
    private var plans: [Key: FencePlan] = [:]
    private var latest: (key: Key, plan: FencePlan)?

    init(taxonomy: Taxonomy, at now: Date) {
        self.taxonomy = taxonomy
        self.now = now
    }

    func plan(_ rules: FenceRules, _ profile: Profile) throws -> FencePlan {
        let key = Key(rules: rules, profile: profile)
        if let latest, latest.key == key { return latest.plan }
        if plans.count >= Self.capacity { plans = [:] }
        let plan = try plans[key] ?? FencePlan(rules, profile, taxonomy: taxonomy, at: now)
        plans[key] = plan
        latest = (key, plan)
        return plan
    }
}
