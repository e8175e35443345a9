import Alerting
import Allergens
import Forecasting
package import Foundation
import Maps
import Matching
import Observations

/// Keeps a network's modelled forecasts up to date with its readings.
///
/// The models of a taxon are trained once a day (UTC), and only if a station needs them. A new reading costs
/// one query of its taxon's recent weeks.
package struct ForecastModelling {
    /// Forecasts per transaction, so that other writers wait only some hundredths of a second.
    private static let batch = 500

    /// The days that a model learns from, plus the earlier years for the seasonal norm.
    private static let history = ForecastModel.lessonDays + SeasonalNorm.reach

    /// The days for which it is kept what was foreseen with and without a numerical model.
    ///
    /// Three seasons: numerical models are improved, too.
    private static let trialDays = 3 * 365

    /// The data that a model learns from.
    ///
    /// Simulated data must not influence real forecasts, nor the reverse.
    private struct School: Hashable {
        let allergen: Allergen.ID
        let isSimulated: Bool
    }

    /// What a stored trial of some day is about.
    private struct Noted: Hashable {
        let allergen: Allergen.ID
        let station: Station.ID
        let daysAhead: Int

        init(_ trial: ModelTrial, of allergen: Allergen.ID) {
            (self.allergen, station, daysAhead) = (allergen, trial.station, trial.daysAhead)
        }
    }

    private let network: Network
    private var forecasters: [School: TaxonForecaster] = [:]
    /// The weather from which the models of a day learn.
    private var measured: (day: CivilDate, weather: [Station.ID: StationWeather])?
    /// The weather around the stations of this run.
    private var coming: [Station.ID: ComingWeather] = [:]
    /// The allergens for which numerical models have grids.
    private var gridded: Set<Allergen.ID> = []
    /// The trials of coming days that are stored.
    private var noted: [CivilDate: Set<Noted>] = [:]
    private var last: (stamp: Int, hour: Int)?
    private var tidied: CivilDate?

    package init(network: Network) { self.network = network }

    /// Models what has changed since the last run.
    ///
    /// It does nothing unless a reading has arrived or a new hour has begun, in which a new day may begin
    /// somewhere.
    ///
    /// - Returns: The number of forecasts that are new, changed or withdrawn.
    /// - Throws: Errors of the store. Then the next run starts over.
    @discardableResult
    package mutating func catchUp(at now: Date) async throws -> Int {
        let moment = (stamp: network.fields.stamp, hour: Int(now.timeIntervalSince1970 / 3_600))
        if let last, last == moment { return 0 }
        let stations = try await network.store.stations()
        coming = [:]
        gridded = Set(try await network.store.modelSources().keys)
        var count = 0
        for allergen in network.taxonomy.allergens where allergen.isForecast {
            try Task.checkCancellation()
            count += try await update(allergen, stations: stations, at: now)
        }
        try await tidy(on: CivilDate(at: now, in: .gmt))
        last = moment
        return count
    }

    private mutating func update(
        _ allergen: Allergen, stations: [Station], at now: Date
    ) async throws -> Int {
        guard let bounds = Scale.standard(for: allergen)?.bounds else { return 0 }
        let today = CivilDate(at: now, in: .gmt)
        let recent = try await network.store.series(
            of: allergen.id,
            in: today.adding(days: -Outlook.memory - Outlook.mostDaysAhead)...today.adding(days: 1))
        let own = try await network.store.forecasters(
            of: allergen.id, in: today.adding(days: -1)...today.adding(days: 3))
        let wanted = stations.flatMap { station -> [(station: Station, day: CivilDate)] in
            guard let series = recent[station.id] else { return [] }
            return Self.days(of: station, series, at: now)
                .filter { own[$0]?.contains(station.id) != true }.map { (station, $0) }
        }
        var forecasts: [ModelledForecast] = []
        for isSimulated in [false, true] {
            let pupils = wanted.filter { $0.station.isSimulated == isSimulated }
            guard !pupils.isEmpty else { continue }
            let school = School(allergen: allergen.id, isSimulated: isSimulated)
            let forecaster = try await forecaster(for: school, bounds: bounds, on: today, stations: stations)
            let outlooks = try await outlooks(
                of: school, for: pupils, from: recent, by: forecaster, at: now)
            try await note(outlooks, of: school, by: forecaster)
            forecasts += outlooks.compactMap { station, outlook in
                forecaster.expectation(of: outlook).map {
                    ModelledForecast(
                        station: station, allergen: allergen.id, day: outlook.target, expectation: $0,
                        issued: now)
                }
            }
        }
        let withdrawn = try await withdraw(allergen, except: forecasts, stations: stations, at: now)
        let kept = try await keep(forecasts, of: allergen, at: now)
        let changed = withdrawn.merging(kept) { $0.union($1) }
        try await network.forecasts.correct(changed, of: allergen.id, at: now)
        return changed.values.reduce(0) { $0 + $1.count }
    }

    /// What is known about the days of some stations.
    private mutating func outlooks(
        of school: School, for pupils: [(station: Station, day: CivilDate)],
        from recent: [Station.ID: DailySeries], by forecaster: TaxonForecaster, at now: Date
    ) async throws -> [(station: Station.ID, outlook: Outlook)] {
        for (station, _) in pupils where coming[station.id] == nil {
            coming[station.id] = ComingWeather(
                try await network.store.weather(around: station.position, at: now), at: now)
        }
        let models = try await models(of: school, for: pupils)
        return pupils.compactMap { station, day in
            guard let series = recent[station.id] else { return nil }
            return forecaster.outlook(
                at: station.id, on: day, series: series,
                weather: { coming[station.id]?.change(from: $0, to: $1) },
                modelChange: { models[station.id]?.change(from: $0, to: $1) }
            ).map { (station.id, $0) }
        }
    }

    /// Withdraws forecasts that are no longer valid, because readings were withdrawn or a station fell
    /// silent.
    ///
    /// Past forecasts of stations that are still forecast remain, for comparison with late readings.
    private func withdraw(
        _ allergen: Allergen, except forecasts: [ModelledForecast], stations: [Station], at now: Date
    ) async throws -> [Station.ID: Set<CivilDate>] {
        // West of Greenwich, the day in UTC may be tomorrow.
        let first = CivilDate(at: now, in: .gmt).adding(days: -1)
        let zones = Dictionary(stations.map { ($0.id, $0.timeZone) }) { first, _ in first }
        var expected: [Station.ID: Set<CivilDate>] = [:]
        for forecast in forecasts { expected[forecast.station, default: []].insert(forecast.day) }
        for station in expected.keys {
            var past = first
            while let zone = zones[station], past < CivilDate(at: now, in: zone) {
                expected[station]?.insert(past)
                past = past.adding(days: 1)
            }
        }
        return try await network.store.withdrawModelledForecasts(
            of: allergen.id, from: first, except: expected)
    }

    /// Returns the days to forecast at a station.
    ///
    /// These are the station's tomorrow and the day after, its today while it has no reading, and those of the
    /// maps, which are days of UTC.
    private static func days(of station: Station, _ series: DailySeries, at now: Date) -> [CivilDate] {
        let today = CivilDate(at: now, in: station.timeZone)
        let universal = CivilDate(at: now, in: .gmt)
        let days = Set([today] + (1...2).flatMap { [today.adding(days: $0), universal.adding(days: $0)] })
        return days.sorted().filter { day in
            guard let newest = series.span?.upperBound else { return false }
            return day > newest && newest.adding(days: Outlook.mostDaysAhead) >= day
        }
    }

    private mutating func forecaster(
        for school: School, bounds: LevelBounds, on today: CivilDate, stations: [Station]
    ) async throws -> TaxonForecaster {
        // A model with too little data is trained again after every change: a history may just be arriving.
        if let known = forecasters[school], known.prepared == today, known.isReady { return known }
        let teachers = Set(stations.filter { $0.isSimulated == school.isSimulated }.map(\.id))
        let weather = try await weather(around: stations, until: today)
        let history = try await network.store.series(
            of: school.allergen, in: today.adding(days: -Self.history)...today)
        let trials = try await network.store.modelTrials(
            of: school.allergen, since: today.adding(days: -Self.trialDays))
        let made = TaxonForecaster(
            history: history.filter { teachers.contains($0.key) }, weather: weather, trials: trials,
            bounds: bounds, on: today)
        forecasters[school] = made
        return made
    }

    /// The measured weather of the days from which a model learns; all models of a day share it.
    private mutating func weather(
        around stations: [Station], until today: CivilDate
    ) async throws -> [Station.ID: StationWeather] {
        // Without any, a history may just be arriving.
        if let measured, measured.day == today, !measured.weather.isEmpty { return measured.weather }
        let found = try await network.store.measuredWeather(
            around: stations, in: today.adding(days: -ForecastModel.lessonDays)...today)
        measured = (today, found)
        return found
    }

    /// Stores forecasts, and returns the days of each station where one is new or different.
    private func keep(
        _ forecasts: [ModelledForecast], of allergen: Allergen, at now: Date
    ) async throws -> [Station.ID: Set<CivilDate>] {
        let reach = max(
            FenceValue.reach,
            MapFieldSampler().field(of: allergen, on: CivilDate(at: now, in: .gmt), among: []).reach)
        var changed: [Station.ID: Set<CivilDate>] = [:]
        for start in stride(from: 0, to: forecasts.count, by: Self.batch) {
            let part = Array(forecasts[start..<min(start + Self.batch, forecasts.count)])
            for forecast in try await network.store.keep(part, reach: reach, at: now) {
                changed[forecast.station, default: []].insert(forecast.day)
            }
        }
        return changed
    }

    private mutating func tidy(on today: CivilDate) async throws {
        guard tidied != today else { return }
        try await network.store.forgetModelledForecasts(before: today)
        try await network.store.forgetModelTrials(before: today.adding(days: -Self.trialDays))
        noted = noted.filter { $0.key >= today.adding(days: -1) }
        tidied = today
    }
}

