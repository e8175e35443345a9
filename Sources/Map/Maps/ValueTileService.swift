package import Allergens
package import Geography
import Interpolation
package import Observations
package import Rendering

/// The values behind the map in a tile of degrees.
package struct ValueTile: Sendable {
    /// The cells along each edge: at the finest zoom they are 5 km high, finer than stations tell.
    package static let cells = 32

    /// By row from the south, then by column from the west, in the allergen's unit; `nil` where nothing is known.
    package let values: [Double?]
    /// How many cells rest on what.
    package let bases: [Basis: Int]
    /// The day of the oldest reading that is nearest to a cell; `nil` where nothing is known.
    package let oldest: CivilDate?
    package let key: ContentKey
}

/// Reads the values of fields, the same as at a place, in the middle of each cell of a tile.
package struct ValueTileService: Sendable {
    private static let version = "1"

    private let fields: FieldCache

    package init(fields: FieldCache) { self.fields = fields }

    /// The content key of ``values(in:of:on:today:)``, found without estimating anything.
    ///
    /// - Returns: `nil` if no scale covers the allergen.
    package func key(
        of tile: DegreeTile, _ allergen: Allergen.ID, on day: CivilDate, today: CivilDate
    ) async throws -> ContentKey? {
        try await field(of: allergen, on: day, today: today).map {
            ContentKey(valuesIn: tile, of: $0, version: Self.version)
        }
    }

    /// The values of an allergen in a tile; a day after `today` shows the forecasts, as on the map.
    ///
    /// - Returns: `nil` if no scale covers the allergen.
    /// - Throws: The errors of the source of the day's values.
    package func values(
        in tile: DegreeTile, of allergen: Allergen.ID, on day: CivilDate, today: CivilDate
    ) async throws -> ValueTile? {
        guard let field = try await field(of: allergen, on: day, today: today) else { return nil }
        let estimates = tile.middles(ofCells: ValueTile.cells).map(field.estimate(at:))
        var bases: [Basis: Int] = [:]
        for estimate in estimates { if let estimate { bases[estimate.basis, default: 0] += 1 } }
        return ValueTile(
            values: estimates.map { $0?.concentration }, bases: bases,
            oldest: estimates.compactMap { $0?.day }.min(),
            key: ContentKey(valuesIn: tile, of: field, version: Self.version))
    }

    private func field(
        of allergen: Allergen.ID, on day: CivilDate, today: CivilDate
    ) async throws -> IntensityField? {
        try await fields.field(of: allergen, on: day, content: day > today ? .forecasts : .readings)
    }
}
