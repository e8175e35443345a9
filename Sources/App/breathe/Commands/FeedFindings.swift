import Allergens
import Feeds
import Foundation
import Geography
import Observations

/// The findings about a definition and a sample.
struct FeedFindings: Encodable {
    struct Mistake: Encodable {
        /// The definition, or a list of stations or regions that it names.
        let file: String
        /// The position in the file; empty for the file as a whole.
        let path: String
        let reason: String
    }

    struct StationRow: Encodable {
        let station: String
        let name: String
        let lon: Double
        let lat: Double
    }

    /// A concentration.
    struct ValueRow: Encodable {
        let place: String
        let allergen: String
        let time: String
        let value: Double
        let unit: String
        let basis: Basis
    }

    struct ClassRow: Encodable {
        let place: String
        /// The allergen or the family.
        let allergen: String
        let day: String
        let code: String
        let scale: String
        let level: Level?
        let basis: Basis
    }

    let file: String
    var title: String?
    var mistakes: [Mistake] = []
    /// The questions that the author of the definition has not yet answered.
    var questions: [String] = []
    /// Why the sample as a whole cannot be read.
    var failure: String?
    var rows = 0
    var missing = 0
    var rejected = 0
    var stationCount = 0
    var valueCount = 0
    var classCount = 0
    var stations: [StationRow] = []
    var values: [ValueRow] = []
    var classes: [ClassRow] = []
    var rejectedRows: [RejectedRow] = []

    var failed: Bool { !mistakes.isEmpty || failure != nil }

    init(file: String) { self.file = file }

    /// Counts a batch, and retains the first entries of each kind.
    mutating func add(_ batch: Submission, limit: Int) {
        rows += batch.tally.rows
        missing += batch.tally.missing
        rejected += batch.tally.rejectedCount
        stationCount += batch.stations.count
        valueCount += batch.readings.count + batch.forecasts.count + batch.regionValues.count
        classCount += batch.classes.count
        stations += batch.stations.prefix(limit - stations.count).map(StationRow.init)
        values += batch.readings.prefix(limit - values.count).map(ValueRow.init)
        values += batch.forecasts.prefix(limit - values.count).map(ValueRow.init)
        values += batch.regionValues.prefix(limit - values.count).map(ValueRow.init)
        classes += batch.classes.prefix(limit - classes.count).map(ClassRow.init)
        rejectedRows += batch.tally.rejected.prefix(limit - rejectedRows.count)
    }
}

extension FeedFindings.StationRow {
    init(_ station: Station) {
        self.init(
            station: station.id.rawValue, name: station.name, lon: station.position.longitude,
            lat: station.position.latitude)
    }
}

extension FeedFindings.ValueRow {
    init(_ reading: Reading) {
        self.init(
            reading.station.rawValue, reading.allergen, reading.period, reading.value, basis: .measured)
    }

    init(_ forecast: Forecast) {
        self.init(
            forecast.station.rawValue, forecast.allergen, .day(forecast.day), forecast.value, basis: .forecast
        )
    }

    init(_ value: RegionValue) {
        self.init(value.region.rawValue, value.allergen, value.period, value.value, basis: value.basis)
    }

    private init(
        _ place: String, _ allergen: Allergen.ID, _ period: Reading.Period, _ value: Double, basis: Basis
    ) {
        self.place = place
        self.allergen = allergen.rawValue
        self.value = value
        self.basis = basis
        unit = Taxonomy.standard[allergen]?.unit?.rawValue ?? ""
        time =
            switch period {
            case .day(let day): day.description
            case .hour(let end), .threeHours(let end): end.formatted(.iso8601)
            }
    }
}

extension FeedFindings.ClassRow {
    init(_ reading: ClassReading) {
        switch reading.place {
        case .region(let region): place = region.rawValue
        case .station(let station): place = station.rawValue
        }
        allergen = reading.subject.key
        day = reading.day.description
        code = reading.code
        scale = reading.scale
        level = reading.step?.level
        basis = reading.basis
    }
}

// MARK: - For people

extension FeedFindings {
    func show() {
        for mistake in mistakes {
            print(
                [mistake.file, mistake.path, mistake.reason].filter { !$0.isEmpty }.joined(separator: ": "))
        }
        guard mistakes.isEmpty else { return }
        print("\(file): \(title ?? ""): no mistakes")
        for question in questions { print("question: \(question)") }
        if let failure { print("the sample cannot be read: \(failure)") }
        guard rows > 0 else { return }
        print(
            "\(rows) entries: \(stationCount) stations, \(valueCount) concentrations, \(classCount) classes, "
                + "\(missing) missing, \(rejected) rejected")
        table(stations.map { [$0.station, "\($0.lon)", "\($0.lat)", $0.name] })
        table(values.map { [$0.place, $0.allergen, $0.time, "\($0.value)", $0.unit, $0.basis.rawValue] })
        table(
            classes.map {
                [
                    $0.place, $0.allergen, $0.day, $0.code, "(\($0.scale))", $0.level?.words ?? "unknown",
                    $0.basis.rawValue,
                ]
            })
        for row in rejectedRows {
            print("  entry \(row.line), \(row.column) “\(row.value)”: \(row.rejection.reason)")
        }
    }

    /// Prints rows with aligned columns.
    private func table(_ rows: [[String]]) {
        let widths = (0..<(rows.first?.count ?? 0)).map { column in rows.map { $0[column].count }.max() ?? 0 }
        for row in rows {
            let cells = zip(row, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }
            print("  " + cells.joined(separator: "  "))
        }
    }
}
