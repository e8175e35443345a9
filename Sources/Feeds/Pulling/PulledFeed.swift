import Allergens
package import Feeds
import Foundation

/// A feed with everything needed to fetch it.
package struct PulledFeed: Sendable {
    package let definition: FeedDefinition
    let pull: PullDefinition
    /// The addresses to fetch.
    package let targets: [PullTarget]
    /// A hash that changes with the definition and its lists of stations and regions.
    ///
    /// After a change, the feed's responses are read again.
    let fingerprint: String
    let environment: [String: String]

    /// Combines a feed with the secrets that it names.
    ///
    /// Returns `nil` if the definition does not say how to fetch it.
    ///
    /// - Parameters:
    ///   - definition: The feed.
    ///   - fingerprint: A hash of all files of the definition.
    ///   - environment: The variables of the process. Only those that the feed names are used.
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

    /// The variables that the feed needs but that are not set.
    ///
    /// While any is missing, nothing is fetched.
    package var missingVariables: [String] {
        pull.environmentVariables.subtracting(environment.keys).sorted()
    }

    /// Returns the day, in the schedule's time zone, to which a request counts.
    func budgetDay(at now: Date) -> CivilDate { LocalCalendar(pull.schedule.timeZone).day(at: now) }

    /// Returns the start of the next day for the request limit.
    func budgetReset(after now: Date) -> Date {
        LocalCalendar(pull.schedule.timeZone).start(of: budgetDay(at: now).adding(days: 1))
    }
}
