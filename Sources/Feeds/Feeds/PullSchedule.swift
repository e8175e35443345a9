package import Allergens
package import Foundation

/// When a network publishes, and with it when its feed is due.
package struct PullSchedule: Hashable, Sendable {
    /// How often there is something new.
    package enum Rhythm: Hashable, Sendable {
        /// At times of the day, in ascending order.
        case daily([LocalTime])
        /// Every so many minutes, ``PullSchedule/intervals``, counted from midnight UTC.
        case every(minutes: Int)
    }

    /// Minutes between two pulls: nobody counts pollen more often than every five, and once a day is ``Rhythm/daily(_:)``.
    package static let intervals = 5...720

    /// The longest time that a request waits after its moment.
    ///
    /// Publications are late by minutes, and all who read them would come in the same second.
    static let longestSpread: TimeInterval = 600

    package let rhythm: Rhythm
    /// Whose clocks show the times, and whose days and midnights count.
    package let timeZone: TimeZone

    init(_ rhythm: Rhythm, in timeZone: TimeZone) {
        (self.rhythm, self.timeZone) = (rhythm, timeZone)
    }

    /// Only at midnight.
    var nightly: PullSchedule { PullSchedule(.daily([LocalTime(hour: 0)]), in: timeZone) }

    /// The same, and at midnight as well.
    ///
    /// A midnight of an interval comes with its other moments already unless the zone's midnight is none of them, and
    /// then the next moment brings what it would have brought.
    var withNight: PullSchedule {
        guard case .daily(let times) = rhythm else { return self }
        return PullSchedule(.daily(Set(times).union([LocalTime(hour: 0)]).sorted()), in: timeZone)
    }

    /// The first moment after an instant at which there is something new.
    package func next(after instant: Date) -> Date {
        switch rhythm {
        case .daily(let times):
            let calendar = LocalCalendar(timeZone)
            let moments = times.map { calendar.next($0, after: instant) }
            return moments.min() ?? .distantFuture
        case .every(let minutes):
            let step = Double(minutes * 60)
            return Date(
                timeIntervalSince1970: ((instant.timeIntervalSince1970 / step).rounded(.down) + 1) * step)
        }
    }

    /// The last moment, at an instant or before it, at which there was something new.
    package func last(until instant: Date) -> Date {
        switch rhythm {
        case .daily(let times):
            let calendar = LocalCalendar(timeZone)
            // One day back is not enough where the clocks are put across midnight.
            let days = (-2...0).map { calendar.day(at: instant).adding(days: $0) }
            let moments = days.flatMap { day in times.map { calendar.instant(of: $0, on: day) } }
            return moments.filter { $0 <= instant }.max() ?? .distantPast
        case .every(let minutes):
            let step = Double(minutes * 60)
            return Date(timeIntervalSince1970: (instant.timeIntervalSince1970 / step).rounded(.down) * step)
        }
    }

    /// When to ask for what is published after an instant; `share` is a random number from 0 to 1, by which those who
    /// ask are spread.
    package func attempt(after instant: Date, share: Double) -> Date {
        let moment = next(after: instant)
        let spread = min(Self.longestSpread, next(after: moment).timeIntervalSince(moment) / 5)
        return moment.addingTimeInterval(spread * share)
    }

    /// The day that what is new at an instant is about: at midnight, the one that has just ended.
    package func day(at instant: Date) -> CivilDate {
        LocalCalendar(timeZone).day(at: last(until: instant).addingTimeInterval(-1))
    }

    /// Whether something that was last up to date at `success` is not any more: two publications have gone by.
    ///
    /// A publication of the last ``longestSpread`` does not count yet.
    package func isStale(_ success: Date, at now: Date) -> Bool {
        let newest = last(until: now.addingTimeInterval(-Self.longestSpread))
        return success < last(until: newest.addingTimeInterval(-1))
    }

    /// How often a feed is due in a day.
    var momentsPerDay: Int {
        switch rhythm {
        case .daily(let times): times.count
        case .every(let minutes): (1_440 + minutes - 1) / minutes
        }
    }
}

extension PullSchedule: Decodable {
    private enum Member: String, CodingKey, CaseIterable {
        case timeZone, published, everyMinutes
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.members(Member.self)
        let zoneName = try members.decode(String.self, forKey: .timeZone)
        guard let timeZone = TimeZone(identifier: zoneName) else {
            throw decoder.mistake(at: "timeZone", "“\(zoneName)” is no time zone, such as Europe/Zurich")
        }
        let texts = try members.decodeIfPresent([String].self, forKey: .published)
        let minutes = try members.decodeIfPresent(Int.self, forKey: .everyMinutes)
        switch (texts, minutes) {
        case (let texts?, nil):
            let times = texts.compactMap { LocalTime($0) }
            guard !times.isEmpty, times.count == texts.count, Set(times).count == times.count
            else { throw decoder.mistake(at: "published", "must be a list of different times such as 12:00") }
            self.init(.daily(times.sorted()), in: timeZone)
        case (nil, let minutes?):
            guard Self.intervals.contains(minutes) else {
                let (least, most) = (Self.intervals.lowerBound, Self.intervals.upperBound)
                throw decoder.mistake(at: "everyMinutes", "must be a whole number from \(least) to \(most)")
            }
            self.init(.every(minutes: minutes), in: timeZone)
        default:
            throw decoder.mistake("either published or everyMinutes is needed, and not both")
        }
    }
}
