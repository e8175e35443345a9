/// A station and its distance from a place.
package struct DistantStation: Hashable, Sendable {
    package let station: Station
    /// Metres.
    package let distance: Double

    package init(station: Station, distance: Double) {
        self.station = station
        self.distance = distance
    }
}
