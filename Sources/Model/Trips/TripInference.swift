/// Tells from a track how somebody travelled: fixes in, activities out.
///
/// It follows Alter Eco (M. Asara, Imperial College London, 2020): the speed between fixes 50 m apart tells walking from
/// driving, and two stations or two airports one after the other tell a train or a plane. It knows no clock: the same
/// fixes give the same activities, whenever and wherever it runs. `trip-inference.js` is the same for browsers, where
/// tracks stay; `Tests/TripFiles/Vectors` holds both to the same results.
///
/// A fix costs a constant number of operations, and a search among the stops that are as far north.
package struct TripInference: Sendable {
    private let settings: TripSettings
    private let stops: TravelStops
    private var averager: StepAverager
    /// The last fix that counted.
    private var anchor: TrackFix?
    /// Where somebody has been since then.
    private var way: SlowWay?
    private var airport: StopVisit?
    private var station: StopVisit?
    /// Steps that are none if a journey between stops is believed.
    private var held: [TripStep] = []

    package init(stops: TravelStops = TravelStops([]), settings: TripSettings = TripSettings()) {
        (self.stops, self.settings) = (stops, settings)
        averager = StepAverager(settings)
    }

    /// The activities of a whole track, whose fixes are in the order of time.
    package static func activities(
        of fixes: some Sequence<TrackFix>, stops: TravelStops = TravelStops([]),
        settings: TripSettings = TripSettings()
    ) -> [TravelActivity] {
        var inference = TripInference(stops: stops, settings: settings)
        for fix in fixes { inference.take(fix) }
        return inference.finish()
    }

    /// Takes the next fix.
    ///
    /// One that is imprecise, high or not later than the last one is none. One that is near only says that somebody is
    /// still there.
    package mutating func take(_ fix: TrackFix) {
        if let accuracy = fix.accuracy, !(accuracy >= 0 && accuracy <= settings.worstAccuracy) { return }
        if let altitude = fix.altitude, altitude > settings.highestAltitude { return }
        forgetOldVisits(at: fix.time)
        guard let last = anchor else { return settle(at: fix) }
        let elapsed = fix.time - last.time
        guard elapsed >= settings.shortestStep else { return }
        let distance = GreatCircle.distance(from: last.position, to: fix.position)
        guard distance + settings.stepTolerance >= settings.step else {
            way?.pass(fix)
            return linger(fix, since: last.time)
        }
        note(TripLeg(start: last.time, end: fix.time, distance: distance), to: fix)
        settle(at: fix)
    }

    /// The activities so far.
    ///
    /// The last steps are not among them yet, and the last two activities may still become one with the next.
    package var activities: [TravelActivity] { averager.joiner.activities }

    /// Ends the track.
    ///
    /// - Returns: All activities, in the order of time.
    package mutating func finish() -> [TravelActivity] {
        (airport, station, anchor) = (nil, nil, nil)
        release()
        averager.flush()
        return activities
    }
}

// MARK: - Steps

extension TripInference {
    /// Holds a step, or the walks within one that is as slow as a stay.
    private mutating func note(_ step: TripLeg, to fix: TrackFix) {
        let walks = step.isStay(settings) ? way?.walks(to: fix) ?? [] : [step]
        for walk in walks { hold(walk) }
    }

    private mutating func hold(_ leg: TripLeg) {
        let speed = leg.speed
        guard speed <= settings.speedLimit else { return }
        let step = TripStep(
            start: leg.start, end: leg.end, distance: leg.distance,
            pace: speed >= settings.cyclistSpeed ?? settings.vehicleSpeed ? .vehicle : .foot,
            isCyclable: speed >= settings.slowestCycling)
        held.append(step)
        if airport?.isContradicted(by: step, as: .vehicle, settings.airport) == true { airport = nil }
        if station?.isContradicted(by: step, as: .foot, settings.station) == true { station = nil }
        release()
    }

    /// Averages the held steps that no journey can replace any more: those before the first open visit was over.
    private mutating func release() {
        let open = min(airport?.lastSeen ?? .max, station?.lastSeen ?? .max)
        let count = held.prefix { $0.end <= open }.count
        for step in held[..<count] { averager.take(step) }
        held.removeFirst(count)
    }
}

// MARK: - Stops

extension TripInference {
    /// Takes a fix as the place from which the next step starts, and looks for stops there.
    private mutating func settle(at fix: TrackFix) {
        anchor = fix
        way = SlowWay(from: fix, settings)
        for kind in [TravelStop.Kind.airport, .station] {
            let radius = settings[kind].radius
            if let stop = stops.nearest(kind, to: fix.position, within: radius) { visit(stop, at: fix.time) }
        }
    }

    private mutating func visit(_ stop: TravelStop, at time: Int) {
        let before = stop.kind == .airport ? airport : station
        if let before, let journey = journey(from: before, to: stop, at: time) { believe(journey) }
        let visit = StopVisit(stop: stop, lastSeen: time)
        if stop.kind == .airport { airport = visit } else { station = visit }
        release()
    }

    /// A fix too near to count still says that somebody is at a stop.
    private mutating func linger(_ fix: TrackFix, since settled: Int) {
        if airport?.linger(fix, since: settled, within: settings.airport.radius) == true { release() }
        if station?.linger(fix, since: settled, within: settings.station.radius) == true { release() }
    }

    /// The journey between two stops; `nil` if they are near each other, or no train is that fast.
    private func journey(from visit: StopVisit, to stop: TravelStop, at arrival: Int) -> TravelActivity? {
        let bounds = settings[stop.kind]
        let line = GreatCircle.distance(from: visit.stop.position, to: stop.position)
        let elapsed = arrival - visit.lastSeen
        guard line >= bounds.separation, elapsed > 0 else { return nil }
        guard stop.kind == .airport || TripStep.speed(line, in: elapsed) <= settings.speedLimit
        else { return nil }
        return TravelActivity(
            mode: stop.kind == .airport ? .plane : .train, start: visit.lastSeen, end: arrival,
            distance: max(bounds.meanSpeed * (Double(elapsed) / 1_000), line))
    }

    /// Puts a journey in the place of the steps since it began.
    private mutating func believe(_ journey: TravelActivity) {
        (airport, station) = (nil, nil)
        held.removeAll { $0.end > journey.start }
        release()
        averager.add(journey)
    }

    /// Forgets stops where nobody was seen for long, and with them where the next step would have started.
    private mutating func forgetOldVisits(at time: Int) {
        let hasWaited = { (visit: StopVisit?, bounds: StopSettings) in
            visit.map { time - $0.lastSeen >= bounds.patience } ?? false
        }
        let isAirportOld = hasWaited(airport, settings.airport)
        let isStationOld = hasWaited(station, settings.station)
        guard isAirportOld || isStationOld else { return }
        if isAirportOld { airport = nil }
        if isStationOld { station = nil }
        release()
        averager.flush()
        anchor = nil
    }
}
