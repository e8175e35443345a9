import Alerts
import Allergens
import Foundation
import Geography
import Matching
import Observations

/// The forecast of one allergen for one day, for the fences whose round is due.
struct ForecastAlerts {
    let allergen: Allergen
    let bounds: LevelBounds
    let day: CivilDate
    let sampler: any FieldSampler
    let transaction: any ForecastTransaction & StationAlertTransaction
    let now: Date

    /// The identity of one alert: all owners that it concerns receive the same one.
    struct Subject: Hashable {
        let station: Station.ID
        let level: Level
        /// The highest value of the map, or `nil` when the value is the station's own.
        let modelled: Double?
    }

    func report(to fences: [Fence.Number]) throws {
        let values = try transaction.forecasts(of: allergen.id, for: day)
        let stations = values.map { StationValue($0, by: bounds) }
        let field = sampler.field(of: allergen, on: day, among: values)
        var concerned: [Subject: [Fence.Number: Double]] = [:]
        var announced: [Fence.Number: Level] = [:]
        try transaction.visitFences(fences, watching: allergen.id, forecastFor: day) { fence in
            guard let (subject, distance) = try subject(at: fence, among: stations, in: field),
                subject.level >= fence.threshold, subject.level > fence.announced?.level ?? .none
            else { return }
            concerned[subject, default: [:]][fence.number] = distance
            announced[fence.number] = subject.level
        }
        for (subject, fences) in concerned.sorted(by: { $0.key.station < $1.key.station }) {
            guard let station = try transaction.station(subject.station),
                let own = values.first(where: { $0.station == subject.station })
            else { continue }
            try transaction.notify(
                of: alert(for: subject, at: station, own: own), concerned: fences, now: now)
        }
        try transaction.rememberForecast(announced, of: allergen.id, for: day)
    }

    /// The station that decides a fence's level and its forecast, with the distance in metres.
    func subject(
        at fence: WatchingFence, among stations: [StationValue], in field: any FenceField
    ) throws -> (subject: Subject, distance: Double)? {
        switch fence.gauge {
        case .station:
            guard let value = try FenceValue(at: fence, among: stations), let station = value.stations.first
            else { return nil }
            return (Subject(station: station, level: value.level, modelled: nil), value.distance)
        case .field:
            guard let value = try field.highest(in: fence) else { return nil }
            return (
                Subject(station: value.nearest, level: value.level, modelled: value.concentration),
                value.distance
            )
        }
    }

    /// The alert that is already in force, or a new one in its place when the forecast has changed.
    private func alert(for subject: Subject, at station: Station, own: DayValue) throws -> Alert {
        let isField = subject.modelled != nil
        let finding = Alert.Finding(
            station: station.id, stationName: station.name, value: subject.modelled ?? own.value, day: day,
            basis: isField ? .modelled : own.basis, gauge: isField ? .field : .station)
        let standing = try transaction.standingAlerts(
            .forecast, at: station.id, of: allergen.id, day: day, at: now)
        for former in standing where former.finding?.gauge == finding.gauge {
            if former.finding == finding { return former }
            if !isField { try transaction.end(former.id, at: now) }
        }
        let alert = Alert(
            kind: .forecast, allergens: [allergen.id], level: subject.level,
            publicPosition: station.position, sent: now, expires: end(at: station), finding: finding)
        try transaction.add(alert)
        return alert
    }

    /// When alerts about the day end: with the day at the station, and not at once.
    func end(at station: Station) -> Date {
        max(LocalCalendar(station.timeZone).start(of: day.adding(days: 1)), now.addingTimeInterval(3_600))
    }
}
