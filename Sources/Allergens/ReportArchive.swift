package import Foundation
package import Geography

/// Where reports are kept, as those who take them in need it.
package protocol ReportArchive: Sendable {
    /// Runs acts in one transaction, as ``AlertArchive/write(_:committed:)`` does.
    func writeReports<Outcome: Sendable>(
        _ acts: @escaping @Sendable (any ReportTransaction) throws -> Outcome,
        committed: @escaping @Sendable (Outcome) -> Void
    ) async throws -> Outcome

    /// The alerts with reports that joined them and that nobody was told of yet, at most `limit`.
    func untoldAlerts(limit: Int) async throws -> [Alert.ID]

    /// Reports that joined an alert and that nobody was told of yet, with the fences that they concern.
    ///
    /// Fences of accounts that know of the alert already, and of those who reported it, are left out.
    ///
    /// - Parameters:
    ///   - alert: The alert.
    ///   - now: When fences have to be on.
    ///   - limit: Reports that are looked at.
    /// - Throws: Why nothing could be read.
    /// - Returns: `nil` when there is none.
    func untoldReports(of alert: Alert.ID, at now: Date, limit: Int) async throws -> UntoldReports?
}

/// Reports that nobody was told of yet.
package struct UntoldReports: Sendable {
    package let alert: Alert
    package let reporters: [Account.ID]
    package let fences: [Fence.Number]

    package init(alert: Alert, reporters: [Account.ID], fences: [Fence.Number]) {
        self.alert = alert
        self.reporters = reporters
        self.fences = fences
    }
}

/// What reports need inside one transaction, beside what every alert does.
package protocol ReportTransaction: AlertTransaction {
    /// When an account did something in the day before `now`, the latest first.
    ///
    /// Acts after `now` do not count: the clock went back.
    func times(of act: SubscriberAct, by account: Account.ID, at now: Date) throws -> [Date]

    /// The place and time of the account's latest report in the day before `now`.
    func latestReport(of account: Account.ID, at now: Date) throws -> (position: Coordinate, sent: Date)?

    /// Remembers for a day that an account did something.
    func note(
        _ act: SubscriberAct, by account: Account.ID, from position: Coordinate?, at now: Date) throws

    /// The alert that a report joins: one of the same kind of air that stands within `metres` of it.
    ///
    /// It names every allergen of the report, or neither names any. Of several it is the one that the account
    /// has reported before, or else the oldest, of which most people know.
    func cluster(
        for report: Report, within metres: Double, at now: Date
    ) throws -> Alert.Reference?

    /// What an account reported of an alert, and when.
    func report(of account: Account.ID, in alert: Alert.ID) throws -> (report: Report, sent: Date)?

    /// Keeps a report that joins an alert; those whom it concerns are told after the commit.
    func join(_ report: Report, to alert: Alert.ID, at now: Date) throws

    /// Marks reports as told of.
    func markTold(_ reporters: [Account.ID], of alert: Alert.ID) throws

    /// Tells the owners of fences, but nobody who was told before or has reported it, nor anybody who watches no
    /// allergen of a report that still waits to be told of: reports may be withdrawn after the fences were found.
    func tell(of alert: Alert, concerned: [Fence.Number], now: Date) throws

    /// The alert with an identifier.
    func alert(_ id: Alert.ID) throws -> Alert?

    /// Whether somebody who looks after the network has hidden an alert, or flags have.
    func isHidden(_ alert: Alert.ID) throws -> Bool

    /// Lets an alert stand longer, when it is a minute or more.
    func extend(_ alert: Alert.ID, until expires: Date) throws

    /// - Returns: `false` when the account had confirmed it before.
    func confirm(_ alert: Alert.ID, by account: Account.ID, at now: Date) throws -> Bool

    /// - Returns: `false` when the account had not confirmed it.
    func retractConfirmation(of alert: Alert.ID, by account: Account.ID) throws -> Bool

    /// - Returns: `false` when the account had not reported it.
    func withdrawReport(of alert: Alert.ID, by account: Account.ID) throws -> Bool

    /// Gives up what waits to be sent of an alert.
    func expireQueued(of alert: Alert.ID, at now: Date) throws

    /// Flags an alert, or changes the reason; after a moderator has looked, the same account's flag counts no
    /// more.
    ///
    /// - Returns: How many flags no moderator has looked at.
    func flag(_ alert: Alert.ID, by account: Account.ID, as reason: FlagReason, at now: Date) throws -> Int

    /// Hides an alert, or shows it again, and notes who did so.
    func setHidden(_ isHidden: Bool, _ alert: Alert.ID, by actor: ModerationActor, at now: Date) throws
}

/// Who hides an alert or shows it again.
package enum ModerationActor: Hashable, Sendable {
    case moderator(Account.ID)
    /// Somebody at the machine, by the command.
    case command
    /// So many flags that nobody waits for a moderator.
    case flags
}

/// An alert that moderators have to look at, or have hidden.
package struct ModeratedAlert: Sendable {
    /// Its place in the list.
    package let number: Int64
    package let alert: Alert
    package let hidden: Date?
    /// The flags that no moderator has looked at, by reason.
    package let flags: [FlagReason: Int]
    /// Everything that was written, also where the public does not see it, the latest first.
    package let comments: [Comment]
    /// What was done about it, in order.
    package let decisions: [Decision]

    /// What somebody wrote with a report.
    package struct Comment: Hashable, Sendable {
        package let reporter: String
        package let text: String

        package init(reporter: String, text: String) {
            self.reporter = reporter
            self.text = text
        }
    }

    /// That it was hidden or shown.
    package struct Decision: Hashable, Sendable {
        package let isHidden: Bool
        /// The name of a moderator, `command` or `flags`; empty when the moderator's account is gone.
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
