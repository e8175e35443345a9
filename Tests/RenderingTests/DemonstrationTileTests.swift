import Allergens
import Foundation
import Geography
import Observations
import Rendering
import SampleTesting
import Simulation
import Testing

@Suite struct DemonstrationTileTests {
    @Test func `birch over central Europe at the peak of the demonstration`() throws {
        let stations = try DemonstrationStations.load(
            from: repository.appending(path: "stations/demonstration.json"))
        let positions = Dictionary(uniqueKeysWithValues: stations.map { ($0.id, $0.position) })
        let birch = Allergen.ID(rawValue: "birch")
        let peak = CivilDate("2026-04-14")!
        let values = DemonstrationSeason(stations: stations, seed: 2026).readings(on: peak)
            .filter { $0.allergen == birch }
            .map { reading in
                DayValue(
                    station: reading.station, position: positions[reading.station]!, allergen: birch,
                    day: peak,
                    value: reading.value, basis: .simulated)
            }
        let png = TileRenderer().png(
            TileAddress(zoom: 4, column: 8, row: 5)!, scale: 2,
            layer: try catalogue().layer(named: "birch"), fields: [field("birch", values)])
        try expectGoldenTile(png, named: "demonstration-birch-z4@2x")
    }
}
