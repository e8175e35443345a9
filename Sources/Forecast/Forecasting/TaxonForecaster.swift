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
    private let models: [Int: ForecastModel]
    private let norms: [Station.ID: [CivilDate: Double]]

    /// Whether enough is known about the taxon for a forecast.
    package var isReady: Bool { !models.isEmpty }

    /// Learns from the past of all stations.
    ///
    /// The last ``ForecastModel/lessonDays`` count, and the ``SeasonalNorm/reach`` days before them.
    package init(history: [Station.ID: DailySeries], bounds: LevelBounds, on day: CivilDate) {
        prepared = day
        let stations = history.keys.sorted()
        let stride = max((stations.count + Self.mostTeachers - 1) / Self.mostTeachers, 1)
        var norms: [Station.ID: [CivilDate: Double]] = [:]
        var teachers: [(series: DailySeries, norm: SeasonalNorm)] = []
        for (place, station) in stations.enumerated() {
            guard let series = history[station] else { continue }
            let norm = SeasonalNorm(series)
            for offset in Self.around {
                let day = day.adding(days: offset)
                norms[station, default: [:]][day] = norm.logarithm(on: day)
            }
            if place % stride == 0 { teachers.append((series, norm)) }
        }
        self.norms = norms
        // One model at a time: the lessons of all models would fill the memory of a small machine.
        var models: [Int: ForecastModel] = [:]
        for ahead in 1...Outlook.mostDaysAhead {
            let lessons = teachers.flatMap { series, norm in
                OutlookResult.all(
                    of: series, norm: norm, ahead: ahead,
                    in: day.adding(days: -ForecastModel.lessonDays)...day)
            }
            models[ahead] = ForecastModel(lessons, bounds: bounds)
        }
        self.models = models
    }

    /// A station's forecast for a day, from its newest reading.
    ///
    /// - Returns: `nil` when the day is unknown: when the station has no earlier year around that day or no
    ///   recent reading, or when too little is known about the taxon to learn from.
    package func expectation(
        at station: Station.ID, on target: CivilDate, series: DailySeries
    ) -> ForecastModel.Expectation? {
        let recent = target.adding(days: -Outlook.mostDaysAhead)...target.adding(days: -1)
        guard let norms = norms[station], let origin = series.newest(in: recent),
            let model = models[target.daysSinceEpoch - origin.daysSinceEpoch],
            let outlook = Outlook(from: origin, to: target, series: series, norm: { norms[$0] }),
            outlook.norm != nil
        else { return nil }
        return model.expectation(of: outlook)
    }
}
