package import Allergens
package import Foundation
package import Geography
package import People

/// The store of reports, as the service that accepts them needs it.
package protocol ReportStore: Sendable {
    /// Runs acts in one transaction, as ``AlertStore/write(_:committed:)`` does.
    func writeReports<Outcome: Sendable>(
        _ acts: @escaping @Sendable (any ReportTransaction) throws -> Outcome,
        committed: @escaping @Sendable (Outcome) -> Void
    ) async throws -> Outcome

    /// The alerts with joined reports that have not been announced yet, at most `limit`.
    func untoldAlerts(limit: Int) async throws -> [Alert.ID]

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
    func untoldReports(of alert: Alert.ID, at now: Date, limit: Int) async throws -> UnannouncedReports?
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

    package init(alert: Alert.ID, reports: [Report], owners: [Owner]) {
        self.alert = alert
        self.reports = reports
        self.owners = owners
    }
}

/// What reports need inside one transaction, besides what every alert needs.
package protocol ReportTransaction: AlertTransaction {
    /// Whether other acts wait for this one.
    ///
    /// A long act stops early to let them in.
    var othersWait: Bool { get }

    /// The times at which an account did something in the day before `now`, latest first.
    ///
    /// Times after `now` do not count: the clock went back.
    func times(of act: SubscriberAct, by account: Account.ID, at now: Date) throws -> [Date]

    /// The place and time of the account's latest report in the day before `now`.
    func latestReport(of account: Account.ID, at now: Date) throws -> (position: Coordinate, sent: Date)?

    /// Records for a day that an account did something.
    func note(
        _ act: SubscriberAct, by account: Account.ID, from position: Coordinate?, at now: Date) throws

    /// The alert that a report joins: a similar one in force within `metres` of it.
    ///
    /// Either the alert names every allergen of the report, or neither names any. Of several alerts it is the
    /// one that the account has reported before, or else the oldest, which most people know.
    func cluster(
        for report: Report, within metres: Double, at now: Date
    ) throws -> Alert.Reference?

    /// An account's report in an alert, and its time.
    func report(of account: Account.ID, in alert: Alert.ID) throws -> (report: Report, sent: Date)?

    /// Stores a report that joins an alert.
    ///
    /// The accounts it concerns are notified after the commit.
    func join(_ report: Report, to alert: Alert.ID, at now: Date) throws

    /// The number of fences that a report at a position may concern, counted up to `limit`.
    func fences(near position: Coordinate, upTo limit: Int) throws -> Int

    /// Whether there are reports that have not been announced yet.
    func hasUntoldReports() throws -> Bool

    /// Marks a stored report to be announced after the commit.
    func postponeTelling(of report: Report, in alert: Alert.ID) throws

    /// Marks reports as announced, except those that their account has replaced since.
    func markTold(_ reports: [UnannouncedReports.Report], of alert: Alert.ID) throws

    /// Notifies the owners of fences of an alert.
    ///
    /// Owners who were already notified or have reported it are left out. So are owners who watch no allergen
    /// of a report still to be announced, since reports may be withdrawn after the fences were found.
    func tell(of alert: Alert, concerned: [Fence.Number], now: Date) throws

    /// The alert with an identifier.
    func alert(_ id: Alert.ID) throws -> Alert?

    /// Whether an alert is hidden, by a moderator, by an operator or by flags.
    func isHidden(_ alert: Alert.ID) throws -> Bool

    /// Extends the time that an alert is in force, if by a minute or more.
    func extend(_ alert: Alert.ID, until expires: Date) throws

    /// Confirms an alert for an account.
    ///
    /// - Returns: `false` when the account had already confirmed it.
    func confirm(_ alert: Alert.ID, by account: Account.ID, at now: Date) throws -> Bool

    /// Takes back an account's confirmation.
    ///
    /// - Returns: `false` when the account had not confirmed it.
    func retractConfirmation(of alert: Alert.ID, by account: Account.ID) throws -> Bool

    /// Withdraws an account's report.
    ///
    /// - Returns: `false` when the account had not reported it.
    func withdrawReport(of alert: Alert.ID, by account: Account.ID) throws -> Bool

    /// Gives up the messages of an alert that wait to be sent.
    func expireQueued(of alert: Alert.ID, at now: Date) throws

    /// Flags an alert, or changes the reason.
    ///
    /// Once a moderator has looked at the alert, further flags by the same account do not count.
    ///
    /// - Returns: The number of flags that no moderator has looked at.
    func flag(_ alert: Alert.ID, by account: Account.ID, as reason: FlagReason, at now: Date) throws -> Int

    /// Hides an alert, or shows it again, and records who did so.
    func setHidden(_ isHidden: Bool, _ alert: Alert.ID, by actor: ModerationActor, at now: Date) throws
}

/// Who hides an alert or shows it again.
package enum ModerationActor: Hashable, Sendable {
    case moderator(Account.ID)
    /// An operator at the machine, by command.
    case command
    /// Enough flags that the alert is hidden without waiting for a moderator.
    case flags
}

/// An alert that moderators should look at, or have hidden.
package struct ModeratedAlert: Sendable {
    /// Its position in the list.
    package let number: Int64
    package let alert: Alert
    package let hidden: Date?
    /// The flags that no moderator has looked at, by reason.
    package let flags: [FlagReason: Int]
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

        package init(isHidden: Bool, actor: String, time: Date) {
            self.isHidden = isHidden
            self.actor = actor
            self.time = time
        }
    }

    package init(
        number: Int64, alert: Alert, hidden: Date?, flags: [FlagReason: Int], comments: [Comment],
        decisions: [Decision]
    ) {
        self.number = number
        self.alert = alert
        self.hidden = hidden
        self.flags = flags
        self.comments = comments
        self.decisions = decisions
    }
}