/// Numerical models.
extension ForecastModelling {
    /// What numerical models say of the days that are to be forecast, and of those of the newest readings.
    ///
    /// Simulated stations are in no air that a model computes.
    private func models(
        of school: School, for pupils: [(station: Station, day: CivilDate)]
    ) async throws -> [Station.ID: ModelSeries] {
        let days = pupils.map(\.day)
        guard !school.isSimulated, gridded.contains(school.allergen), let first = days.min(),
            let last = days.max()
        else { return [:] }
        let stations = Dictionary(pupils.map { ($0.station.id, $0.station) }) { first, _ in first }
        return try await network.store.modelSeries(
            of: school.allergen, at: Array(stations.values),
            in: first.adding(days: -Outlook.mostDaysAhead)...last)
    }

    /// Stores what is foreseen with and without a numerical model, to learn from it how far to follow the model.
    private mutating func note(
        _ outlooks: [(station: Station.ID, outlook: Outlook)], of school: School,
        by forecaster: TaxonForecaster
    ) async throws {
        guard gridded.contains(school.allergen) else { return }
        let trials = outlooks.compactMap { forecaster.trial(of: $0.outlook, at: $0.station) }
            .filter { noted[$0.day]?.contains(Noted($0, of: school.allergen)) != true }
        try await network.store.keep(trials, of: school.allergen)
        for trial in trials { noted[trial.day, default: []].insert(Noted(trial, of: school.allergen)) }
    }
}
