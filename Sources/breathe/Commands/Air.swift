import Allergens
import ArgumentParser
import Atlas
import Foundation
import Geography
import Server

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
        let values = try await common.network().air.air(at: position, on: day, today: today)
        let rows = values.map(Self.row)
        if json { return try Output.json(rows) }
        if rows.isEmpty { print("no data: no station within reach has a reading for \(day)") }
        for row in rows {
            print(
                "\(row.allergen): \(row.level.words), \(row.value) \(row.unit) (index \(row.index); \(row.basis.rawValue) "
                    + "\(row.day), \(row.station) \(row.distance / 1_000) km)")
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
