package import Geography

/// A first-order area within a country: a state, province, canton or department.
package struct Province: Sendable {
    /// The code that all provinces of a country share.
    package let countryCode: String
    package let countryName: String
    /// Closed rings, both outer and inner.
    ///
    /// Neighbours share their corners exactly.
    package let rings: [[Coordinate]]

    package init(countryCode: String, countryName: String, rings: [[Coordinate]]) {
        self.countryCode = countryCode
        self.countryName = countryName
        self.rings = rings
    }
}

/// A town that can be named on the map, and searched for.
package struct NamedPlace: Sendable {
    package let name: String
    package let position: Coordinate
    package let population: Int
    /// Whether it is the capital of a country.
    package let isCapital: Bool
    /// The ISO 3166-1 code of its country, two capital letters; empty when unknown.
    package let country: String
    /// Its other names, in any language and script.
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

/// Supplies the basemap's shapes and names.
package protocol BasemapSource: Sendable {
    /// All provinces of the world; together they are the land.
    func provinces() throws -> [Province]
    /// Pieces of rivers, which share their ends exactly where they meet.
    func rivers() throws -> [[Coordinate]]
    /// Towns in any order.
    func places() throws -> [NamedPlace]
}
