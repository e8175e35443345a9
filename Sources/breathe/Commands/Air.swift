import Allergens
import ArgumentParser
import Atlas
import Foundation
import Geography
import Server
import Storage

struct Air: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Tell what is in the air at a place.")

    // Otherwise a western longitude, −8.6, would be taken for an option.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("Degrees east, −180…180, and degrees north, −90…90.", valueName: "lon lat"))
    var place: [String] = []
    @Option(help: "The day as YYYY-MM-DD (default: today).") var date: String?
    @Flag(help: "Write the answer as JSON.") var json = false
    @OptionGroup var common: CommonOptions

    private struct Row: Encodable {
        let allergen: String
        let value: Double
        let unit: String
        let level: Level
        let index: Double
        let basis: Basis
        let day: String
        let station: String
        let distance: Int
    }

    func run() async throws {
        // All that is unrecognised includes the mark behind which nothing is an option.
        let place = place.filter { $0 != "--" }
        let degrees = place.compactMap(Double.init)
        guard place.count == 2, degrees.count == 2,
            let position = Coordinate(longitude: degrees[0], latitude: degrees[1])
        else { throw ValidationError("a place is LON LAT, −180…180 and −90…90") }
        let today = CivilDate(at: Date(), in: .gmt)
        let day = try date.map(Day.parsed) ?? today
        let network = try common.network()
        let values = try await network.air.air(at: position, on: day, today: today)
        let rows = values.map(Self.row)
        let regions = try await network.archive.regionAir(at: position, on: day)
        if json { return try Output.json(rows) }
        if rows.isEmpty { print("no data: no station within reach has a reading for \(day)") }
        for row in rows {
            print(
                "\(row.allergen): \(row.level.words), \(row.value) \(row.unit) (index \(row.index); \(row.basis.rawValue) "
                    + "\(row.day), \(row.station) \(row.distance / 1_000) km)")
        }
        for region in regions {
            Self.show(region, beside: Set(values.map(\.allergen.id)))
        }
    }

    /// Prints the classes that a source states for a region, of what no station within reach tells.
    private static func show(_ air: RegionAir, beside told: Set<Allergen.ID>) {
        for reading in air.classes {
            if case .allergen(let id) = reading.subject, told.contains(id) { continue }
            print(
                "\(reading.subject.key): class \(reading.code) of \(reading.scale), "
                    + "\(reading.step?.level.words ?? "unknown") (\(reading.basis.rawValue) \(reading.day), "
                    + "\(air.region.name))")
        }
        for value in air.concentrations where !told.contains(value.allergen) {
            print(
                "\(value.allergen.rawValue): \(value.value) (\(value.basis.rawValue) \(air.day), "
                    + "\(air.region.name))")
        }
    }

    private static func row(_ value: AirValue) -> Row {
        Row(
            allergen: value.allergen.id.rawValue, value: (value.today.value * 100).rounded() / 100,
            unit: value.allergen.unit?.rawValue ?? "", level: value.today.level,
            index: (value.today.index * 100).rounded() / 100, basis: value.today.basis,
            day: value.today.day.description, station: value.station.rawValue,
            distance: Int(value.distance.rounded()))
    }
}
