package import Allergens
package import Foundation
package import People
package import Studies

extension StudyReminders {
    /// For how many seconds a reminder that is late is still sent, as one of the diary.
    package static let patience = ReminderPlan.patience

    /// When the next reminder of a form is due; `nil` if it is not asked any more.
    ///
    /// It comes on a day on which the form can be answered. One that would come in quiet hours is due when they end.
    ///
    /// - Parameters:
    ///   - form: When the form is asked, and when the person answered it.
    ///   - last: The day on which the person was reminded or joined, whatever was later.
    ///   - term: The days of the study, and when the person joined.
    ///   - start: Before this, none is due.
    ///   - quiet: When the person wants no reminders.
    ///   - zone: The person's time zone.
    /// - Returns: The time.
    package func next(
        of form: StudyFormStanding, since last: CivilDate, in term: StudyTerm,
        from start: Date, outside quiet: QuietHours?, in zone: TimeZone
    ) -> Date? {
        let calendar = LocalCalendar(zone)
        // A reminder that waited for the end of quiet hours may be of the day before.
        let today = calendar.day(at: start).adding(days: -1)
        let silent = max(last, form.answered ?? last)
        var day = max(silent.adding(days: after), term.days.lowerBound, today)
        while day <= term.days.upperBound {
            let moment = calendar.instant(of: time, on: day)
            let due =
                quiet?.contains(time) == true ? quiet.map { calendar.next($0.until, after: moment) } : moment
            if let due, due >= start, form.isDue(on: calendar.day(at: due), in: term) { return due }
            day = day.adding(days: 1)
        }
        return nil
    }
}

/// What a link in a reminder of a study opens, by which it is stopped without signing in.
package struct StudyReminderLink: Hashable, Sendable {
    /// Whether the person still wants to be reminded.
    package let isOn: Bool
    /// The language and tone of the reader.
    package let language: Language
    package let tone: Tone

    package init(isOn: Bool, language: Language, tone: Tone) {
        (self.isOn, self.language, self.tone) = (isOn, language, tone)
    }
}
