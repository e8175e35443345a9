package import Allergens
package import Observations

/// The weather of a day, as far as the forecast of pollen uses it.
package struct DayWeather: Hashable, Sendable {
    /// The mean temperature in °C.
    package let temperature: Double
    /// Whether it rains or snows, see `WeatherMeaning.wet`.
    package let isWet: Bool

    package init(temperature: Double, isWet: Bool) {
        self.temperature = temperature
        self.isWet = isWet
    }

    /// Reads the values of a day; `nil` if the mean temperature or the precipitation is unknown.
    package init?(_ values: WeatherValues) {
        guard let temperature = values[.temperature], let precipitation = values[.precipitation]
        else { return nil }
        self.init(temperature: temperature, isWet: precipitation >= WeatherMeaning.wet)
    }
}

/// The measured weather at a pollen station, day by day.
package struct StationWeather: Sendable {
    /// The first day of the series.
    private var first = CivilDate(daysSinceEpoch: 0)
    /// Eight bytes for each day, because the series of many stations cover decades.
    private var days: [(temperature: Float, isWet: Bool)?] = []

    package init() {}

    /// Whether no day is known.
    package var isEmpty: Bool { days.isEmpty }

    /// Records the weather of a day; cheapest in chronological order.
    package mutating func note(_ weather: DayWeather, on day: CivilDate) {
        if days.isEmpty { first = day }
        if day < first {
            days.insert(
                contentsOf: repeatElement(nil, count: first.daysSinceEpoch - day.daysSinceEpoch), at: 0)
            first = day
        }
        let place = day.daysSinceEpoch - first.daysSinceEpoch
        if place >= days.count { days.append(contentsOf: repeatElement(nil, count: place - days.count + 1)) }
        days[place] = (Float(weather.temperature), weather.isWet)
    }

    /// The weather of a day, or `nil` where it is unknown.
    package subscript(day: CivilDate) -> DayWeather? {
        let place = day.daysSinceEpoch - first.daysSinceEpoch
        guard days.indices.contains(place), let found = days[place] else { return nil }
        return DayWeather(temperature: Double(found.temperature), isWet: found.isWet)
    }

    /// The change from one day to a later one, with the later day's weather as it might have been forecast.
    ///
    /// - Parameters:
    ///   - origin: The day whose weather was measured.
    ///   - target: The later day.
    ///   - disturbance: How a forecast of the later day errs; `nil` for one that does not err.
    /// - Returns: `nil` unless both days are known.
    package func change(
        from origin: CivilDate, to target: CivilDate, disturbedBy disturbance: WeatherDisturbance?
    ) -> WeatherChange? {
        guard let now = self[origin], let then = self[target] else { return nil }
        return WeatherChange(from: now, to: disturbance?.forecast(of: then, on: target) ?? then)
    }
}

/// How the weather changes from the day of the newest value to the day to predict.
package struct WeatherChange: Hashable, Sendable {
    private let now: DayWeather
    private let then: DayWeather

    /// The unit of the change of temperature in °C, which makes its coefficient about as large as the others.
    private static let degrees = 10.0

    package init(from now: DayWeather, to then: DayWeather) {
        (self.now, self.then) = (now, then)
    }

    /// The terms of a fit: warming, a wet day to come, and a wet day now, each times what is in the air.
    ///
    /// Where nothing flies, no weather brings or washes away anything. And a warm day lifts the count only as
    /// far as there are flowers left, which the count of today tells.
    func terms(inAir logarithm: Double) -> [Double] {
        [
            (then.temperature - now.temperature) / Self.degrees * logarithm, then.isWet ? logarithm : 0,
            now.isWet ? logarithm : 0,
        ]
    }
}
