import Alerts
import Allergens
import Geography
import Matching
import Observations

/// What stations found of one allergen, day by day, as if each had said it on that very day.
struct AllergenTrend {
    private let allergen: Allergen
    private let bounds: LevelBounds
    private let reach: Double
    private let gauge: any FieldSampler
    private let days: [CivilDate: [DayValue]]

    /// Sorts values by their days, or returns `nil` when the allergen has no scale.
    ///
    /// - Parameters:
    ///   - values: What stations found, by station.
    ///   - allergen: The allergen.
    ///   - reach: Metres around a station within which fences are asked when it has changed.
    ///   - gauge: Makes the map of a day.
    init?(_ values: [DayValue], of allergen: Allergen, reach: Double, gauge: any FieldSampler) {
        guard let bounds = Scale.standard(for: allergen)?.bounds else { return nil }
        self.allergen = allergen
        self.bounds = bounds
        self.reach = reach
        self.gauge = gauge
        days = Dictionary(grouping: values, by: \.day)
    }

    /// What a fence would have been told of that watches the allergen from a level on.
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

    /// The air at a fence on a day, as each station tells it.
    private func air(at fence: WatchingFence, on day: CivilDate) throws -> (Station.ID) -> FenceAir? {
        let values = newest(until: day)
        switch fence.gauge {
        case .station:
            let value = try FenceValue(at: fence, among: values.map { StationValue($0, by: bounds) })
            return { station in value.map { FenceAir($0, saidBy: station) } }
        case .field:
            let highest = try gauge.field(of: allergen, on: day, among: values).highest(in: fence)
            return { _ in highest.map(FenceAir.init(modelled:)) }
        }
    }

    /// The newest value of every station that has one on a day or the day before, by station.
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

/// Where a fence lies that is asked many times.
final class FenceSite {
    private let matcher: GeofenceMatcher
    private let gauge: Fence.Gauge
    private var held: [Coordinate: Bool] = [:]
    private var around: [Double: [Station.ID: Bool]] = [:]

    init(_ matcher: GeofenceMatcher, gauge: Fence.Gauge) {
        self.matcher = matcher
        self.gauge = gauge
    }

    /// The fence, at which nothing was announced yet.
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

    /// Whether the fence is asked when a station has changed: whether its boxes touch the one around the station.
    func isWithin(_ reach: Double, of value: DayValue) -> Bool {
        if let known = around[reach]?[value.station] { return known }
        let box = BoundingBox(around: value.position, radius: reach)
        let isNear = matcher.footprint.boxes.contains(where: box.intersects)
        around[reach, default: [:]][value.station] = isNear
        return isNear
    }
}
