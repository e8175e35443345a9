/// Finds the walks within a step that is as slow as a stay.
///
/// A step is measured along the line between its ends. Somebody who walks around a garden gets nowhere in that measure,
/// and is not staying all the same. So the places are kept where they were on the way, each so far from the one before
/// that it is no error of the receiver. `trip-slow-way.js` is the same for browsers.
struct SlowWay: Sendable {
    private let settings: TripSettings
    private var last: TrackFix
    private var legs: [TripLeg] = []

    init(from anchor: TrackFix, _ settings: TripSettings) {
        (last, self.settings) = (anchor, settings)
    }

    /// Notes where somebody was on the way, if that is far enough from where they were seen last.
    mutating func pass(_ fix: TrackFix) {
        let leg = way(to: fix)
        let error = (last.accuracy ?? 0) + (fix.accuracy ?? 0)
        guard leg.distance >= max(settings.shortestLeg, error), leg.end > leg.start else { return }
        legs.append(leg)
        last = fix
    }

    /// The walks on the way to a fix, in the order of time.
    ///
    /// A leg that is a stay is a pause. What lies between pauses is a walk if it is as far as a step, and faster than a
    /// stay: a receiver that errs far enough once in a while makes none. Nor does one whose clock went backwards.
    func walks(to fix: TrackFix) -> [TripLeg] {
        guard fix.time > last.time else { return [] }
        var walks: [TripLeg] = []
        var isOpen = false
        for leg in legs + [way(to: fix)] {
            let isPause = leg.isStay(settings)
            if !isPause, isOpen, let walk = walks.popLast() {
                walks.append(walk.joined(with: leg))
            } else if !isPause {
                walks.append(leg)
            }
            isOpen = !isPause
        }
        return walks.filter { walk in
            walk.distance + settings.stepTolerance >= settings.step && walk.speed > settings.stayingSpeed
        }
    }

    private func way(to fix: TrackFix) -> TripLeg {
        TripLeg(
            start: last.time, end: fix.time,
            distance: GreatCircle.distance(from: last.position, to: fix.position))
    }
}
