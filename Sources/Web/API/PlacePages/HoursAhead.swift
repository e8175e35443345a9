import Allergens
import Foundation
import Observations

/// The coming hours at a place by what is highest in each, and when there is least in the air by day.
struct HoursAhead {
    /// What is highest in an hour.
    struct Hour {
        let end: Date
        let allergen: Allergen
        /// In the allergen's unit.
        let value: Double
        let interval: ForecastInterval
        let level: Level
        /// From 0 to 10, on the allergen's ``Scale``.
        let index: Double

        var start: Date { end.addingTimeInterval(-3_600) }
    }

    /// What to expect of a day.
    enum Day {
        /// The hours with least in the air.
        case best(start: Date, end: Date, highest: Hour)
        /// No hours of the day are much better than others.
        case even
    }

    /// In order, without hours that are unknown.
    let hours: [Hour]
    /// The allergens whose hours are known.
    let allergens: [Allergen]

    /// The hours that somebody can be outside for, one after the other.
    private static let span = 3
    /// The hours of the day, by the clocks of the place, in which people are up.
    private static let waking = 7..<22
    /// Half a level: hours that differ less are as good as one another.
    private static let leastGain = 1.25

    /// - Returns: `nil` if no hour has more than nothing.
    init?(_ coming: [ComingHours]) {
        var highest: [Date: Hour] = [:]
        for course in coming {
            guard let bounds = Scale.standard(for: course.allergen)?.bounds else { continue }
            for hour in course.hours {
                let index = bounds.index(of: hour.value)
                if let known = highest[hour.end], known.index >= index { continue }
                highest[hour.end] = Hour(
                    end: hour.end, allergen: course.allergen, value: hour.value, interval: hour.interval,
                    level: hour.level, index: index)
            }
        }
        guard highest.values.contains(where: { $0.level > .none }) else { return nil }
        hours = highest.values.sorted { $0.end < $1.end }
        allergens = coming.map(\.allergen)
    }

    /// What to expect of a day by the clocks of a zone; `nil` if too few of its hours are known.
    func outlook(on day: CivilDate, in zone: TimeZone) -> Day? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let awake = hours.filter {
            CivilDate(at: $0.start, in: zone) == day
                && Self.waking.contains(calendar.component(.hour, from: $0.start))
        }
        let windows = awake.indices.dropLast(Self.span - 1).map { awake[$0..<$0 + Self.span] }
            .filter { $0.last?.end == $0.first?.start.addingTimeInterval(Double(Self.span) * 3_600) }
        let rated = windows.map { (window: $0, mean: Self.mean(of: $0)) }
        guard rated.count > 1, let best = rated.min(by: { $0.mean < $1.mean }),
            let worst = rated.map(\.mean).max(), let first = best.window.first, let last = best.window.last,
            let highest = best.window.max(by: { $0.index < $1.index })
        else { return nil }
        guard worst - best.mean >= Self.leastGain else { return .even }
        return .best(start: first.start, end: last.end, highest: highest)
    }

    private static func mean(of window: ArraySlice<Hour>) -> Double {
        window.reduce(0) { $0 + $1.index } / Double(window.count)
    }
}
