import Alerting
import Allergens
import Forecasting
package import Foundation
import Maps
import Matching
import Observations
import Storage

/// Keeps the modelled forecasts of a network as new as its readings.
///
/// The models of a taxon are made once a day (UTC) and only when some station needs them; a new reading costs one look at
/// the last weeks of its taxon.
package struct ForecastModelling {
    /// Forecasts in one transaction: other writers wait no longer than some hundredths of a second.
    private static let batch = 500

    /// The days that a model learns from, and the years before them that tell what was usual then.
    private static let history = ForecastModel.lessonDays + SeasonalNorm.reach

    /// Whose past is learned from: what is made up teaches nothing about what is real, nor the other way round.
    private struct School: Hashable {
        let allergen: Allergen.ID
        let isSimulated: Bool
    }

    private let network: Network
    private var forecasters: [School: TaxonForecaster] = [:]
    private var last: (stamp: Int, hour: Int)?
    private var tidied: CivilDate?

    package init(network: Network) { self.network = network }

    /// Works out what has changed since the last time; nothing when no reading came and no new hour began, in which
    /// somewhere a new day may begin.
    ///
    /// - Returns: The number of forecasts that are new or others than before, and of days that lost some.
    /// - Throws: Why the store could not be read or written; then all is looked at again the next time.
    @discardableResult
    package mutating func catchUp(at now: Date) async throws -> Int {
        let moment = (stamp: network.fields.stamp, hour: Int(now.timeIntervalSince1970 / 3_600))
        if let last, last == moment { return 0 }
        let stations = try await network.store.stations()
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
            of: allergen.id, in: today.adding(days: -1)...today.adding(days: 2))
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
            forecasts += pupils.compactMap { station, day in
                guard let series = recent[station.id],
                    let expectation = forecaster.expectation(at: station.id, on: day, series: series)
                else { return nil }
                return ModelledForecast(
                    station: station.id, allergen: allergen.id, day: day, expectation: expectation,
                    issued: now)
            }
        }
        let withdrawn = try await withdraw(allergen, except: forecasts, stations: stations, at: now)
        return try await keep(forecasts, of: allergen, at: now) + withdrawn
    }

    /// Withdraws what is not expected any more, because readings were taken back or a station fell silent; but the past
    /// of stations that are forecast stays, for comparison with readings that come late.
    private func withdraw(
        _ allergen: Allergen, except forecasts: [ModelledForecast], stations: [Station], at now: Date
    ) async throws -> Int {
        // West of Greenwich the day of UTC may be tomorrow.
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
        let days = try await network.store.withdrawModelledForecasts(
            of: allergen.id, from: first, except: expected)
        network.fields.note(days.isEmpty ? [:] : [allergen.id: days])
        return days.count
    }

    /// The days that are to be forecast at a station: its own tomorrow, and today as long as it has no reading; and the
    /// tomorrow of the maps, which is that of UTC.
    private static func days(of station: Station, _ series: DailySeries, at now: Date) -> [CivilDate] {
        let today = CivilDate(at: now, in: station.timeZone)
        let days: Set = [today, today.adding(days: 1), CivilDate(at: now, in: .gmt).adding(days: 1)]
        return days.sorted().filter { day in
            guard let newest = series.span?.upperBound else { return false }
            return day > newest && newest.adding(days: Outlook.mostDaysAhead) >= day
        }
    }

    private mutating func forecaster(
        for school: School, bounds: LevelBounds, on today: CivilDate, stations: [Station]
    ) async throws -> TaxonForecaster {
        // Who knows too little is asked again with every change: a history may just be coming in.
        if let known = forecasters[school], known.prepared == today, known.isReady { return known }
        let teachers = Set(stations.filter { $0.isSimulated == school.isSimulated }.map(\.id))
        let history = try await network.store.series(
            of: school.allergen, in: today.adding(days: -Self.history)...today)
        let made = TaxonForecaster(
            history: history.filter { teachers.contains($0.key) }, bounds: bounds, on: today)
        forecasters[school] = made
        return made
    }

    private func keep(_ forecasts: [ModelledForecast], of allergen: Allergen, at now: Date) async throws
        -> Int
    {
        let reach = max(
            FenceValue.reach,
            MapFieldSampler().field(of: allergen, on: CivilDate(at: now, in: .gmt), among: []).reach)
        var count = 0
        for start in stride(from: 0, to: forecasts.count, by: Self.batch) {
            let part = Array(forecasts[start..<min(start + Self.batch, forecasts.count)])
            let changed = try await network.store.keep(part, reach: reach, at: now)
            network.fields.note([allergen.id: Set(changed.map(\.day))].filter { !$0.value.isEmpty })
            count += changed.count
        }
        return count
    }

    private mutating func tidy(on today: CivilDate) async throws {
        guard tidied != today else { return }
        try await network.store.forgetModelledForecasts(before: today)
        tidied = today
    }
}
