import Allergens
package import Foundation

/// The weather at a place: now, today, tomorrow, each from the nearest site that knows it.
package struct WeatherOutlook: Hashable, Sendable {
    /// The newest hour that a station within reach measured, or else the forecast of the current hour.
    package let now: WeatherEntry?
    package let today: WeatherEntry?
    package let tomorrow: WeatherEntry?
    /// What today's weather means for the pollen in the air, also in view of yesterday's rain.
    package let meaning: WeatherMeaning?
    /// The hours of today and tomorrow at the site of ``today``, or of the next one that is known.
    package let hours: [WeatherEntry]

    /// Chooses among the sites within reach.
    ///
    /// - Parameters:
    ///   - series: The sites, each with its records from yesterday to tomorrow.
    ///   - now: The current time.
    package init(_ series: [WeatherSeries], at now: Date) {
        let near = series.sorted { $0.distance < $1.distance }.map { CurrentSeries($0, at: now) }
        func first<Value>(_ value: (CurrentSeries) -> Value?) -> Value? {
            near.lazy.compactMap(value).first
        }
        self.now = first(\.measuredNow) ?? first(\.forecastNow)
        today = first { $0.entry(on: $0.today) }
        tomorrow = first { $0.entry(on: $0.today.adding(days: 1)) }
        let yesterday = first { $0.entry(on: $0.today.adding(days: -1)).flatMap(\.precipitated) }
        meaning = today.flatMap { WeatherMeaning($0.values, after: yesterday?.values) }
        let main = today?.site.id ?? tomorrow?.site.id ?? self.now?.site.id
        hours =
            near.first { $0.series.site.id == main }
            .map { $0.hours(of: $0.today...$0.today.adding(days: 1)) } ?? []
    }
}

extension WeatherEntry {
    /// The entry, if it knows how much it rained.
    fileprivate var precipitated: WeatherEntry? { values[.precipitation] == nil ? nil : self }
}
