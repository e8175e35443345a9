/// What is believed of a track: every bound of the inference with its default.
///
/// The defaults are those of Alter Eco (M. Asara, Imperial College London, 2020) and of its published program, unless
/// it is said that they are ours. They were chosen there by trial, not fitted to data.
package struct TripSettings: Hashable, Codable, Sendable {
    /// Metres that somebody has to move before a fix counts: fixes are taken by distance, not by time.
    package var step = 50.0
    /// Metres by which a step may fall short, because receivers that report every 50 m do so a little early.
    package var stepTolerance = 5.0
    /// Milliseconds that have to pass between two fixes, which also refuses a clock that goes backwards.
    package var shortestStep = 1_000
    /// The largest accuracy radius in metres of a fix that counts.
    package var worstAccuracy = 35.0
    /// Metres above the sea from which on fixes do not count: nobody is there but in a plane.
    package var highestAltitude = 6_000.0
    /// Metres a second above which a step is dropped, so that a flight makes no car rides: 0.4 of a plane's mean speed.
    package var speedLimit = 0.4 * 222

    /// Metres a second from which on a step is one by car.
    package var vehicleSpeed = 4.0
    /// The same for somebody who cycles, 4…12 m/s with 6 suggested; `nil` for others.
    ///
    /// With it fewer rides by bicycle look like rides by car, and more slow rides by car like rides by bicycle.
    package var cyclistSpeed: Double?
    /// Metres a second from which on a cyclist's step below that speed is one by bicycle (ours: people walk slower).
    package var slowestCycling = 2.5

    /// How many steps of the other kind in a row are a change, and end the list before them.
    package var change = 2
    /// How many steps of the same kind in a row end a list.
    package var streak = 3
    /// Milliseconds without a step, or without an end, after which a list ends.
    package var patience = 300_000
    /// How heavy a step by car is when a list is averaged: traffic jams look like walking.
    package var vehicleWeight = 1.1
    /// How heavy a step on foot is.
    package var footWeight = 1.0

    /// The separation is ours, 50 m in Alter Eco, which makes a train of every walk past two near stations.
    ///
    /// Somebody on foot has to leave the radius of one station, and to contradict a journey by four steps, before the
    /// radius of the next one begins: 75 + 4 · 50 + 75 m. A ride between stations nearer than that is not told.
    package var station = StopSettings(
        radius: 75, separation: 350, meanSpeed: 9.17, patience: 90 * 60_000, contrarySteps: 4)
    package var airport = StopSettings(
        radius: 2_500, separation: 3_500, meanSpeed: 222, patience: 20 * 3_600_000, contrarySteps: 15)

    /// Milliseconds between two activities of the same mode that are still one (ours).
    package var longestPause = 300_000
    /// Milliseconds on foot inside a ride that still belong to it, as in a traffic jam (ours).
    package var longestInterlude = 120_000
    /// Milliseconds from which on a step may be a stay, which is no activity (ours).
    package var shortestStay = 300_000
    /// Metres a second below which such a step is a stay: 100 m in five minutes (ours).
    package var stayingSpeed = 100.0 / 300
    /// Metres from one place on such a step to the next, and at least the accuracy radii of both, for somebody to have
    /// walked there (ours: half a step).
    package var shortestLeg = 25.0

    package init() {}

    /// The stops' part of the settings.
    subscript(_ kind: TravelStop.Kind) -> StopSettings { kind == .airport ? airport : station }
}

/// What is believed of journeys between stops of a kind.
package struct StopSettings: Hashable, Codable, Sendable {
    /// Metres around a stop within which somebody is at it.
    package var radius: Double
    /// Metres between two stops from which on a journey is believed: terminals of an airport are closer.
    package var separation: Double
    /// Metres a second, of which the distance is computed where the line between the stops is shorter.
    package var meanSpeed: Double
    /// Milliseconds after which a stop where somebody was is forgotten.
    package var patience: Int
    /// How many steps in a row that contradict a journey make a stop forgotten: on foot after a station, by car after
    /// an airport.
    package var contrarySteps: Int
}
