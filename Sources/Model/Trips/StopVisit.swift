/// That somebody was at a stop, from where a journey may have begun.
struct StopVisit: Sendable {
    let stop: TravelStop
    /// When somebody was last seen there, in milliseconds since 1970.
    private(set) var lastSeen: Int
    /// How many steps in a row have contradicted a journey.
    private var contradictions = 0

    init(stop: TravelStop, lastSeen: Int) { (self.stop, self.lastSeen) = (stop, lastSeen) }

    /// Counts a step at a pace that contradicts a journey, and says whether there were enough in a row.
    mutating func isContradicted(
        by step: TripStep, as contrary: TripStep.Pace, _ bounds: StopSettings
    ) -> Bool {
        contradictions = step.pace == contrary ? contradictions + 1 : 0
        return contradictions >= bounds.contrarySteps
    }

    /// Takes a fix as one at the stop, if somebody was there when the last step ended.
    ///
    /// - Returns: Whether this was so.
    mutating func linger(_ fix: TrackFix, since settled: Int, within radius: Double) -> Bool {
        guard lastSeen >= settled, fix.time > lastSeen,
            GreatCircle.distance(from: fix.position, to: stop.position) <= radius
        else { return false }
        lastSeen = fix.time
        return true
    }
}
