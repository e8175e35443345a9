import Alerts
import Allergens
import Foundation
import Geography
import People
import Synchronization

/// The resolved rules of a fence, together with what the account's profile adds.
final class FencePlan: Sendable {
    typealias Values = [StoredValue]

    static let columns = [
        "kinds", "fieldMaximum", "unsure", "timeZone", "ownTimeZone", "quietFrom", "quietUntil",
        "quietException", "firstDay", "lastDay", "starts", "ends", "nextForecast", "changed",
    ]

    /// Which of ``columns`` hold text; all others hold numbers.
    private static let texts: Set = ["timeZone", "ownTimeZone"]

    /// The values of ``columns``.
    let values: Values
    /// What the fence watches.
    ///
    /// Its row stores this sealed.
    let watching: WatchPlan
    /// ``watching`` in the form of the row.
    let packed: PackedPlan

    init(_ rules: FenceRules, _ profile: Profile, taxonomy: Taxonomy, at now: Date) throws {
        values =
            [
                KindBits.encoded(rules.kinds).storedValue, (rules.gauge == .field).storedValue,
                profile.acceptsUnsure.storedValue,
            ] + Self.clock(rules, profile, at: now)
        watching = try WatchPlan(rules, profile, taxonomy: taxonomy)
        packed = PackedPlan(watching)
    }

    /// The values of ``columns`` as parameters.
    var parameters: [Query] {
        zip(Self.columns, values).map { column, value in
            "\(stored: value, Self.texts.contains(column) ? .text : .integer)"
        }
    }

    private static func clock(_ rules: FenceRules, _ profile: Profile, at now: Date) -> Values {
        let timeZone = rules.timeZone ?? profile.timeZone
        let calendar = LocalCalendar(timeZone)
        let next =
            rules.kinds.contains(.forecast) ? calendar.next(profile.forecastRound.time, after: now) : nil
        let values: [(any StorableValue)?] = [
            timeZone.identifier, rules.timeZone?.identifier, rules.quietHours?.from.minutes,
            rules.quietHours?.until.minutes, rules.quietHours?.exception?.rank,
            rules.days?.lowerBound.daysSinceEpoch, rules.days?.upperBound.daysSinceEpoch,
            rules.days.map { calendar.start(of: $0.lowerBound).stored },
            rules.days.map { calendar.start(of: $0.upperBound.adding(days: 1)).stored }, next?.stored,
            now.stored,
        ]
        return values.map { $0?.storedValue ?? .null }
    }
}

extension WatchPlan {
    init(_ rules: FenceRules, _ profile: Profile, taxonomy: Taxonomy) throws {
        let list = taxonomy.watchList(
            of: rules.watches.isEmpty ? profile.watches : rules.watches, in: profile)
        let own = taxonomy.set(of: list.filter { $0.value.crossReaction == nil }.map(\.key))
        let sets = Level.allCases.dropFirst().map { level in
            taxonomy.set(of: list.filter { $0.value.level <= level }.map(\.key))
        }
        let crossReactions = list.compactMap { id, watched -> CrossReaction? in
            guard let code = taxonomy[id]?.code,
                let cause = watched.crossReaction.flatMap({ taxonomy[$0]?.code })
            else { return nil }
            return CrossReaction(allergen: UInt8(code), cause: UInt8(cause))
        }
        self.init(
            masks: (sets + [own]).flatMap { [$0.low, $0.high] },
            crossReactions: crossReactions.sorted { $0.allergen < $1.allergen },
            watches: try WatchText.encoded(rules.watches))
    }
}

/// Resolves each pair of rules and profile once, for all threads.
final class FencePlanner: Sendable {
    private struct Key: Hashable {
        let rules: FenceRules
        let profile: Profile
    }

    private struct State {
        var plans: [Key: FencePlan] = [:]
        var latest: (key: Key, plan: FencePlan)?
    }

    /// The largest number of plans held.
    ///
    /// A bulk load meets the same few sets of rules again and again.
    private static let capacity = 10_000

    private let taxonomy: Taxonomy
    private let now: Date
    private let state = Mutex(State())

    init(taxonomy: Taxonomy, at now: Date) {
        self.taxonomy = taxonomy
        self.now = now
    }

    func plan(_ rules: FenceRules, _ profile: Profile) throws -> FencePlan {
        try state.withLock { state in
            if let latest = state.latest, latest.key.rules == rules, latest.key.profile == profile {
                return latest.plan
            }
            let key = Key(rules: rules, profile: profile)
            if state.plans.count >= Self.capacity { state.plans = [:] }
            let plan = try state.plans[key] ?? FencePlan(rules, profile, taxonomy: taxonomy, at: now)
            state.plans[key] = plan
            state.latest = (key, plan)
            return plan
        }
    }
}
