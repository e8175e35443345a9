package import Alerts
import Foundation
package import People

/// The words of reminders, which say nothing about anybody's health.
extension MessageCatalogue {
    /// A reminder: the question, and how little it takes to answer it.
    package func reminder(of person: Person?) -> MailText {
        let title = person.map { words(.reminderTitleOf, [.person: $0.name]) } ?? words(.reminderTitle)
        return MailText(subject: title, opening: [words(.reminderBody)])
    }

    /// Where to write down how the day was.
    package func reminderEntry(link: String) -> String { words(.reminderEntry, [.link: link]) }

    /// Where to answer a reminder without writing anything down.
    package func reminderAnswers(link: String) -> String { words(.reminderAnswers, [.link: link]) }

    /// Where to change when one is reminded.
    package func reminderSettings(link: String) -> String { words(.reminderSettings, [.link: link]) }

    /// The label of an answer.
    package func label(of answer: Reminder.Answer) -> String { words(.reminderAnswer(answer)) }

    /// Asks what to do with a reminder.
    package var reminderQuestion: String { words(.reminderQuestion) }

    /// What an answer has led to.
    package func result(of link: ReminderLink) -> String {
        guard !link.isOver else { return words(.reminderOver) }
        guard let putOff = link.putOff else { return words(.reminderEnded) }
        return words(.reminderPutOff, [.time: figures.moment(putOff, in: link.timeZone)])
    }
}
