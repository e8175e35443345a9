package import Allergens
package import Foundation
package import Geography
package import People

/// The store of reports, as the service that accepts them needs it.
package protocol ReportStore: Sendable {
    /// Runs acts in one transaction, as ``AlertStore/write(_:)`` does.
    func writeReports<Outcome: Sendable>(
        _ acts: @escaping @Sendable (any ReportTransaction) throws -> Outcome
    ) async throws -> Outcome

    /// The alerts with joined reports that have not been announced yet, at most `limit`.
    func unannouncedAlerts(limit: Int) async throws -> [Alert.ID]

    /// An alert's reports that have not been announced yet, with the owners of the fences they concern.
    ///
    /// Accounts that know of the alert or have reported it are left out.
    ///
    /// - Parameters:
    ///   - alert: The alert.
    ///   - now: The time at which fences have to be on.
    ///   - limit: The largest number of reports considered.
    /// - Throws: Why nothing could be read.
    /// - Returns: `nil` when there are no such reports.
    func unannouncedReports(of alert: Alert.ID, at now: Date, limit: Int) async throws -> UnannouncedReports?

    /// The highest number of a fence; one that is made or changed afterwards gets a higher one.
    func newestFence() async throws -> Fence.Number
}

/// Reports of one alert that have not been announced yet.
package struct UnannouncedReports: Sendable {
    /// What was reported at a public place.
    ///
    /// Reports with the same content concern the same fences.
    package struct Content: Hashable, Sendable {
        /// The middle of the public cell.
        package let position: Coordinate
        package let allergens: AllergenSet

        package init(position: Coordinate, allergens: AllergenSet) {
            self.position = position
            self.allergens = allergens
        }
    }

    package struct Report: Hashable, Sendable {
        package let account: Account.ID
        package let sent: Date
        package let content: Content

        package init(account: Account.ID, sent: Date, content: Content) {
            self.account = account
            self.sent = sent
            self.content = content
        }
    }

    /// A fence that one of the reports concerns, and its owner.
    package struct Owner: Hashable, Sendable {
        package let account: Account.ID
        package let fence: Fence.Number

        package init(account: Account.ID, fence: Fence.Number) {
            self.account = account
            self.fence = fence
        }
    }

    package let alert: Alert.ID
    package let reports: [Report]
    /// Owners, with those of the same account next to each other.
    package let owners: [Owner]
    /// The newest fence at the time of the search.
    package let newestFence: Fence.Number

    package init(alert: Alert.ID, reports: [Report], owners: [Owner], newestFence: Fence.Number) {
        self.alert = alert
        self.reports = reports
        self.owners = owners
        self.newestFence = newestFence
    }
}

/// Who hides an alert or shows it again.
package enum ModerationActor: Hashable, Sendable {
    case moderator(Account.ID)
    /// An operator at the machine, by command.
    case command
    /// Enough flags that the alert is hidden without waiting for a moderator.
    case flags
}

/// A decision about an alert, in the list of all decisions.
package struct ModerationEntry: Sendable {
    /// Its position in the list.
    package let number: Int64
    package let alert: Alert
    package let decision: ModeratedAlert.Decision
    /// The moderator who may take it back: who made it, while it is the latest that holds.
    package let revoker: Account.ID?

    package init(number: Int64, alert: Alert, decision: ModeratedAlert.Decision, revoker: Account.ID?) {
        self.number = number
        self.alert = alert
        self.decision = decision
        self.revoker = revoker
    }
}

/// An alert that moderators should look at, or have hidden.
package struct ModeratedAlert: Sendable {
    /// Its position in the list.
    package let number: Int64
    package let alert: Alert
    package let hidden: Date?
    /// The flags that no moderator has looked at, by reason.
    package let flags: [FlagReason: Int]
    /// How many of the latest hundred reports call the symptoms mild, moderate or strong.
    package let strengths: [SymptomStrength: Int]
    /// All comments, including those hidden from the public, latest first.
    package let comments: [Comment]
    /// The decisions about it, in order.
    package let decisions: [Decision]

    /// A comment in a report.
    package struct Comment: Hashable, Sendable {
        package let reporter: String
        package let text: String

        package init(reporter: String, text: String) {
            self.reporter = reporter
            self.text = text
        }
    }

    /// A decision to hide or show the alert.
    package struct Decision: Hashable, Sendable {
        package let isHidden: Bool
        /// The name of the moderator, `command` or `flags`; empty when the moderator's account was deleted.
        package let actor: String
        package let time: Date
        /// When the moderator took it back, if so.
        package let takenBack: Date?

        package init(isHidden: Bool, actor: String, time: Date, takenBack: Date? = nil) {
            self.isHidden = isHidden
            self.actor = actor
            self.time = time
            self.takenBack = takenBack
        }
    }

    package init(
        number: Int64, alert: Alert, hidden: Date?, flags: [FlagReason: Int],
        strengths: [SymptomStrength: Int] = [:], comments: [Comment], decisions: [Decision]
    ) {
        self.number = number
        self.alert = alert
        self.hidden = hidden
        self.flags = flags
        self.strengths = strengths
        self.comments = comments
        self.decisions = decisions
    }
}
