package import Alerts
import Allergens
package import Foundation
package import People

/// A message with a subject, for e-mail and notifications.
package struct MailText: Hashable, Sendable {
    package let subject: String
    /// The first lines, each a line or sentence of its own.
    package let opening: [String]
    /// The listed items: each has a headline and further lines.
    package let entries: [[String]]
    /// The last lines, which apply to everything: times, advice, and the medical disclaimer.
    package let notes: [String]

    package init(subject: String, opening: [String], entries: [[String]] = [], notes: [String] = []) {
        self.subject = subject
        self.opening = opening
        self.entries = entries
        self.notes = notes
    }

    /// Everything below the subject, each element a few lines of text.
    package var paragraphs: [String] { opening + entries.map { $0.joined(separator: "\n") } + notes }
}

extension MessageCatalogue {
    /// A single alert: its headline and details.
    package func letter(
        of alert: Alert, concern: LedgerEntry.Concern, for person: Person? = nil, timeZone: TimeZone
    ) -> MailText {
        MailText(
            subject: addressed(headline(of: alert), to: person),
            opening: body(of: alert, concern: concern, timeZone: timeZone),
            notes: notes(of: alert, timeZone: timeZone))
    }

    /// Several alerts in one message.
    ///
    /// The message says how many there are and lists each with the places that it concerns. Notes that apply
    /// to all appear once.
    ///
    /// - Parameters:
    ///   - alerts: At least one, in the order in which they are listed.
    ///   - now: The time of the digest.
    ///   - timeZone: The reader's time zone.
    /// - Returns: The message, with an entry for each alert.
    package func digest(
        of alerts: [(alert: Alert, concern: LedgerEntry.Concern, person: Person?)], at now: Date,
        timeZone: TimeZone
    ) -> MailText {
        let count = figures.number(alerts.count)
        let day = figures.day(CivilDate(at: now, in: timeZone))
        return MailText(
            subject: words(.digestSubject, [.count: count, .day: day], count: alerts.count),
            opening: [words(.digestIntroduction, [.count: count], count: alerts.count)],
            entries: entries(of: alerts), notes: instructions)
    }

    /// Several alerts that came together.
    ///
    /// The subject names the strongest, and how many more there are: `Birch: very high (+2)`.
    ///
    /// - Parameter alerts: At least one, in the order in which they are listed.
    /// - Returns: The message, with an entry for each alert.
    package func letter(
        ofSeveral alerts: [(alert: Alert, concern: LedgerEntry.Concern, person: Person?)]
    ) -> MailText {
        let strongest = alerts.max { ($0.alert.level ?? Level.none) < ($1.alert.level ?? Level.none) }
        guard let strongest else { preconditionFailure("no alert is to be told") }
        let headline = addressed(headline(of: strongest.alert), to: strongest.person)
        return MailText(
            subject: "\(headline) (+\(figures.number(alerts.count - 1)))", opening: [],
            entries: entries(of: alerts), notes: instructions)
    }

    /// Each alert with its headline and the places that it concerns.
    private func entries(
        of alerts: [(alert: Alert, concern: LedgerEntry.Concern, person: Person?)]
    ) -> [[String]] {
        alerts.map { item in
            [addressed(headline(of: item.alert), to: item.person)]
                + reasons(for: item.alert, concern: item.concern)
        }
    }

    /// The level of an alert in a word or two, for a mark beside its headline; `nil` without a level or when
    /// cancelled.
    package func mark(of alert: Alert) -> String? {
        guard let level = alert.level, alert.message != .cancel else { return nil }
        return figures.capitalised(words(.level(level)))
    }

    /// Asks the owner of an address whether it may be used; `link` confirms it.
    package func confirmation(link: String) -> MailText {
        MailText(
            subject: words(.confirmationSubject),
            opening: [
                words(.confirmationRequest), words(.confirmationLink, [.link: link]),
                words(.confirmationOtherwise),
            ])
    }

    /// How to unsubscribe; `link` does it.
    package func unsubscription(link: String) -> String { words(.unsubscription, [.link: link]) }

    /// Where to read more.
    package func details(link: String) -> String { words(.details, [.link: link]) }

    /// What the advice in ``instructions`` rests on, to be read at `link`.
    package func adviceSource(link: String) -> String { words(.adviceSource, [.link: link]) }

    /// The test message of a channel.
    package var test: MailText {
        MailText(subject: words(.testSubject), opening: [words(.testBody)], notes: [words(.disclaimer)])
    }
}
