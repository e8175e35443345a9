package import Geography
package import Observations

/// The place of a request, for documents that do not repeat it.
package struct AskedPlace: Hashable, Sendable {
    package let station: Station.ID?
    package let position: Coordinate?

    package init(station: Station.ID? = nil, position: Coordinate? = nil) {
        self.station = station
        self.position = position
    }
}
