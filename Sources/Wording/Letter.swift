package import Allergens
package import Foundation

/// A message with a subject, for e-mail and notifications.
package struct Letter: Hashable, Sendable {
    package let subject: String
    /// Each a line or sentence of its own.
    package let paragraphs: [String]

    package init(subject: String, paragraphs: [String]) {
        self.subject = subject
        self.paragraphs = paragraphs
    }
}

extension Phrasebook {
    /// A single alert: its headline, and what follows.
    package func letter(of alert: Alert, concern: LedgerEntry.Concern, timeZone: TimeZone) -> Letter {
        Letter(
            subject: headline(of: alert),
            paragraphs: lines(of: alert, concern: concern, timeZone: timeZone))
    }

    /// Several alerts in one message: how many there are, each in a line with the places that it concerns, and once what
    /// holds for all.
    ///
    /// - Parameters:
    ///   - alerts: At least one, in the order in which they are told.
    ///   - now: When the digest is made.
    ///   - timeZone: Where the reader's clocks are.
    /// - Returns: The message, with a paragraph for each alert.
    package func digest(
        of alerts: [(alert: Alert, concern: LedgerEntry.Concern)], at now: Date, timeZone: TimeZone
    ) -> Letter {
        let count = figures.number(alerts.count)
        let day = figures.day(CivilDate(at: now, in: timeZone))
        let entries = alerts.map { item in
            ([headline(of: item.alert)] + reasons(for: item.alert, concern: item.concern))
                .joined(separator: "\n")
        }
        return Letter(
            subject: words(.digestSubject, [.count: count, .day: day], count: alerts.count),
            paragraphs: [words(.digestIntroduction, [.count: count], count: alerts.count)] + entries
                + instructions)
    }

    /// Asks whoever owns an address whether it may be used; `link` confirms it.
    package func confirmation(link: String) -> Letter {
        Letter(
            subject: words(.confirmationSubject),
            paragraphs: [
                words(.confirmationRequest), words(.confirmationLink, [.link: link]),
                words(.confirmationOtherwise),
            ])
    }

    /// How to receive no more of this; `link` ends it.
    package func unsubscription(link: String) -> String { words(.unsubscription, [.link: link]) }

    /// Where there is more to read.
    package func details(link: String) -> String { words(.details, [.link: link]) }

    /// What is sent to try a channel out.
    package var test: Letter {
        Letter(subject: words(.testSubject), paragraphs: [words(.testBody), words(.disclaimer)])
    }
}
