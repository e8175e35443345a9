import Allergens
import Foundation
import Studies

extension ArticlePhrases {
    /// On which days a form is asked, and at which hours.
    func words(of schedule: StudySchedule) -> String {
        guard !schedule.windows.isEmpty else { return rhythm(schedule.rhythm, "study.rhythm") }
        let hours = schedule.windows.map { window in
            [window.lowerBound, window.upperBound].map(StudyScheduleDocument.text(of:)).joined(separator: "–")
        }
        let said = ["hours": hours.joined(separator: ", ")]
        guard schedule.isForEachWindow
        else { return "\(rhythm(schedule.rhythm, "study.rhythm")) \(self("study.hours", said))" }
        return "\(rhythm(schedule.rhythm, "study.each")) \(self("study.hours.each", said))"
    }

    /// On which days, in a group of phrases: for one answer of each day, or for one of each window.
    private func rhythm(_ rhythm: StudySchedule.Rhythm, _ group: String) -> String {
        switch rhythm {
        case .daily: self("\(group).daily")
        case .once: self("study.rhythm.once")
        case .everyDays(let interval): self("\(group).days", ["count": "\(interval)"])
        case .weekdays(let days): self("\(group).weekdays", ["days": names(of: days)])
        case .ends(let span): counted("study.rhythm.ends", span)
        case .everyDaysFromJoining(let interval): self("\(group).joining", ["count": "\(interval)"])
        case .daysFromJoining(let offsets):
            self("\(group).offsets", ["days": offsets.map(String.init).joined(separator: ", ")])
        }
    }

    private func names(of days: Set<Weekday>) -> String {
        Weekday.allCases.filter(days.contains).map { name(of: $0) }.joined(separator: ", ")
    }

    private func name(of weekday: Weekday) -> String {
        // 5 January 1970 was a Monday.
        let day = CivilDate(daysSinceEpoch: 4 + (Weekday.allCases.firstIndex(of: weekday) ?? 0))
        var style = Date.FormatStyle.dateTime.weekday(.wide).locale(locale)
        style.timeZone = .gmt
        return day.startInUTC.formatted(style)
    }
}
