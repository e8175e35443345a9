import Alerts
import Allergens
import Foundation
import Geography
import Matching
import Observations

/// Raises and corrects the alerts that one batch causes for one allergen.
struct AllergenAlerts {
    let allergen: Allergen
    let bounds: LevelBounds
    let sampler: any FieldSampler
    let transaction: any StationAlertTransaction
    let now: Date

    /// How long a station's alert stays in force, in seconds: until the next day's reading is due.
    private static let lifetime: TimeInterval = 24 * 3_600

    func report(_ stations: [Station.ID: Set<CivilDate>]) throws {
        for id in stations.keys.sorted() {
            guard let station = try transaction.station(id), let changed = stations[id] else { continue }
            let today = CivilDate(at: now, in: station.timeZone)
            let days = changed.filter { $0 >= today.adding(days: -1) }.sorted()
            guard let newest = days.last else { continue }
            for day in days.dropLast() where try isOverstated(station, on: day) {
                let values = try transaction.newestValues(of: allergen.id, until: day)
                try correct(station, day: day, after: judge(station, on: day, among: values))
            }
            let values = try transaction.newestValues(of: allergen.id, until: today)
            let own = values.first { $0.station == id }
            let outcome = try judge(station, on: own?.day ?? newest, among: values)
            try correct(station, day: newest, after: outcome)
            if let own { try raise(outcome, at: station, own: own) }
        }
    }

    /// Whether an alert of that day announced a higher level than the value now has.
    private func isOverstated(_ station: Station, on day: CivilDate) throws -> Bool {
        let announced = try transaction.standingAlerts(
            .station, at: station.id, of: allergen.id, day: day, at: now
        ).compactMap(\.level).max()
        let value = try transaction.value(of: allergen.id, at: station.id, on: day)?.value ?? 0
        return announced.map { $0 > bounds.level(of: value) } ?? false
    }

    private func judge(_ station: Station, on day: CivilDate, among values: [DayValue]) throws -> AlertOutcome
    {
        let neighbours = Neighbours(of: station, among: values, bounds: bounds)
        let field = sampler.field(of: allergen, on: day, among: values)
        let reach = max(FenceValue.reach, field.reach)
        var outcome = AlertOutcome()
        var announcements: [Fence.Number: Announcement?] = [:]
        try transaction.visitFences(
            touching: BoundingBox(around: station.position, radius: reach), watching: allergen.id,
            for: .station, at: now
        ) { fence in
            let air =
                switch fence.gauge {
                case .station: try self.air(at: fence, from: station, among: neighbours)
                case .field: try field.highest(in: fence).map(FenceAir.init(modelled:))
                }
            let verdict = FenceVerdict(of: air, at: fence, on: day)
            if verdict.announcement != fence.announced {
                announcements[fence.number] = .some(verdict.announcement)
            }
            guard let air, let news = verdict.news else { return }
            outcome.note(news, isAnnounced: verdict.announcement != nil, at: fence.number, air)
        }
        try transaction.remember(announcements, of: allergen.id)
        return outcome
    }

    private func air(
        at fence: WatchingFence, from station: Station, among neighbours: Neighbours
    ) throws -> FenceAir? {
        try FenceValue(at: fence, among: neighbours.around(fence)).map { FenceAir($0, saidBy: station.id) }
    }

    private func raise(_ outcome: AlertOutcome, at station: Station, own: DayValue) throws {
        if !outcome.reached.isEmpty {
            try raise(alert(at: station, own: own), for: outcome.reached)
        }
        for (_, news) in outcome.modelled.sorted(by: { $0.key < $1.key }) {
            try raise(alert(at: station, own: own, modelled: news.highest), for: news.fences)
        }
    }

    /// Raises an alert and ends those of the same day that announced a lower level.
    private func raise(_ alert: Alert, for fences: [Fence.Number: Double]) throws {
        guard let finding = alert.finding, let level = alert.level else { return }
        let standing = try transaction.standingAlerts(
            .station, at: finding.station, of: allergen.id, day: finding.day, at: now)
        for former in standing where former.finding?.gauge == finding.gauge {
            if let said = former.level, said < level { try transaction.end(former.id, at: now) }
        }
        try transaction.add(alert)
        try transaction.notify(of: alert, concerned: fences, now: now)
    }

    /// Cancels or corrects alerts of a day whose value turns out to be lower.
    private func correct(_ station: Station, day: CivilDate, after outcome: AlertOutcome) throws {
        let standing = try transaction.standingAlerts(
            .station, at: station.id, of: allergen.id, day: day, at: now)
        for former in standing {
            guard let announced = former.level else { continue }
            let isModelled = former.finding?.gauge == .field
            let modelled = isModelled ? outcome.highestModelled : nil
            guard let own = try transaction.value(of: allergen.id, at: station.id, on: day) else {
                if bounds.level(of: modelled ?? 0) < announced { try disown(former) }
                continue
            }
            guard bounds.level(of: modelled ?? own.value) < announced else { continue }
            let isStillNews = isModelled ? outcome.isModelStillNews : outcome.isStillNews
            let correction = alert(
                at: station, own: own, modelled: modelled, message: isStillNews ? .update : .cancel,
                reference: Alert.Reference(id: former.id, sent: former.sent))
            try transaction.add(correction)
            try transaction.end(former.id, at: now)
            try transaction.notify(of: correction, insteadOf: former.id, now: now)
        }
    }

    /// Cancels an alert whose value no longer counts and has no replacement.
    private func disown(_ former: Alert) throws {
        let cancellation = Alert(
            kind: .station, message: .cancel, reference: Alert.Reference(id: former.id, sent: former.sent),
            allergens: [allergen.id], level: nil, publicPosition: former.publicPosition, sent: now,
            expires: now.addingTimeInterval(Self.lifetime), finding: former.finding)
        try transaction.add(cancellation)
        try transaction.end(former.id, at: now)
        try transaction.notify(of: cancellation, insteadOf: former.id, now: now)
    }

    private func alert(
        at station: Station, own: DayValue, modelled: Double? = nil, message: Alert.Message = .alert,
        reference: Alert.Reference? = nil
    ) -> Alert {
        Alert(
            kind: .station, message: message, reference: reference, allergens: [allergen.id],
            level: bounds.level(of: modelled ?? own.value), publicPosition: station.position, sent: now,
            expires: now.addingTimeInterval(Self.lifetime),
            finding: Alert.Finding(
                station: station.id, stationName: station.name, value: modelled ?? own.value, day: own.day,
                basis: modelled == nil ? own.basis : .modelled, gauge: modelled == nil ? .station : .field))
    }
}

/// The stations that can matter to the fences near one station, with their levels.
struct Neighbours {
    private let near: [StationValue]
    private let all: [StationValue]

    init(of station: Station, among values: [DayValue], bounds: LevelBounds) {
        all = values.map { StationValue($0, by: bounds) }
        let centre = UnitVector(station.position)
        let reach = Earth.squaredChord(ofDistance: 2 * (FenceLimits.radius.upperBound + FenceValue.reach))
        near = all.filter { centre.squaredChord(to: UnitVector($0.position)) <= reach }
    }

    /// Stations that may lie inside a fence or decide its level; an area may be wider than any circle.
    func around(_ fence: WatchingFence) -> [StationValue] {
        fence.extent <= FenceLimits.radius.upperBound ? near : all
    }
}

extension StationValue {
    init(_ value: DayValue, by bounds: LevelBounds) {
        self.init(station: value.station, position: value.position, level: bounds.level(of: value.value))
    }
}
