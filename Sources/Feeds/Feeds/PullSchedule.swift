package import Allergens
package import Foundation

/// When a network publishes, and therefore when its feed is due.
package struct PullSchedule: Hashable, Sendable {
    /// How often new data appear.
    package enum Rhythm: Hashable, Sendable {
        /// At certain times of the day, in ascending order.
        case daily([LocalTime])
        /// Every so many minutes (``PullSchedule/intervals``), counted from midnight UTC.
        case every(minutes: Int)
    }

    /// The allowed minutes between two pulls.
    ///
    /// Nobody counts pollen more often than every five minutes, and once a day is ``Rhythm/daily(_:)``.
    package static let intervals = 5...720

    /// The longest delay of a request after its due time.
    ///
    /// Publications are minutes late, and otherwise all clients would send their requests in the same second.
    static let longestSpread: TimeInterval = 600

    package let rhythm: Rhythm
    /// The time zone of the times, days and midnights.
    package let timeZone: TimeZone

    init(_ rhythm: Rhythm, in timeZone: TimeZone) {
        (self.rhythm, self.timeZone) = (rhythm, timeZone)
    }

    /// The schedule for midnight only.
    var nightly: PullSchedule { PullSchedule(.daily([LocalTime(hour: 0)]), in: timeZone) }

    /// The same schedule, and midnight as well.
    ///
    /// An interval needs no extra midnight. Either midnight is one of its times already, or the next time
    /// yields the same data.
    var withNight: PullSchedule {
        guard case .daily(let times) = rhythm else { return self }
        return PullSchedule(.daily(Set(times).union([LocalTime(hour: 0)]).sorted()), in: timeZone)
    }

    /// Returns the first publication time after an instant.
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

    /// Returns the last publication time at or before an instant.
    package func last(until instant: Date) -> Date {
        switch rhythm {
        case .daily(let times):
            let calendar = LocalCalendar(timeZone)
            // One day back is not enough where a clock change crosses midnight.
            let days = (-2...0).map { calendar.day(at: instant).adding(days: $0) }
            let moments = days.flatMap { day in times.map { calendar.instant(of: $0, on: day) } }
            return moments.filter { $0 <= instant }.max() ?? .distantPast
        case .every(let minutes):
            let step = Double(minutes * 60)
            return Date(timeIntervalSince1970: (instant.timeIntervalSince1970 / step).rounded(.down) * step)
        }
    }

    /// Returns when to request the first publication after an instant.
    ///
    /// `share` is a random number from 0 to 1 that spreads requests over time.
    package func attempt(after instant: Date, share: Double) -> Date {
        let moment = next(after: instant)
        let spread = min(Self.longestSpread, next(after: moment).timeIntervalSince(moment) / 5)
        return moment.addingTimeInterval(spread * share)
    }

    /// Returns the day covered by the publication at an instant: at midnight, the day that has just ended.
    package func day(at instant: Date) -> CivilDate {
        LocalCalendar(timeZone).day(at: last(until: instant).addingTimeInterval(-1))
    }

    /// Whether data last updated at `success` are out of date because two publications have passed.
    ///
    /// A publication within the last ``longestSpread`` does not count yet.
    package func isStale(_ success: Date, at now: Date) -> Bool {
        let newest = last(until: now.addingTimeInterval(-Self.longestSpread))
        return success < last(until: newest.addingTimeInterval(-1))
    }

    /// How often a feed is due per day.
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
