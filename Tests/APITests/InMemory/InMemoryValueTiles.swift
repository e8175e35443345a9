import Allergens
import Observations
import SampleTesting

@testable import API
@testable import HTTP

/// Values of birch, which are those of the most cells with the most digits that a tile has.
struct InMemoryValueTiles: ValueTileSource {
    let estimated = Guarded(0)

    func allergen(ofLayer name: String) throws -> Allergen {
        guard name == "birch", let birch = Taxonomy.standard["birch"]
        else { throw Problem.layer("only birch") }
        return birch
    }

    func etag(of query: ValueTileQuery) async throws -> String { "\"\(query.day)\"" }

    func values(_ query: ValueTileQuery) async throws -> ValueTileAnswer {
        estimated.change { $0 += 1 }
        var values: [Double?] = (0..<1024).map { 99_951.4 + Double($0 % 40) * 1_000 }
        values[0] = nil
        return ValueTileAnswer(
            cells: 32, values: values, bases: [.measured: 1_000, .modelled: 23],
            oldest: query.day.adding(days: -1), hours: (0..<24).map { 0.12345 + Double($0) / 10 },
            etag: try await etag(of: query))
    }
}
