import Alerts
import Allergens
import Geography
import Matching
import Observations

/// Stations' values of one allergen by day, each treated as if it had been reported on that day.
struct AllergenTrend {
    private let allergen: Allergen
    private let bounds: LevelBounds
    private let reach: Double
    private let sampler: any FieldSampler
    private let days: [CivilDate: [DayValue]]

    /// Groups values by day, or returns `nil` when the allergen has no scale.
    ///
    /// - Parameters:
    ///   - values: The values of the stations, ordered by station.
    ///   - allergen: The allergen.
    ///   - reach: Metres around a changed station within which fences are evaluated.
    ///   - sampler: Makes the map of a day.
    init?(_ values: [DayValue], of allergen: Allergen, reach: Double, sampler: any FieldSampler) {
        guard let bounds = Scale.standard(for: allergen)?.bounds else { return nil }
        self.allergen = allergen
        self.bounds = bounds
        self.reach = reach
        self.sampler = sampler
        days = Dictionary(grouping: values, by: \.day)
    }

    /// The alerts that a fence watching the allergen from a level upwards would have received.
    func alerts(
        at site: FenceSite, from threshold: Level, on range: ClosedRange<CivilDate>
    ) throws -> [PreviewedAlert] {
        var fence = site.fence(watchingFrom: threshold)
        var alerts: [PreviewedAlert] = []
        for number in range.lowerBound.daysSinceEpoch...range.upperBound.daysSinceEpoch {
            let day = CivilDate(daysSinceEpoch: number)
            let speakers = (days[day] ?? []).filter { site.isWithin(reach, of: $0) }
            guard !speakers.isEmpty else { continue }
            let air = try air(at: fence, on: day)
            for speaker in speakers {
                let verdict = FenceVerdict(of: air(speaker.station), at: fence, on: day)
                fence.announced = verdict.announcement
                guard case .raise = verdict.news else { continue }
                alerts.append(alert(of: speaker, modelled: air(speaker.station)?.modelled))
            }
        }
        return alerts
    }

    /// The air at a fence on a day, as seen from each station.
    private func air(at fence: WatchingFence, on day: CivilDate) throws -> (Station.ID) -> FenceAir? {
        let values = newest(until: day)
        switch fence.gauge {
        case .station:
            let value = try FenceValue(at: fence, among: values.map { StationValue($0, by: bounds) })
            return { station in value.map { FenceAir($0, saidBy: station) } }
        case .field:
            let highest = try sampler.field(of: allergen, on: day, among: values).highest(in: fence)
            return { _ in highest.map(FenceAir.init(modelled:)) }
        }
    }

    /// The newest value of every station that has one on a day or the day before, ordered by station.
    private func newest(until day: CivilDate) -> [DayValue] {
        let present = days[day] ?? []
        let speakers = Set(present.map(\.station))
        let past = (days[day.adding(days: -1)] ?? []).filter { !speakers.contains($0.station) }
        return (present + past).sorted { $0.station < $1.station }
    }

    private func alert(of speaker: DayValue, modelled: FieldValue?) -> PreviewedAlert {
        let value = modelled?.concentration ?? speaker.value
        return PreviewedAlert(
            day: speaker.day, allergen: allergen.id,
            source: .station(speaker.station, value: value, level: bounds.level(of: value)))
    }
}

/// The place of a fence, with cached answers because it is queried many times.
final class FenceSite {
    private let matcher: GeofenceMatcher
    private let gauge: Fence.Gauge
    private var held: [Coordinate: Bool] = [:]
    private var around: [Double: [Station.ID: Bool]] = [:]

    init(_ matcher: GeofenceMatcher, gauge: Fence.Gauge) {
        self.matcher = matcher
        self.gauge = gauge
    }

    /// The fence, with nothing announced yet.
    func fence(watchingFrom threshold: Level) -> WatchingFence {
        let footprint = matcher.footprint
        return WatchingFence(
            number: Fence.Number(rawValue: 0), anchor: footprint.anchor,
            anchorVector: UnitVector(footprint.anchor), extent: footprint.extent, gauge: gauge,
            threshold: threshold, announced: nil, holds: holds)
    }

    private func holds(_ position: Coordinate) -> Bool {
        if let known = held[position] { return known }
        let isHeld = matcher.holds(position)
        held[position] = isHeld
        return isHeld
    }

    /// Whether a change at a station makes the fence be evaluated: whether its boxes touch the one around the
    /// station.
    func isWithin(_ reach: Double, of value: DayValue) -> Bool {
        if let known = around[reach]?[value.station] { return known }
        let box = BoundingBox(around: value.position, radius: reach)
        let isNear = matcher.footprint.boxes.contains(where: box.intersects)
        around[reach, default: [:]][value.station] = isNear
        return isNear
    }
}
