package import Geography

/// How somebody could have gone the same way.
package struct TripPace: Hashable, Sendable {
    package let mode: TravelMode
    /// Metres a second on average, above 0.
    package let speed: Double

    package init(_ mode: TravelMode, speed: Double) { (self.mode, self.speed) = (mode, speed) }
}

extension TripExposure {
    /// What would have been in the air on the same way at another pace, from the same start.
    ///
    /// The way is the same, and so are its places; only the times are stretched to that speed. `trip-pace.js` is the same
    /// for browsers. Whether one could go there in that mode is for the caller to know.
    package static func exposure(
        during activity: TravelActivity, along fixes: [TrackFix], at pace: TripPace,
        settings: TripSettings = TripSettings(), concentration: (Coordinate, Int) -> Double?
    ) -> TripExposure {
        let (start, duration) = (activity.start, activity.end - activity.start)
        let factor = activity.distance / pace.speed * 1_000 / Double(duration)
        let stretched = { (milliseconds: Int) in Int((Double(milliseconds) * factor).rounded()) }
        let way = fixes.filter { $0.time >= start && $0.time <= activity.end }.map { fix in
            TrackFix(
                position: fix.position, time: start + stretched(fix.time - start), altitude: fix.altitude,
                accuracy: fix.accuracy)
        }
        let other = TravelActivity(
            mode: pace.mode, start: start, end: start + stretched(duration), distance: activity.distance)
        var settings = settings
        // Where the track has no fix for long, it has none at any pace.
        settings.patience = stretched(settings.patience)
        return exposures(during: [other], along: way, settings: settings, concentration: concentration).first
            ?? TripExposure()
    }
}
