package import Allergens
package import Foundation

/// The weather of one site in the days around an instant.
package struct WeatherSeries: Sendable {
    package let site: WeatherSite
    /// The great-circle distance from the place in question, in metres.
    package let distance: Double
    /// The records in any order; an hour or a day may have a measured and a forecast one.
    package let records: [WeatherRecord]

    package init(site: WeatherSite, distance: Double, records: [WeatherRecord]) {
        self.site = site
        self.distance = distance
        self.records = records
    }
}

extension WeatherSeries {
    /// The values of some days, measured or by a current forecast, as far as they are known.
    package func values(of days: ClosedRange<CivilDate>, at now: Date) -> [CivilDate: WeatherValues] {
        let current = CurrentSeries(self, at: now)
        var values: [CivilDate: WeatherValues] = [:]
        var day = days.lowerBound
        while day <= days.upperBound {
            values[day] = current.entry(on: day)?.values
            day = day.adding(days: 1)
        }
        return values
    }
}

/// The weather of an hour or a day as it applies to a place.
package struct WeatherEntry: Hashable, Sendable {
    package let site: WeatherSite
    /// The great-circle distance from the place, in metres.
    package let distance: Double
    package let period: WeatherPeriod
    /// When the newest forecast in it was issued; `nil` if all is measured.
    package let issued: Date?
    package let values: WeatherValues
}

/// A series reduced to the best record of each period, at an instant.
struct CurrentSeries {
    let series: WeatherSeries
    let now: Date
    /// The hours by their end.
    private let hours: [Date: WeatherRecord]
    private let days: [CivilDate: WeatherRecord]

    /// Measured records come before forecast ones, and forecasts older than ``WeatherRules/forecastAge`` are
    /// left out.
    init(_ series: WeatherSeries, at now: Date) {
        self.series = series
        self.now = now
        var hours: [Date: WeatherRecord] = [:]
        var days: [CivilDate: WeatherRecord] = [:]
        for record in series.records where record.isCurrent(at: now) {
            switch record.period {
            case .hour(let end): hours[end] = record.preferred(to: hours[end])
            case .day(let day): days[day] = record.preferred(to: days[day])
            }
        }
        (self.hours, self.days) = (hours, days)
    }

    /// The current day at the site.
    var today: CivilDate { CivilDate(at: now, in: series.site.timeZone) }

    /// The newest measured hour, unless it ended more than ``WeatherRules/measuredAge`` ago.
    var measuredNow: WeatherEntry? {
        let recent = hours.filter { end, record in
            record.issued == nil && end > now.addingTimeInterval(-WeatherRules.measuredAge)
        }
        return recent.max { $0.key < $1.key }.map { entry($0.value) }
    }

    /// The forecast of the hour that holds the instant.
    var forecastNow: WeatherEntry? {
        let current = hours.filter { end, _ in end >= now && end < now.addingTimeInterval(3_600) }
        return current.min { $0.key < $1.key }.map { entry($0.value) }
    }

    /// The record of a day, completed from its hours.
    func entry(on day: CivilDate) -> WeatherEntry? {
        let hours = self.hours(of: day)
        var values = days[day]?.values ?? WeatherValues()
        values.fill(from: WeatherValues(ofHours: hours.map(\.values)))
        guard !values.isEmpty else { return nil }
        let issued = (hours + [days[day]].compactMap(\.self)).compactMap(\.issued).max()
        return WeatherEntry(
            site: series.site, distance: series.distance, period: .day(day), issued: issued, values: values)
    }

    /// The hours of some days, in order.
    func hours(of days: ClosedRange<CivilDate>) -> [WeatherEntry] {
        let calendar = LocalCalendar(series.site.timeZone)
        let start = calendar.start(of: days.lowerBound)
        let end = calendar.start(of: days.upperBound.adding(days: 1))
        return hours.filter { $0.key > start && $0.key <= end }.sorted { $0.key < $1.key }
            .map { entry($0.value) }
    }

    private func hours(of day: CivilDate) -> [WeatherRecord] {
        let calendar = LocalCalendar(series.site.timeZone)
        let (start, end) = (calendar.start(of: day), calendar.start(of: day.adding(days: 1)))
        return hours.filter { $0.key > start && $0.key <= end }.map(\.value)
    }

    private func entry(_ record: WeatherRecord) -> WeatherEntry {
        WeatherEntry(
            site: series.site, distance: series.distance, period: record.period, issued: record.issued,
            values: record.values)
    }
}

extension WeatherRecord {
    fileprivate func isCurrent(at now: Date) -> Bool {
        issued.map { $0 > now.addingTimeInterval(-WeatherRules.forecastAge) } ?? true
    }

    fileprivate func preferred(to other: WeatherRecord?) -> WeatherRecord {
        guard let other else { return self }
        return issued == nil ? self : other
    }
}

extension WeatherValues {
    /// The values of a day made of its hours, of each parameter that ``WeatherRules/leastHours`` of them have.
    ///
    /// The lowest and highest temperature are those of the hours where these give no extremes of their own.
    fileprivate init(ofHours hours: [WeatherValues]) {
        self.init()
        for parameter in WeatherParameter.allCases {
            let values = hours.compactMap { $0[parameter] ?? $0.substitute(for: parameter) }
            guard values.count >= WeatherRules.leastHours else { continue }
            self[parameter] = parameter.aggregation.value(of: values)
        }
    }

    private func substitute(for parameter: WeatherParameter) -> Double? {
        switch parameter {
        case .temperatureMin, .temperatureMax: self[.temperature]
        default: nil
        }
    }
}

extension WeatherParameter.Aggregation {
    /// The aggregate of at least one value.
    fileprivate func value(of values: [Double]) -> Double? {
        switch self {
        case .mean: values.reduce(0, +) / Double(values.count)
        case .lowest: values.min()
        case .highest: values.max()
        case .sum: values.reduce(0, +)
        }
    }
}
