package import Allergens
package import Foundation
package import People
package import Studies

extension StudyReminders {
    /// For how many seconds a reminder that is late is still sent, as one of the diary.
    package static let patience = ReminderPlan.patience

    /// When the next reminder is due; `nil` if the study ends before.
    ///
    /// One that would come in quiet hours is due when they end.
    ///
    /// - Parameters:
    ///   - last: The day on which the person answered, was reminded, or joined, whatever was latest.
    ///   - days: The days of the study.
    ///   - start: Before this, none is due.
    ///   - quiet: When the person wants no reminders.
    ///   - zone: The person's time zone.
    /// - Returns: The time.
    package func next(
        since last: CivilDate, in days: ClosedRange<CivilDate>, from start: Date, outside quiet: QuietHours?,
        in zone: TimeZone
    ) -> Date? {
        let calendar = LocalCalendar(zone)
        // A reminder that waited for the end of quiet hours may be of the day before.
        let today = calendar.day(at: start).adding(days: -1)
        var day = max(last.adding(days: after), days.lowerBound, today)
        while day <= days.upperBound {
            let moment = calendar.instant(of: time, on: day)
            let due =
                quiet?.contains(time) == true ? quiet.map { calendar.next($0.until, after: moment) } : moment
            if let due, due >= start { return due }
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
