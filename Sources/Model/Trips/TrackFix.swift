package import Geography

/// Where somebody was at a moment, as a receiver or a file says it.
package struct TrackFix: Hashable, Sendable {
    package let position: Coordinate
    /// Milliseconds since 1970 in UTC.
    ///
    /// A whole number, so that differences are the same to the last bit wherever they are computed.
    package let time: Int
    /// Metres above the sea, if known.
    package let altitude: Double?
    /// The radius in metres within which the receiver believes to be, if known.
    package let accuracy: Double?

    package init(position: Coordinate, time: Int, altitude: Double? = nil, accuracy: Double? = nil) {
        (self.position, self.time, self.altitude, self.accuracy) = (position, time, altitude, accuracy)
    }
}
