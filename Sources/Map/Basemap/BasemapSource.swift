package import Geography

/// An area of the first order within a country: a state, province, canton or department.
package struct Province: Sendable {
    /// What all provinces of a country have in common.
    package let countryCode: String
    package let countryName: String
    /// Closed rings, outer and inner alike.
    ///
    /// Neighbours share their corners exactly.
    package let rings: [[Coordinate]]

    package init(countryCode: String, countryName: String, rings: [[Coordinate]]) {
        self.countryCode = countryCode
        self.countryName = countryName
        self.rings = rings
    }
}

/// A town that may be named on the map, and searched for.
package struct NamedPlace: Sendable {
    package let name: String
    package let position: Coordinate
    package let population: Int
    /// Whether a country is governed from here.
    package let isCapital: Bool
    /// The code of its country by ISO 3166-1, two capitals; empty when that is not known.
    package let country: String
    /// What else it is called, in any language and script.
    package let otherNames: [String]

    package init(
        name: String, position: Coordinate, population: Int, isCapital: Bool, country: String = "",
        otherNames: [String] = []
    ) {
        self.name = name
        self.position = position
        self.population = population
        self.isCapital = isCapital
        self.country = country
        self.otherNames = otherNames
    }
}

/// Where the basemap's shapes and names come from.
package protocol BasemapSource: Sendable {
    /// Every province of the world; together they are the land.
    func provinces() throws -> [Province]
    /// Towns in any order.
    func places() throws -> [NamedPlace]
}
