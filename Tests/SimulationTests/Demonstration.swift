import Allergens
import Foundation
import Observations

@testable import Simulation

/// The demonstration as the repository ships it.
enum Demonstration {
    /// The stations of `stations/demonstration.json`.
    static func stations() throws -> [Station] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try DemonstrationStations.load(
            from: root.appending(path: "stations").appending(path: "demonstration.json"))
    }

    /// The values of one allergen on each day of a year, by station.
    ///
    /// - Parameters:
    ///   - allergen: The allergen's key.
    ///   - year: The year.
    ///   - stations: The participating stations.
    ///   - seed: The seed of the season.
    /// - Returns: 365 values for each station that counts the allergen.
    static func values(
        of allergen: String, in year: Int, at stations: [Station], seed: UInt64
    ) -> [Station.ID: [Double]] {
        let taxa = Taxon.all.filter { $0.allergen.rawValue == allergen }
        let season = DemonstrationSeason(stations: stations, seed: seed, taxa: taxa)
        guard let first = CivilDate(year: year, month: 1, day: 1) else { return [:] }
        var values: [Station.ID: [Double]] = [:]
        for offset in 0..<365 {
            for reading in season.readings(on: first.adding(days: offset)) {
                values[reading.station, default: []].append(reading.value)
            }
        }
        return values
    }
}
