package import Alerts
import Allergens
package import Foundation
package import People

/// A message with a subject, for e-mail and notifications.
package struct MailText: Hashable, Sendable {
    package let subject: String
    /// What is said first, each a line or sentence of its own.
    package let opening: [String]
    /// What the message lists: a headline, and the lines that belong to it.
    package let entries: [[String]]
    /// What holds for everything and stands last: times, advice, that this is no medical advice.
    package let notes: [String]

    package init(subject: String, opening: [String], entries: [[String]] = [], notes: [String] = []) {
        self.subject = subject
        self.opening = opening
        self.entries = entries
        self.notes = notes
    }

    /// Everything below the subject, each a few lines of text.
    package var paragraphs: [String] { opening + entries.map { $0.joined(separator: "\n") } + notes }
}

extension MessageCatalogue {
    /// A single alert: its headline, and what follows.
    package func letter(
        of alert: Alert, concern: LedgerEntry.Concern, for person: Person? = nil, timeZone: TimeZone
    ) -> MailText {
        MailText(
            subject: addressed(headline(of: alert), to: person),
            opening: body(of: alert, concern: concern, timeZone: timeZone),
            notes: notes(of: alert, timeZone: timeZone))
    }

    /// Several alerts in one message: how many there are, each in a line with the places that it concerns, and once what
    /// holds for all.
    ///
    /// - Parameters:
    ///   - alerts: At least one, in the order in which they are told.
    ///   - now: When the digest is made.
    ///   - timeZone: Where the reader's clocks are.
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
            entries: alerts.map { item in
                [addressed(headline(of: item.alert), to: item.person)]
                    + reasons(for: item.alert, concern: item.concern)
            }, notes: instructions)
    }

    /// The level of an alert in a word or two, for a mark beside its headline; `nil` when it has none or is called off.
    package func mark(of alert: Alert) -> String? {
        guard let level = alert.level, alert.message != .cancel else { return nil }
        return figures.capitalised(words(.level(level)))
    }

    /// Asks whoever owns an address whether it may be used; `link` confirms it.
    package func confirmation(link: String) -> MailText {
        MailText(
            subject: words(.confirmationSubject),
            opening: [
                words(.confirmationRequest), words(.confirmationLink, [.link: link]),
                words(.confirmationOtherwise),
            ])
    }

    /// How to receive no more of this; `link` ends it.
    package func unsubscription(link: String) -> String { words(.unsubscription, [.link: link]) }

    /// Where there is more to read.
    package func details(link: String) -> String { words(.details, [.link: link]) }

    /// What is sent to try a channel out.
    package var test: MailText {
        MailText(subject: words(.testSubject), opening: [words(.testBody)], notes: [words(.disclaimer)])
    }
}
