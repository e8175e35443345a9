import Allergens
package import Feeds
import Foundation

/// A feed that is fetched, with what fetching it takes.
package struct PulledFeed: Sendable {
    package let definition: FeedDefinition
    let pull: PullDefinition
    package let targets: [PullTarget]
    /// Changes with the definition and its lists of stations and regions: what was read by others is read again.
    let fingerprint: String
    let environment: [String: String]

    /// Joins a feed with the secrets that it names, or returns `nil` when the definition does not say how it is fetched.
    ///
    /// - Parameters:
    ///   - definition: The feed.
    ///   - fingerprint: A hash of all files that the definition was read from.
    ///   - environment: The variables of the process; only those that the feed names are looked at.
    package init?(_ definition: FeedDefinition, fingerprint: String, environment: [String: String]) {
        guard let pull = definition.pull else { return nil }
        self.definition = definition
        self.pull = pull
        self.fingerprint = fingerprint
        targets = definition.pullTargets
        self.environment = environment.filter {
            pull.environmentVariables.contains($0.key) && !$0.value.isEmpty
        }
    }

    package var name: String { definition.name }

    /// The variables that the feed needs and that are not there; while there are any, nothing is asked for.
    package var missingVariables: [String] {
        pull.environmentVariables.subtracting(environment.keys).sorted()
    }

    /// The day, in the zone of the schedule, to which a request counts.
    func budgetDay(at now: Date) -> CivilDate { LocalCalendar(pull.schedule.timeZone).day(at: now) }

    /// When the next day begins for the budget.
    func budgetReset(after now: Date) -> Date {
        LocalCalendar(pull.schedule.timeZone).start(of: budgetDay(at: now).adding(days: 1))
    }
}
