import Alerts
import Allergens
import Foundation
import HTTP

/// When somebody wants to be reminded, as they send it.
struct ReminderPlanRequest: StrictDocument {
    static let members: Set = ["on", "times", "quietHours", "over"]

    struct TimeRequest: Decodable {
        let time: String
        let weekdays: [String]?
    }

    struct QuietRequest: Decodable {
        let from: String
        let until: String
    }

    let on: Bool
    let times: [TimeRequest]
    let quietHours: QuietRequest?
    let over: [String]?

    /// The plan, if all of it is valid.
    ///
    /// - Throws: One problem that names every mistake.
    func checked() throws -> ReminderPlan {
        var mistakes = Mistakes(.invalidReminders)
        let quiet = quiet(&mistakes)
        let times = times(outside: quiet, &mistakes)
        let kinds = over?.enumerated().compactMap { place, kind in
            mistakes.word(kind, at: "/over/\(place)", as: Channel.Kind.self)
        }
        if over?.isEmpty == true { mistakes.note("/over", "Name at least one kind of channel.") }
        try mistakes.check()
        return ReminderPlan(
            isOn: on, times: times, quietHours: quiet, kinds: Set(kinds ?? Channel.Kind.allCases))
    }

    /// The times in the order of the day; one that is named twice has the weekdays of both.
    private func times(
        outside quiet: QuietHours?, _ mistakes: inout Mistakes
    ) -> [ReminderPlan.Time] {
        guard times.count <= ReminderPlan.limit else {
            mistakes.note("/times", "There are at most \(ReminderPlan.limit) times.")
            return []
        }
        if on, times.isEmpty { mistakes.note("/times", "Name at least one time, or switch reminders off.") }
        var weekdays: [LocalTime: Set<Weekday>] = [:]
        for (place, request) in times.enumerated() {
            let pointer = "/times/\(place)"
            let days = self.weekdays(request.weekdays, at: "\(pointer)/weekdays", &mistakes)
            guard let time = mistakes.time(request.time, at: "\(pointer)/time") else { continue }
            if quiet?.contains(time) == true {
                mistakes.note("\(pointer)/time", "This time lies in the quiet hours.")
            }
            weekdays[time, default: []].formUnion(days)
        }
        return weekdays.sorted { $0.key < $1.key }.map { ReminderPlan.Time($0, on: $1) }
    }

    private func weekdays(
        _ names: [String]?, at pointer: String, _ mistakes: inout Mistakes
    ) -> Set<Weekday> {
        guard let names else { return Set(Weekday.allCases) }
        if names.isEmpty { mistakes.note(pointer, "Name at least one day of the week.") }
        return Set(names.enumerated().compactMap { mistakes.word($1, at: "\(pointer)/\($0)") })
    }

    private func quiet(_ mistakes: inout Mistakes) -> QuietHours? {
        guard let quietHours,
            let from = mistakes.time(quietHours.from, at: "/quietHours/from"),
            let until = mistakes.time(quietHours.until, at: "/quietHours/until")
        else { return nil }
        let hours = QuietHours(from: from, until: until)
        if hours == nil {
            mistakes.note("/quietHours/until", "Quiet hours end at another time than they begin.")
        }
        return hours
    }
}

/// When somebody is reminded, and what became of the last reminders.
struct ReminderPlanAnswer: Encodable {
    struct TimeAnswer: Encodable {
        let time: String
        let weekdays: [Weekday]
    }

    struct QuietAnswer: Encodable {
        let from: String
        let until: String
    }

    struct SendingAnswer: Encodable {
        let kind: Channel.Kind
        let state: Reminder.Sending.State
    }

    struct ReminderAnswer: Encodable {
        let day: String
        let due: Date
        /// Why it was not sent at all.
        let omission: Reminder.Omission?
        let answer: Reminder.Answer?
        let sendings: [SendingAnswer]
    }

    let on: Bool
    let times: [TimeAnswer]
    let quietHours: QuietAnswer?
    let over: [Channel.Kind]
    let timeZone: String
    let next: Date?
    let recent: [ReminderAnswer]

    init(_ plan: ReminderPlan, due: Date?, recent: [Reminder], in zone: TimeZone) {
        on = plan.isOn
        times = plan.times.map { time in
            TimeAnswer(
                time: time.time.text, weekdays: Weekday.allCases.filter(time.weekdays.contains))
        }
        quietHours = plan.quietHours.map { QuietAnswer(from: $0.from.text, until: $0.until.text) }
        over = Channel.Kind.allCases.filter(plan.kinds.contains)
        timeZone = zone.identifier
        next = due
        self.recent = recent.map { reminder in
            ReminderAnswer(
                day: reminder.day.description, due: reminder.due, omission: reminder.omission,
                answer: reminder.answer,
                sendings: reminder.sendings.map { SendingAnswer(kind: $0.kind, state: $0.state) })
        }
    }
}

/// The answer to a reminder.
struct ReminderReply: Decodable {
    let answer: String

    /// The answer, if it is one.
    func checked() throws -> Reminder.Answer {
        var mistakes = Mistakes(.invalidReminders)
        let word: Reminder.Answer? = mistakes.word(answer, at: "/answer")
        try mistakes.check()
        guard let word else { preconditionFailure("a word that is missing is a mistake") }
        return word
    }
}

/// What an answer has led to.
struct ReminderReplyAnswer: Encodable {
    let day: String
    let answer: Reminder.Answer?
    /// When the next reminder is due, if this one was put off.
    let putOff: Date?

    init(_ link: ReminderLink) {
        day = link.day.description
        answer = link.answer
        putOff = link.putOff
    }
}
