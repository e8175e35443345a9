/// The shapes and names of the basemap, ready to be drawn: lines simplified for each zoom, and ranked names.
package struct BasemapData: Sendable {
    /// The lines of one zoom.
    package struct Band: Sendable {
        let coasts: LineSet
        let countries: LineSet
        let provinces: LineSet
        let rivers: LineSet

        /// In the order of the file.
        var sets: [LineSet] { [coasts, countries, provinces, rivers] }
    }

    /// A name on the map, and its importance.
    package struct Name: Hashable, Sendable {
        /// The kind of thing that the name belongs to.
        package enum Kind: UInt8, Sendable {
            case country, capital, town
        }

        package let text: String
        package let kind: Kind
        package let point: WorldPoint
        /// The population of a town; the width of a country at its point, in world units.
        package let weight: Int
    }

    /// Lines for the zooms 0, 1, …; the last band also serves all higher zooms.
    package let bands: [Band]
    /// Names, the most important first.
    package let names: [Name]
    /// A digest of the lines and names.
    package let version: String

    /// The lines for a zoom.
    func band(zoom: Int) -> Band { bands[min(zoom, bands.count - 1)] }
}
