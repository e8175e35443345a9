import Allergens
import Geography
import Interpolation
import Observations
import Rendering
import SampleTesting
import SeededTesting
import Testing

@testable import Maps

@Suite struct StationHighsTests {
    private static let allergens: [Allergen.ID] = ["birch", "grass", "alder", "ash"]

    /// Random values of 60 stations, some of them from the day before.
    private func values(_ random: inout SeededGenerator) -> [Allergen.ID: [DayValue]] {
        Dictionary(
            uniqueKeysWithValues: Self.allergens.map { allergen in
                let values = (0..<60).compactMap { number -> DayValue? in
                    guard Bool.random(using: &random) else { return nil }
                    return value(of: allergen, at: number, &random)
                }
                return (allergen, values)
            })
    }

    private func value(of allergen: Allergen.ID, at station: Int, _ random: inout SeededGenerator) -> DayValue
    {
        DayValue(
            station: Station.ID(rawValue: "station-\(station)") ?? "basel", position: .basel,
            allergen: allergen, day: today.adding(days: Bool.random(using: &random) ? 0 : -1),
            value: Double.random(in: 0...500, using: &random).rounded(), basis: .measured)
    }

    private func fields(_ values: [Allergen.ID: [DayValue]]) throws -> [IntensityField] {
        try Self.allergens.map { id in
            let allergen = try #require(Taxonomy.standard[id])
            let bounds = try #require(Scale.standard(for: allergen)?.bounds)
            return IntensityField(allergen: allergen, bounds: bounds, day: today, samples: values[id] ?? [])
        }
    }

    @Test func `what is renewed is what is found anew`() throws {
        var random = SeededGenerator(seed: 7)
        var values = values(&random)
        var highs = StationHighs(try fields(values), of: .readings)
        for round in 0..<200 {
            let allergen = try #require(Self.allergens.randomElement(using: &random))
            let station = Int.random(in: 0..<60, using: &random)
            let fresh = value(of: allergen, at: station, &random)
            values[allergen]?.removeAll { $0.station == fresh.station }
            if round % 3 > 0 { values[allergen]?.append(fresh) }
            let fields = try fields(values)
            highs = highs.renewed(with: fields)
            let anew = StationHighs(fields, of: .readings)
            for number in 0..<60 {
                let station = try #require(Station.ID(rawValue: "station-\(number)"))
                #expect(highs[station]?.mark == anew[station]?.mark)
                #expect(highs[station]?.index == anew[station]?.index)
            }
        }
    }
}
