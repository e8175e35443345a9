import Alerting
import Allergens
import Atlas
import Forecasting
package import Foundation
import Matching
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

    private let network: Network
    private var forecasters: [Allergen.ID: TaxonForecaster] = [:]
    private var last: (stamp: Int, hour: Int)?
    private var tidied: CivilDate?

    package init(network: Network) { self.network = network }

    /// Works out what has changed since the last time; nothing when no reading came and no new hour began, in which
    /// somewhere a new day may begin.
    ///
    /// - Returns: The number of forecasts that are new or others than before.
    /// - Throws: Why the archive could not be read or written; then all is looked at again the next time.
    @discardableResult
    package mutating func catchUp(at now: Date) async throws -> Int {
        let moment = (stamp: network.fields.stamp, hour: Int(now.timeIntervalSince1970 / 3_600))
        if let last, last == moment { return 0 }
        let stations = try await network.archive.stations()
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
        let recent = try await network.archive.series(
            of: allergen.id,
            in: today.adding(days: -Outlook.memory - Outlook.mostDaysAhead)...today.adding(days: 1))
        let own = try await network.archive.forecasters(
            of: allergen.id, in: today.adding(days: -1)...today.adding(days: 2))
        let wanted = stations.flatMap { station -> [(station: Station, day: CivilDate)] in
            guard let series = recent[station.id] else { return [] }
            return Self.days(of: station, series, at: now)
                .filter { own[$0]?.contains(station.id) != true }.map { (station, $0) }
        }
        guard !wanted.isEmpty else { return 0 }
        let forecaster = try await forecaster(of: allergen, bounds: bounds, on: today)
        let forecasts = wanted.compactMap { station, day in
            recent[station.id].flatMap { forecaster.expectation(at: station.id, on: day, series: $0) }.map {
                ModelledForecast(
                    station: station.id, allergen: allergen.id, day: day, expectation: $0, issued: now)
            }
        }
        return try await keep(forecasts, of: allergen, at: now)
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
        of allergen: Allergen, bounds: LevelBounds, on today: CivilDate
    ) async throws -> TaxonForecaster {
        // Who knows too little is asked again with every change: a history may just be coming in.
        if let known = forecasters[allergen.id], known.prepared == today, known.isReady { return known }
        let history = try await network.archive.series(
            of: allergen.id, in: today.adding(days: -Self.history)...today)
        let made = TaxonForecaster(history: history, bounds: bounds, on: today)
        forecasters[allergen.id] = made
        return made
    }

    private func keep(_ forecasts: [ModelledForecast], of allergen: Allergen, at now: Date) async throws
        -> Int
    {
        let reach = max(
            FenceValue.reach,
            MapGauge().field(of: allergen, on: CivilDate(at: now, in: .gmt), among: []).reach)
        var count = 0
        for start in stride(from: 0, to: forecasts.count, by: Self.batch) {
            let part = Array(forecasts[start..<min(start + Self.batch, forecasts.count)])
            let changed = try await network.archive.keep(part, reach: reach, at: now)
            network.fields.note([allergen.id: Set(changed.map(\.day))].filter { !$0.value.isEmpty })
            count += changed.count
        }
        return count
    }

    private mutating func tidy(on today: CivilDate) async throws {
        guard tidied != today else { return }
        try await network.archive.forgetModelledForecasts(before: today)
        tidied = today
    }
}
