/// A way from one fix to a later one, whatever its speed says.
struct TripLeg: Sendable {
    /// Milliseconds since 1970.
    let start: Int
    let end: Int
    /// Metres.
    let distance: Double

    /// Metres a second.
    var speed: Double { TripStep.speed(distance, in: end - start) }

    /// Whether it is so long and slow that somebody stayed where they were.
    func isStay(_ settings: TripSettings) -> Bool {
        end - start >= settings.shortestStay && speed <= settings.stayingSpeed
    }

    /// Both as one, if the other starts where this ends.
    func joined(with later: TripLeg) -> TripLeg {
        TripLeg(start: start, end: later.end, distance: distance + later.distance)
    }
}
