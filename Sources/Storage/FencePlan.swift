import Allergens
import Foundation
import GRDB
import Geography

/// The rules of a fence worked out, with what the profile of its account adds.
struct FencePlan {
    typealias Values = [(any DatabaseValueConvertible)?]

    static let columns = [
        "kinds", "fieldMaximum", "unsure", "watches",
        "low1", "high1", "low2", "high2", "low3", "high3", "low4", "high4", "ownLow", "ownHigh",
        "timeZone", "ownTimeZone", "quietFrom", "quietUntil", "quietException", "firstDay", "lastDay",
        "starts",
        "ends", "nextForecast", "changed",
    ]

    /// What stands in ``columns``.
    let values: Values
    /// What stands in `watchedLevel`: allergen, level and cross-reaction.
    let watched: [(allergen: Int, level: Int, crossReaction: Int?)]

    init(_ rules: FenceRules, _ profile: Profile, taxonomy: Taxonomy, at now: Date) throws {
        let list = taxonomy.watchList(
            of: rules.watches.isEmpty ? profile.watches : rules.watches, in: profile)
        values =
            [
                KindBits.encoded(rules.kinds), rules.gauge == .field, profile.acceptsUnsure,
                try WatchText.encoded(rules.watches),
            ] + Self.masks(of: list, taxonomy) + Self.clock(rules, profile, at: now)
        watched = list.compactMap { id, watched in
            guard let code = taxonomy[id]?.code else { return nil }
            return (code, watched.level.rank, watched.crossReaction.flatMap { taxonomy[$0]?.code })
        }
    }

    private static func masks(of list: WatchList, _ taxonomy: Taxonomy) -> Values {
        let own = taxonomy.set(of: list.filter { $0.value.crossReaction == nil }.map(\.key))
        let sets = Level.allCases.dropFirst().map { level in
            taxonomy.set(of: list.filter { $0.value.level <= level }.map(\.key))
        }
        return (sets + [own]).flatMap { [$0.storedLow, $0.storedHigh] }
    }

    private static func clock(_ rules: FenceRules, _ profile: Profile, at now: Date) -> Values {
        let timeZone = rules.timeZone ?? profile.timeZone
        let calendar = LocalCalendar(timeZone)
        let next =
            rules.kinds.contains(.forecast) ? calendar.next(profile.forecastRound.time, after: now) : nil
        return [
            timeZone.identifier, rules.timeZone?.identifier, rules.quietHours?.from.minutes,
            rules.quietHours?.until.minutes, rules.quietHours?.exception?.rank,
            rules.days?.lowerBound.daysSinceEpoch, rules.days?.upperBound.daysSinceEpoch,
            rules.days.map { calendar.start(of: $0.lowerBound).stored },
            rules.days.map { calendar.start(of: $0.upperBound.adding(days: 1)).stored }, next?.stored,
            now.stored,
        ]
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

    init(taxonomy: Taxonomy, at now: Date) {
        self.taxonomy = taxonomy
        self.now = now
    }

    func plan(_ rules: FenceRules, _ profile: Profile) throws -> FencePlan {
        let key = Key(rules: rules, profile: profile)
        if let plan = plans[key] { return plan }
        if plans.count >= Self.capacity { plans = [:] }
        let plan = try FencePlan(rules, profile, taxonomy: taxonomy, at: now)
        plans[key] = plan
        return plan
    }
}
