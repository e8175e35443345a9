package import Allergens
package import Foundation

/// A medicine of a person, and when they have planned to take it.
///
/// All of it is in the person's own words and figures. The product counts, and proposes nothing.
package struct Medicine: HelpRecord {
    package static let kind = HelpKind.medicine
    package static let limit = 50
    /// The most characters of a name.
    package static let nameLength = 120
    /// The most characters of a strength and of an amount.
    package static let amountLength = 60
    /// The most characters of a reason.
    package static let reasonLength = 500
    /// The most times of a day.
    package static let timesLimit = 12
    /// How many days before the end of its month the person is told that it expires.
    package static let warnings = [30, 7]
    /// From one reminder of a low stock to the next, in days.
    package static let refillDays = 3

    /// What it is taken as.
    package enum Form: String, CaseIterable, Codable, Sendable {
        case tablet, drops, spray, inhaler, injection, cream, other
    }

    /// A time of the plan, with how much is taken, in the person's words.
    package struct Time: Codable, Hashable, Sendable {
        package let time: LocalTime
        package let amount: String

        package init(_ time: LocalTime, amount: String) { (self.time, self.amount) = (time, amount) }
    }

    /// How much is left, as counted by its owner and by what is noted as taken.
    package struct Stock: Codable, Hashable, Sendable {
        /// All figures are hundredths of a unit, so that halves and quarters add up.
        package static let scale = 100
        /// The most units.
        package static let most = 100_000

        package let left: Int
        /// What one intake takes.
        package let perIntake: Int
        /// At or below what is left the person wants to be told.
        package let warnAt: Int?

        package init(left: Int, perIntake: Int, warnAt: Int?) {
            (self.left, self.perIntake, self.warnAt) = (left, perIntake, warnAt)
        }

        package var isLow: Bool { warnAt.map { left <= $0 } ?? false }

        /// The stock with more or less in it, never less than nothing.
        package func adding(_ amount: Int) -> Stock {
            Stock(left: max(0, left + amount), perIntake: perIntake, warnAt: warnAt)
        }
    }

    package let name: String
    package let form: Form
    package let strength: String
    /// Why the person takes it.
    package let reason: String
    /// Where the person reads more about it: an `https` address.
    package let link: String?
    /// The times of a planned day, in their order; empty if it is taken when needed.
    package let times: [Time]
    package let days: PlannedDays
    /// The last planned day.
    package let until: CivilDate?
    package let stock: Stock?
    /// The last day of the month in which it expires.
    package let expires: CivilDate?
    /// Whether nothing is planned for the time being.
    package let isPaused: Bool
    /// Whether its times are reminded of.
    package let reminds: Bool

    package init(
        name: String, form: Form, strength: String = "", reason: String = "", link: String? = nil,
        times: [Time] = [], days: PlannedDays = .all, until: CivilDate? = nil,
        stock: Stock? = nil, expires: CivilDate? = nil, isPaused: Bool = false, reminds: Bool = true
    ) {
        (self.name, self.form, self.strength) = (name, form, strength)
        (self.reason, self.link) = (reason, link)
        (self.times, self.days, self.until) = (times, days, until)
        (self.stock, self.expires, self.isPaused, self.reminds) = (stock, expires, isPaused, reminds)
    }

    /// The same medicine with another stock.
    package func with(_ stock: Stock?) -> Medicine {
        Medicine(
            name: name, form: form, strength: strength, reason: reason, link: link, times: times,
            days: days, until: until, stock: stock, expires: expires, isPaused: isPaused,
            reminds: reminds)
    }
}

extension Medicine {
    /// What is planned for a day.
    package func planned(on day: CivilDate) -> [Time] {
        guard !isPaused, until.map({ day <= $0 }) ?? true, days.day(from: day) == day else { return [] }
        return times
    }

    package func due(after now: Date, in zone: TimeZone) -> Date? {
        let today = CivilDate(at: now, in: zone)
        return [nextTime(after: now, today, in: zone), nextRefill(after: now, today, in: zone)]
            .compactMap(\.self).min()
            .map { next in ([next] + expiries(in: zone).filter { $0 > now }).min() ?? next }
            ?? expiries(in: zone).filter { $0 > now }.min()
    }

    package func matters(at due: Date, in zone: TimeZone) -> [HelpDue] {
        let day = CivilDate(at: due, in: zone)
        var matters: [HelpDue] = []
        if reminds {
            // A time before midnight that the clocks skip comes after it.
            for day in [day.adding(days: -1), day] {
                for time in planned(on: day) where instant(of: time.time, on: day, in: zone) == due {
                    matters.append(
                        HelpDue(
                            .intake, until: due.addingTimeInterval(HelpTimes.patience),
                            slot: .init(day: day, time: time.time)))
                }
            }
        }
        let end = due.addingTimeInterval(HelpTimes.newsPatience)
        if asksForRefill, Self.isRefillDay(day), instant(of: HelpTimes.morning, on: day, in: zone) == due {
            matters.append(HelpDue(.refill, until: end))
        }
        if expiries(in: zone).contains(due) { matters.append(HelpDue(.expiry, until: end)) }
        return matters
    }

    private func instant(of time: LocalTime, on day: CivilDate, in zone: TimeZone) -> Date {
        LocalCalendar(zone).instant(of: time, on: day)
    }

    private func nextTime(after now: Date, _ today: CivilDate, in zone: TimeZone) -> Date? {
        guard reminds, !isPaused, !times.isEmpty else { return nil }
        var start = today.adding(days: -1)
        while let day = days.day(from: start), until.map({ day <= $0 }) ?? true {
            let moments = times.map { instant(of: $0.time, on: day, in: zone) }
            if let next = moments.filter({ $0 > now }).min() { return next }
            start = day.adding(days: 1)
        }
        return nil
    }

    private var asksForRefill: Bool { !isPaused && stock?.isLow == true }

    private static func isRefillDay(_ day: CivilDate) -> Bool { day.daysSinceEpoch % refillDays == 0 }

    private func nextRefill(after now: Date, _ today: CivilDate, in zone: TimeZone) -> Date? {
        guard asksForRefill else { return nil }
        return (0...Self.refillDays).lazy.map { today.adding(days: $0) }.filter(Self.isRefillDay)
            .map { instant(of: HelpTimes.morning, on: $0, in: zone) }.first { $0 > now }
    }

    private func expiries(in zone: TimeZone) -> [Date] {
        guard let expires else { return [] }
        return Self.warnings.map {
            instant(of: HelpTimes.morning, on: expires.adding(days: -$0), in: zone)
        }
    }
}
