import Allergens
import Feeds
import Foundation
import Geography
import Observations
import SampleTesting

@testable import Evaluation

/// A birch sample on the equator.
func sample(_ station: String, longitude: Double, _ value: Double, day: Int = 18_360) -> DayValue {
    DayValue(
        station: Station.ID(rawValue: station)!,
        position: Coordinate(longitude: longitude, latitude: 0)!,
        allergen: Allergen.ID(rawValue: "birch"), day: CivilDate(daysSinceEpoch: day), value: value,
        basis: .measured)
}

let birch = Taxonomy.standard[Allergen.ID(rawValue: "birch")]!

/// 1–10 low, 11–69 moderate, 70–299 high.
let birchBounds = Scale.standard(for: birch)!.bounds

/// Daily counts at fourteen Swiss stations, which are too many for this repository and not ours to keep here.
enum SwissSeasons {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static let folder = "swiss-14stations"
    private static let measurements = "measurements.derived.csv"
    private static let grids = "cosmo_model.derived.csv"

    static var areThere: Bool { RealFiles.has("\(folder)/\(measurements)", "\(folder)/\(grids)") }

    /// Every reading by allergen.
    static func samples() throws -> [Allergen.ID: [DayValue]] {
        let (readings, stations) = try read(measurements, as: folder)
        let samples = readings.compactMap { reading -> DayValue? in
            guard case .day(let day) = reading.period, let station = stations[reading.station]
            else { return nil }
            return DayValue(
                station: station.id, position: station.position, altitude: station.altitude,
                allergen: reading.allergen, day: day, value: reading.value, basis: .measured)
        }
        return Dictionary(grouping: samples, by: \.allergen)
    }

    /// What a numerical model says of an allergen at each station, day by day, in logarithms.
    static func model(of allergen: Allergen.ID) throws -> [Station.ID: [CivilDate: Double]] {
        let readings = try read(grids, as: "swiss-14stations-model").readings
        return readings.reduce(into: [:]) { days, reading in
            guard reading.allergen == allergen, case .day(let day) = reading.period else { return }
            days[reading.station, default: [:]][day] = LogScale.logarithm(of: reading.value)
        }
    }

    private static func read(
        _ name: String, as definition: String
    ) throws -> (readings: [Reading], stations: [Station.ID: Station]) {
        let feed = try FeedDefinition.named(definition, in: root.appending(path: "stations/feeds"))
        let stations = Dictionary(uniqueKeysWithValues: feed.stations.map { ($0.id, $0) })
        var reader = FeedReader(
            definition: feed, stations: stations, now: Date(timeIntervalSince1970: 1_800_000_000))
        var readings: [Reading] = []
        _ = try reader.readFile(at: RealFiles.file("\(folder)/\(name)")) { readings += $0.readings }
        return (readings, stations)
    }
}
