/// The words of letters that invite to studies, whose readers may never have heard of the service.
extension MessageCatalogue {
    /// A letter without its links.
    ///
    /// - Parameters:
    ///   - title: The title of the study.
    ///   - contact: Who answers for it.
    /// - Returns: The letter.
    package func studyInvitation(to title: String, by contact: String) -> MailText {
        MailText(
            subject: words(.studyLetter(.subject), [.name: title]),
            opening: [
                words(.studyLetter(.body), [.name: title]), words(.studyLetter(.contact), [.text: contact]),
            ],
            notes: [words(.studyLetter(.otherwise))])
    }

    /// Where to join.
    package func studyJoining(link: String) -> String { words(.studyLetter(.link), [.link: link]) }

    /// Where to read what the study is about.
    package func studyPage(link: String) -> String { words(.studyLetter(.about), [.link: link]) }
}

/// The words of reminders of studies, which do not name the study: its title may tell something of the reader's health.
extension MessageCatalogue {
    /// A reminder that an answer is waited for.
    package var studyReminder: MailText {
        MailText(subject: words(.studyReminder(.title)), opening: [words(.studyReminder(.body))])
    }

    /// Asks whether the reminders of a study are to stop.
    package var studyReminderQuestion: String { words(.studyReminder(.question)) }

    /// The label of what stops them.
    package var studyReminderStop: String { words(.studyReminder(.stop)) }

    /// That they have stopped.
    package var studyReminderStopped: String { words(.studyReminder(.stopped)) }
}
