package import Foundation
package import Geography
package import People

/// What reports need inside one transaction.
package protocol ReportTransaction: JoiningTransaction, AnnouncementTransaction, OpinionTransaction {
    /// Removes an account with everything that belongs to it: fences, profile, credentials, channels, inbox,
    /// queued messages, and its reports, confirmations and flags.
    ///
    /// Nothing happens when the account does not exist.
    ///
    /// - Returns: The alerts in force that nobody supports any more.
    func remove(_ account: Account.ID, at now: Date) throws -> [Alert]
    /// Notes for an administrator that they deleted an account, without saying which.
    func noteDeletion(by administrator: Account.ID, at now: Date) throws
}

/// Looks up the alerts that people raised, inside a transaction.
package protocol ReportedAlertTransaction: AlertTransaction {
    /// The alert with an identifier.
    func alert(_ id: Alert.ID) throws -> Alert?
}

/// Stores reports and the alerts that they raise or join, inside a transaction.
package protocol JoiningTransaction: ReportedAlertTransaction {
    /// Notes that the request which is being answered has raised or joined an alert.
    func claim(for alert: Alert.ID) throws

    /// Stores a person's report as part of an alert.
    ///
    /// A second report by the same person replaces the first.
    func keep(_ report: Report, in alert: Alert.ID, at now: Date) throws

    /// Notifies every account but `reporter` that has a fence touching the public cell of this position.
    ///
    /// The fence has to want reports and watch one of the alert's allergens. An alert without allergens
    /// concerns every fence that accepts such reports.
    func notify(of alert: Alert, at position: Coordinate, except reporter: Account.ID?, now: Date) throws

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
    func hasUnannouncedReports() throws -> Bool

    /// Marks a stored report to be announced after the commit.
    func postponeAnnouncement(of report: Report, in alert: Alert.ID) throws

    /// Extends the time that an alert is in force, if by a minute or more.
    func extend(_ alert: Alert.ID, until expires: Date) throws
}

/// Announces the reports that joined an alert, inside a transaction.
package protocol AnnouncementTransaction: ReportedAlertTransaction {
    /// Whether other acts wait for this one.
    ///
    /// A long act stops early to let them in.
    var othersWait: Bool { get throws }

    /// Marks reports as announced, except those that their account has replaced since.
    func markAnnounced(_ reports: [UnannouncedReports.Report], of alert: Alert.ID) throws

    /// Notifies the owners of fences of an alert.
    ///
    /// Owners who were already notified or have reported it are left out. So are owners who watch no allergen
    /// of a report still to be announced, since reports may be withdrawn after the fences were found.
    func notify(of alert: Alert, concerned: [Fence.Number], now: Date) throws
}

/// Stores what subscribers and moderators think of an alert, inside a transaction.
package protocol OpinionTransaction: ReportedAlertTransaction {
    /// Whether an alert is hidden, by a moderator, by an operator or by flags.
    func isHidden(_ alert: Alert.ID) throws -> Bool

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

    /// Takes back the latest decision about an alert, if this moderator made it.
    ///
    /// The alert is as hidden as it was before, and the flags that the decision settled are open again. The
    /// decision remains, with the time at which it was taken back.
    ///
    /// - Returns: Whether the alert is hidden now; `nil` if the latest decision that holds is another's.
    func takeBackDecision(on alert: Alert.ID, by moderator: Account.ID, at now: Date) throws -> Bool?
}
