import API
import Allergens
import Forecasting
import Foundation
import Geography
import HTTP
import Maps

extension MapService: ValueTileSource {
    func allergen(ofLayer name: String) throws -> Allergen {
        let layer = try layer(named: name, in: .standard)
        guard layer.allergens.count == 1, let allergen = network.taxonomy[layer.allergens[0]] else {
            throw Problem.layer("Values are told of one allergen at a time: a layer with a single one.")
        }
        return allergen
    }

    func etag(of query: ValueTileQuery) async throws -> String {
        let key = try await network.values.key(
            of: query.tile, query.allergen, on: query.day, today: today)
        guard let key else { throw Self.withoutScale }
        return "\"\(key)\""
    }

    func values(_ query: ValueTileQuery) async throws -> ValueTileAnswer {
        let tile = try await network.values.values(
            in: query.tile, of: query.allergen, on: query.day, today: today)
        guard let tile else { throw Self.withoutScale }
        let bounds = query.tile.bounds
        return ValueTileAnswer(
            cells: ValueTile.cells, values: tile.values, bases: tile.bases, oldest: tile.oldest,
            hours: DailyCourse.learned(of: query.allergen)?
                .shares(atLongitude: (bounds.west + bounds.east) / 2),
            etag: "\"\(tile.key)\"")
    }

    private var today: CivilDate { CivilDate(at: now(), in: .gmt) }

    private static var withoutScale: Problem { Problem.layer("No scale covers this allergen.") }
}
