import API
import Allergens
import ArgumentParser
import Foundation
import Geography
import HTTP
import Localisation
import Maps
import Observations
import People
import Server
import Site

struct Air: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show the air at a place.")

    // Otherwise a western longitude such as −8.6 would be taken for an option.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("Degrees east, −180…180, and degrees north, −90…90.", valueName: "lon lat"))
    var place: [String] = []
    @Option(help: "The day as YYYY-MM-DD (default: today).") var date: String?
    @Flag(help: "Print the answer as JSON.") var json = false
    @OptionGroup var common: CommonOptions

    func run() async throws {
        // The unrecognised arguments include the `--` that ends the options.
        let place = place.filter { $0 != "--" }
        let degrees = place.compactMap(Double.init)
        guard place.count == 2, degrees.count == 2,
            let position = Coordinate(longitude: degrees[0], latitude: degrees[1])
        else { throw ValidationError("give a place as LON LAT, −180…180 and −90…90") }
        let today = CivilDate(at: Date(), in: .gmt)
        let day = try date.map(Day.parsed) ?? today
        let network = try await common.network()
        let values = try await network.air.air(at: position, on: day, today: today)
        let regions = try await network.store.regionAir(at: position, on: day)
        let now = Date()
        let hours = day == today ? try await network.store.pollutantHours(around: position, until: now) : []
        if json {
            var names: [Station.ID: String] = [:]
            for id in Set(values.compactMap(\.station)) {
                names[id] = try await network.store.station(id)?.name
            }
            return try Output.json(
                AirWire(
                    values, hours: hours, regions: regions, on: day, names: names, in: .english,
                    taxonomy: network.taxonomy))
        }
        if values.isEmpty { print("no data: no station within reach has a reading for \(day)") }
        values.forEach(Self.show)
        for rating in AirQualityRating.ratings(of: values, hours: hours, on: day) { Self.show(rating) }
        let told = Set(values.map(\.allergen.id))
        for region in regions { Self.show(region, beside: told) }
    }

    private static func show(_ value: AirValue) {
        let unit = value.allergen.unit?.rawValue ?? ""
        print(
            "\(value.allergen.id.rawValue): \(words(value.today, unit)) (index \(rounded(value.today.index)); "
                + "\(value.today.basis.rawValue) \(value.today.day), \(origin(of: value))"
                + "\(words(value.today.interval)))")
        for (name, estimate) in [("the day after", value.tomorrow), ("two days after", value.dayAfter)] {
            guard let estimate else { continue }
            let weather = estimate.knowsWeather ? " with weather" : ""
            print(
                "  \(name): \(words(estimate, unit)) (\(estimate.basis.rawValue)\(weather)"
                    + "\(words(estimate.interval)))")
        }
    }

    /// The nearest station with its distance, or the model that stands alone.
    private static func origin(of value: AirValue) -> String {
        guard let station = value.station, let distance = value.distance else {
            return value.model?.credit ?? "a model"
        }
        return "\(station.rawValue) \(Int(distance.rounded()) / 1_000) km"
    }

    private static func words(_ estimate: AirValue.Estimate, _ unit: String) -> String {
        "\(estimate.level.words), \(rounded(estimate.value)) \(unit)"
    }

    private static func words(_ interval: ForecastInterval?) -> String {
        guard let interval else { return "" }
        let percent = Int((100 * ForecastInterval.probability).rounded())
        return
            "; \(rounded(interval.low))–\(rounded(interval.high))\(interval.isMoved ? "" : " with \(percent) %")"
    }

    /// Rounds to two decimals: no instrument is more precise.
    private static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }

    /// Prints an air quality index with its deciding pollutant and its advice, which names its sources, or the
    /// reason why there is no rating.
    private static func show(_ rating: AirQualityRating) {
        let title = rating.index.title
        guard let score = rating.score, let airClass = rating.airClass else {
            let gaps = rating.gaps.map { "\($0.pollutant.rawValue): \($0.absence.reason)" }
            let lack = rating.isIncomplete ? ["pollutants are missing that the index needs"] : []
            return print("\(title): not rated (\((lack + gaps).joined(separator: "; ")))")
        }
        let words = MessageCatalogue(.english)
        let pollutants = rating.mainPollutants.map(\.rawValue).joined(separator: ", ")
        print(
            "\(title): \(score.words), \(words.name(of: airClass.category)), decided by \(pollutants). "
                + words.advice(airClass.advice))
        for source in airClass.advice.sources {
            print("  source of this advice: \(source.title), \(source.publisher), \(source.url)")
        }
    }

    /// Prints the classes that a source states for a region, for allergens without a station within reach.
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
}

extension AirQualityScore {
    fileprivate var words: String {
        switch self {
        case .value(let value): "\(value)"
        case .beyond(let end): "beyond \(end)"
        }
    }
}
