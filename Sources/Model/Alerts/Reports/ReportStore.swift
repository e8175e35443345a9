package import Allergens
package import Foundation
package import Geography
package import People

/// Where reports are kept, as those who take them in need it.
package protocol ReportStore: Sendable {
    /// Runs acts in one transaction, as ``AlertStore/write(_:committed:)`` does.
    func writeReports<Outcome: Sendable>(
        _ acts: @escaping @Sendable (any ReportTransaction) throws -> Outcome,
        committed: @escaping @Sendable (Outcome) -> Void
    ) async throws -> Outcome

    /// The alerts with reports that joined them and that nobody was told of yet, at most `limit`.
    func untoldAlerts(limit: Int) async throws -> [Alert.ID]

    /// Reports of an alert that nobody was told of yet, with the owners of the fences that they concern.
    ///
    /// Accounts that know of the alert already, and those who reported it, are left out.
    ///
    /// - Parameters:
    ///   - alert: The alert.
    ///   - now: When fences have to be on.
    ///   - limit: Reports that are looked at.
    /// - Throws: Why nothing could be read.
    /// - Returns: `nil` when there is none.
    func untoldReports(of alert: Alert.ID, at now: Date, limit: Int) async throws -> UnannouncedReports?
}

/// Reports of one alert that nobody was told of yet.
package struct UnannouncedReports: Sendable {
    /// What was said at a public place: reports with the same content concern the same fences.
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

    /// A fence that one of the reports concerns, and whose it is.
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
    /// Those of one account stand together.
    package let owners: [Owner]

    package init(alert: Alert.ID, reports: [Report], owners: [Owner]) {
        self.alert = alert
        self.reports = reports
        self.owners = owners
    }
}

/// What reports need inside one transaction, beside what every alert does.
package protocol ReportTransaction: AlertTransaction {
    /// Whether others wait until this act is done: one that could go on for long lets them in.
    var othersWait: Bool { get }

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

    /// How many fences a report at a position may concern, counted up to `limit`.
    func fences(near position: Coordinate, upTo limit: Int) throws -> Int

    /// Whether there are reports that nobody was told of yet.
    func hasUntoldReports() throws -> Bool

    /// Lets a report that was kept wait until those whom it concerns are told after the commit.
    func postponeTelling(of report: Report, in alert: Alert.ID) throws

    /// Marks reports as told of, but none that its account has replaced by another one since.
    func markTold(_ reports: [UnannouncedReports.Report], of alert: Alert.ID) throws

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
