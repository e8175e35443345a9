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
        let interval: Interval?
        let tomorrow: Tomorrow?
    }

    /// Between what a modelled value will lie, and how probable that is.
    private struct Interval: Encodable {
        let low: Double
        let high: Double
        let probability: Double

        init(_ interval: ForecastInterval) {
            low = Air.rounded(interval.low)
            high = Air.rounded(interval.high)
            probability = ForecastInterval.probability
        }

        var words: String { "\(low)–\(high) with \(Int((100 * probability).rounded())) %" }
    }

    private struct Tomorrow: Encodable {
        let value: Double
        let level: Level
        let index: Double
        let basis: Basis
        let interval: Interval?

        init(_ estimate: AirValue.Estimate) {
            value = Air.rounded(estimate.value)
            level = estimate.level
            index = Air.rounded(estimate.index)
            basis = estimate.basis
            interval = estimate.interval.map(Interval.init)
        }
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
                    + "\(row.day), \(row.station) \(row.distance / 1_000) km"
                    + "\(row.interval.map { "; \($0.words)" } ?? ""))")
            if let tomorrow = row.tomorrow {
                print(
                    "  the day after: \(tomorrow.level.words), \(tomorrow.value) \(row.unit) (\(tomorrow.basis.rawValue)"
                        + "\(tomorrow.interval.map { "; \($0.words)" } ?? ""))")
            }
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
            allergen: value.allergen.id.rawValue, value: rounded(value.today.value),
            unit: value.allergen.unit?.rawValue ?? "", level: value.today.level,
            index: rounded(value.today.index), basis: value.today.basis,
            day: value.today.day.description, station: value.station.rawValue,
            distance: Int(value.distance.rounded()),
            interval: value.today.interval.map(Interval.init), tomorrow: value.tomorrow.map(Tomorrow.init))
    }

    /// Two decimals: no instrument is finer.
    fileprivate static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}
