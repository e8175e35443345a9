import Alerts
import Allergens
import Foundation
import Geography
import Matching
import Observations

extension ForecastAlerts {
    /// What fences that were told of a forecast have to expect now.
    private struct Outlook {
        /// The highest value of the map at any of them.
        var highest: Double?
        /// The gauges by which the level is still one that a fence watches for.
        var stillNews: Set<Fence.Gauge> = []
        /// The fences that have to expect less than was announced.
        var lowered: [Fence.Number: Level] = [:]
    }

    /// Corrects the alerts at a station whose forecast is lower now, or cancels them.
    ///
    /// A day that has been measured needs no correction: the measured value speaks for itself.
    func correct(at station: Station) throws {
        let standing = try transaction.standingAlerts(
            .forecast, at: station.id, of: allergen.id, day: day, at: now)
        guard !standing.isEmpty,
            try transaction.value(of: allergen.id, at: station.id, on: day) == nil
        else { return }
        let values = try transaction.forecasts(of: allergen.id, for: day)
        let own = values.first { $0.station == station.id }
        let outlook = try outlook(around: station, among: values)
        for former in standing {
            guard let announced = former.level, let gauge = former.finding?.gauge else { continue }
            let value = gauge == .field ? outlook.highest : own?.value
            guard bounds.level(of: value ?? 0) < announced else { continue }
            let correction = correction(
                of: former, at: station, now: value, basis: own?.basis,
                isStillNews: outlook.stillNews.contains(gauge))
            try transaction.add(correction)
            try transaction.end(former.id, at: now)
            try transaction.notify(of: correction, insteadOf: former.id, now: now)
        }
        try transaction.rememberForecast(outlook.lowered, of: allergen.id, for: day)
    }

    private func outlook(around station: Station, among values: [DayValue]) throws -> Outlook {
        let field = sampler.field(of: allergen, on: day, among: values)
        let stations = values.map { StationValue($0, by: bounds) }
        let reach = max(FenceValue.reach, field.reach)
        var fences: [Fence.Number] = []
        try transaction.visitFences(
            touching: BoundingBox(around: station.position, radius: reach), watching: allergen.id,
            for: .forecast, at: now
        ) { fences.append($0.number) }
        var outlook = Outlook()
        try transaction.visitFences(fences, watching: allergen.id, forecastFor: day) { fence in
            guard let announced = fence.announced?.level else { return }
            let subject = try subject(at: fence, among: stations, in: field)?.subject
            let level = subject?.level ?? .none
            if level < announced { outlook.lowered[fence.number] = level }
            if level >= fence.threshold { outlook.stillNews.insert(fence.gauge) }
            outlook.highest = [outlook.highest, subject?.modelled].compactMap(\.self).max()
        }
        return outlook
    }

    /// The update or cancellation of an alert; without a value, nothing takes its place.
    private func correction(
        of former: Alert, at station: Station, now value: Double?, basis: Basis?, isStillNews: Bool
    ) -> Alert {
        let gauge = former.finding?.gauge ?? .station
        let finding = value.map { value in
            Alert.Finding(
                station: station.id, stationName: station.name, value: value, day: day,
                basis: gauge == .field ? .modelled : basis ?? .forecast, gauge: gauge)
        }
        return Alert(
            kind: .forecast, message: value != nil && isStillNews ? .update : .cancel,
            reference: Alert.Reference(id: former.id, sent: former.sent), allergens: [allergen.id],
            level: value.map(bounds.level(of:)), publicPosition: former.publicPosition, sent: now,
            expires: end(at: station), finding: finding ?? former.finding)
    }
}
