package import Alerts
import Foundation
package import Help
package import People

/// The words of reminders, which say nothing about anybody's health.
extension MessageCatalogue {
    /// A reminder as it is sent.
    package func letter(of reminder: OutgoingReminder) -> MailText {
        switch reminder.subject {
        case .diary: self.reminder(of: reminder.person)
        case .help(let matter): self.reminder(of: matter, for: reminder.person)
        case .study: studyReminder
        }
    }

    /// A reminder of what somebody keeps: that there is something, and not what it is.
    package func reminder(of matter: HelpMatter, for person: Person?) -> MailText {
        MailText(
            subject: addressed(words(.helpReminder(matter)), to: person), opening: [words(.helpReminderBody)])
    }

    /// Where to read and to do what a reminder is about.
    package func entry(of reminder: OutgoingReminder, link: String) -> String {
        let key: MessageKey =
            switch reminder.subject {
            case .diary: .reminderEntry
            case .help: .helpReminderEntry
            case .study: .studyReminder(.entry)
            }
        return words(key, [.link: link])
    }

    /// Where to answer a reminder without signing in.
    package func answers(to reminder: OutgoingReminder, link: String) -> String {
        words(reminder.subject == .diary ? .reminderAnswers : .helpReminderAnswers, [.link: link])
    }

    /// The label of what can be said of a planned medicine.
    package func label(of answer: Intakes.State) -> String { words(.helpAnswer(answer)) }

    /// What an answer to a reminder of what is kept has led to.
    package func result(of link: HelpReminderLink) -> String {
        guard !link.isOver else { return words(.helpReminderOver) }
        guard let putOff = link.putOff else { return words(.helpReminderNoted) }
        return words(.reminderPutOff, [.time: figures.moment(putOff, in: link.timeZone)])
    }

    /// A reminder of the diary: the question, and how little it takes to answer it.
    package func reminder(of person: Person?) -> MailText {
        let title = person.map { words(.reminderTitleOf, [.person: $0.name]) } ?? words(.reminderTitle)
        return MailText(subject: title, opening: [words(.reminderBody)])
    }

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
