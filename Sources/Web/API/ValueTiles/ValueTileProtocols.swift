package import Allergens
package import Geography
package import Observations

/// The values behind the map.
package protocol ValueTileSource: Sendable {
    /// The allergen of a layer.
    ///
    /// - Throws: ``Problem`` of kind `unknown-layer`, also for a layer that shows more than one allergen.
    func allergen(ofLayer name: String) throws -> Allergen
    /// The entity tag of a tile with its quotes, found without estimating anything.
    func etag(of query: ValueTileQuery) async throws -> String
    /// The values of a tile.
    func values(_ query: ValueTileQuery) async throws -> ValueTileAnswer
}

/// The requested values.
package struct ValueTileQuery: Hashable, Sendable {
    package let tile: DegreeTile
    package let allergen: Allergen.ID
    package let day: CivilDate

    package init(tile: DegreeTile, allergen: Allergen.ID, day: CivilDate) {
        (self.tile, self.allergen, self.day) = (tile, allergen, day)
    }
}

/// The values of a tile.
package struct ValueTileAnswer: Sendable {
    package let cells: Int
    /// By row from the south, then by column from the west; `nil` where nothing is known.
    package let values: [Double?]
    /// How many cells rest on what.
    package let bases: [Basis: Int]
    package let oldest: CivilDate?
    /// The mean of each hour in UTC as a multiple of the day's mean; `nil` where no course is known.
    package let hours: [Double]?
    /// The strong entity tag, with its quotes.
    package let etag: String

    package init(
        cells: Int, values: [Double?], bases: [Basis: Int], oldest: CivilDate?, hours: [Double]?, etag: String
    ) {
        (self.cells, self.values, self.bases) = (cells, values, bases)
        (self.oldest, self.hours, self.etag) = (oldest, hours, etag)
    }
}
