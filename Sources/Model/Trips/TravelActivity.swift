/// How somebody travels, as far as positions and times can tell, or as they say themselves.
package enum TravelMode: String, CaseIterable, Codable, Sendable {
    /// Walking or running; also cycling, unless somebody has said that they cycle.
    case onFoot
    /// Only for people who have said that they cycle, and how fast.
    case bicycle
    /// A car, or whatever else is fast and was not seen at two stations.
    case car
    /// Never told from a track, which does not tell a bus from a car, but chosen by people.
    case bus
    /// From one station to another, below the ground or above.
    case train
    /// A metro, a tram or a light railway: never told from a track, but chosen by people.
    case metro
    /// From one airport to another.
    case plane
    /// Walking about in buildings: never told from a track, as positions do not tell walls, but chosen by people.
    case indoors
}

/// A part of a journey in one mode, without any place: this is all that is kept of a track.
package struct TravelActivity: Hashable, Codable, Sendable {
    package let mode: TravelMode
    /// Milliseconds since 1970 in UTC.
    package let start: Int
    /// Milliseconds since 1970 in UTC, later than the start.
    package let end: Int
    /// Metres.
    package let distance: Double

    package init(mode: TravelMode, start: Int, end: Int, distance: Double) {
        (self.mode, self.start, self.end, self.distance) = (mode, start, end, distance)
    }

    /// Both as one activity in the mode of this one.
    func joined(with later: TravelActivity) -> TravelActivity {
        TravelActivity(mode: mode, start: start, end: later.end, distance: distance + later.distance)
    }
}
