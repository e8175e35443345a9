package import Allergens
package import Observations

/// The models of one taxon on one day, and the norms of its stations around that day.
package struct TaxonForecaster: Sendable {
    /// The most stations to learn from, evenly spaced among all: a hundred have seen every kind of weather.
    package static let mostTeachers = 100

    /// The days around ``prepared`` whose readings can start a forecast, or that can be forecast.
    private static let around = -(Outlook.mostDaysAhead + 1)...Outlook.mostDaysAhead

    /// The day on which the models were made.
    package let prepared: CivilDate
    /// The models for each number of days ahead.
    private let models: [Int: ForecastModels]
    private let norms: [Station.ID: [CivilDate: Double]]
    /// The stations from which the models learned.
    private let teachers: Set<Station.ID>
    private let shares: ModelShares

    /// Whether enough is known about the taxon for a forecast.
    package var isReady: Bool { !models.isEmpty }

    /// Learns from the past of all stations.
    ///
    /// The last ``ForecastModel/lessonDays`` count, and the ``SeasonalNorm/reach`` days before them.
    ///
    /// - Parameters:
    ///   - history: The daily values of each station.
    ///   - weather: The measured weather at those stations where it is known. It is disturbed as a forecast is.
    ///   - trials: What was foreseen for days of the past with and without a numerical model.
    ///   - bounds: The classes of the taxon.
    ///   - day: The day on which the models are made.
    package init(
        history: [Station.ID: DailySeries], weather: [Station.ID: StationWeather] = [:],
        trials: [ModelTrial] = [], bounds: LevelBounds, on day: CivilDate
    ) {
        prepared = day
        let stations = history.keys.sorted()
        let stride = max((stations.count + Self.mostTeachers - 1) / Self.mostTeachers, 1)
        var norms: [Station.ID: [CivilDate: Double]] = [:]
        var teachers: [Teacher] = []
        var teaching: Set<Station.ID> = []
        for (place, station) in stations.enumerated() {
            guard let series = history[station] else { continue }
            let norm = SeasonalNorm(series)
            for offset in Self.around {
                let day = day.adding(days: offset)
                norms[station, default: [:]][day] = norm.logarithm(on: day)
            }
            if place % stride == 0 {
                teaching.insert(station)
                teachers.append(
                    Teacher(
                        series: series, norm: norm, weather: weather[station],
                        disturbance: WeatherDisturbance(place: place)))
            }
        }
        self.norms = norms
        self.teachers = teaching
        shares = ModelShares(trials, found: history)
        // One model at a time: the lessons of all models would fill the memory of a small machine.
        var models: [Int: ForecastModels] = [:]
        for ahead in 1...Outlook.mostDaysAhead {
            models[ahead] = ForecastModels(teachers.newestLessons(ahead: ahead, until: day), bounds: bounds)
        }
        self.models = models
    }

    /// A station's forecast for a day, from its newest reading.
    ///
    /// - Returns: `nil` when the day is unknown: see ``outlook(at:on:series:weather:modelChange:)``.
    package func expectation(
        at station: Station.ID, on target: CivilDate, series: DailySeries,
        weather: (CivilDate, CivilDate) -> WeatherChange? = { _, _ in nil }
    ) -> ForecastModel.Expectation? {
        outlook(at: station, on: target, series: series, weather: weather).flatMap(expectation)
    }

    /// What is known at a station about a day, from its newest reading.
    ///
    /// - Parameters:
    ///   - station: The station.
    ///   - target: The day to predict.
    ///   - series: The station's values of the last weeks.
    ///   - weather: How the weather is forecast to change from the day of the newest reading to another day,
    ///     as far as that is known. Without it, or without a model that knows the weather, the forecast is
    ///     made without weather, as its ``ForecastModel/Expectation/knowsWeather`` says.
    ///   - modelChange: By how many decades a numerical model is higher on another day than on that of the
    ///     newest reading, as far as that is known.
    /// - Returns: `nil` when the day is unknown: when the station has no earlier year around that day or no
    ///   recent reading.
    package func outlook(
        at station: Station.ID, on target: CivilDate, series: DailySeries,
        weather: (CivilDate, CivilDate) -> WeatherChange? = { _, _ in nil },
        modelChange: (CivilDate, CivilDate) -> Double? = { _, _ in nil }
    ) -> Outlook? {
        let recent = target.adding(days: -Outlook.mostDaysAhead)...target.adding(days: -1)
        guard let norms = norms[station], let origin = series.newest(in: recent),
            let outlook = Outlook(
                from: origin, to: target, series: series, norm: { norms[$0] },
                weather: weather(origin, target), modelChange: modelChange(origin, target)),
            outlook.norm != nil
        else { return nil }
        return outlook
    }

    /// The forecast from what is known at a station of the taxon, or `nil` when too little is known about the
    /// taxon to learn from.
    package func expectation(of outlook: Outlook) -> ForecastModel.Expectation? {
        models[outlook.daysAhead]?.expectation(of: outlook, following: shares[outlook.daysAhead])
    }

    /// What a forecast at a station would be with and without the numerical model, for ``ModelShares`` to learn
    /// from.
    ///
    /// - Returns: `nil` unless the station teaches, its season shows, and the model is known on both days.
    package func trial(of outlook: Outlook, at station: Station.ID) -> ModelTrial? {
        guard teachers.contains(station), outlook.isInSeason, let followed = outlook.followed,
            let models = models[outlook.daysAhead]
        else { return nil }
        return ModelTrial(
            station: station, day: outlook.target, daysAhead: outlook.daysAhead,
            plain: max(models.logarithm(of: outlook), 0), followed: followed)
    }
}

/// A station whose past teaches.
private struct Teacher {
    let series: DailySeries
    let norm: SeasonalNorm
    let weather: StationWeather?
    let disturbance: WeatherDisturbance

    func lesson(ahead: Int, on day: CivilDate) -> OutlookResult? {
        OutlookResult(of: series, norm: norm, ahead: ahead, on: day) {
            weather?.change(from: $0, to: $1, disturbedBy: disturbance)
        }
    }
}

extension [Teacher] {
    /// The newest lessons of the season up to a day, as many as a model learns from, in the order of their days.
    ///
    /// A model that knows the weather learns from as many with weather. Older lessons would be made in vain,
    /// and a hundred stations have half a million.
    fileprivate func newestLessons(ahead: Int, until day: CivilDate) -> [OutlookResult] {
        var lessons: [OutlookResult] = []
        var withWeather = 0
        for back in 0...ForecastModel.lessonDays {
            let day = day.adding(days: -back)
            for teacher in reversed() {
                let isWanted =
                    lessons.count < ForecastModel.mostResults
                    || teacher.weather != nil && withWeather < ForecastModel.mostResults
                guard isWanted, let lesson = teacher.lesson(ahead: ahead, on: day),
                    lesson.outlook.isInSeason
                else { continue }
                lessons.append(lesson)
                if lesson.outlook.weather != nil { withWeather += 1 }
            }
        }
        return lessons.reversed()
    }
}
