package import Geography

/// How much pollen of a kind was in the air along a way, as a range.
///
/// This is what was outside, not what somebody breathed in: no dose, and no measure of an effect.
package struct TripExposure: Hashable, Codable, Sendable {
    /// Grain hours per cubic metre at least.
    package private(set) var lowest = 0.0
    /// Grain hours per cubic metre at most.
    package private(set) var highest = 0.0
    /// Milliseconds for which the air is known.
    package private(set) var known = 0
    /// Milliseconds for which it is not: without a value there and then, or without a fix for too long.
    package private(set) var unknown = 0

    package init() {}

    /// Adds up what was in the air during each activity.
    ///
    /// Between two fixes it is the mean of the values at both, times the hours from one to the other. On foot and by
    /// bicycle that is what there was. In a car, in a train or indoors it is between nothing and that, because no factor
    /// for what comes in is known well enough. In a plane nothing is known, nor above the highest altitude.
    ///
    /// - Parameters:
    ///   - activities: What ``TripInference`` tells of the fixes.
    ///   - fixes: The track, in the order of time.
    ///   - settings: The longest time between two fixes (`patience`) and the highest altitude are taken from here.
    ///   - concentration: Grains per cubic metre at a position and a time; `nil` if nobody knows.
    /// - Returns: The exposure during each activity, in the same order.
    package static func exposures(
        during activities: [TravelActivity], along fixes: [TrackFix], settings: TripSettings = TripSettings(),
        concentration: (Coordinate, Int) -> Double?
    ) -> [TripExposure] {
        var index = 0
        return activities.map { activity in
            var exposure = TripExposure()
            while index < fixes.count, fixes[index].time < activity.start { index += 1 }
            var (before, value): (Int?, Double?) = (nil, nil)
            while index < fixes.count, fixes[index].time <= activity.end {
                let fix = fixes[index]
                let isHigh = fix.altitude.map { $0 > settings.highestAltitude } ?? false
                let next = activity.mode == .plane || isHigh ? nil : concentration(fix.position, fix.time)
                if let before {
                    let isNear = fix.time - before <= settings.patience
                    exposure.add(
                        isNear ? value : nil, next, milliseconds: fix.time - before, by: activity.mode)
                }
                (before, value) = (fix.time, next)
                index += 1
            }
            index = max(0, index - 1)
            exposure.unknown = activity.end - activity.start - exposure.known
            return exposure
        }
    }

    private mutating func add(_ first: Double?, _ second: Double?, milliseconds: Int, by mode: TravelMode) {
        guard milliseconds > 0, let first, let second else { return }
        let outside = (first + second) / 2 * (Double(milliseconds) / 3_600_000)
        highest += outside
        if mode == .onFoot || mode == .bicycle { lowest += outside }
        known += milliseconds
    }
}
