import Allergens
import Forms
import Foundation
import Geography
import People
import SeededTesting
import Storage
import Studies
import StudyExport
import Synchronization
import Tables
import Workbooks

/// Measures how long a study of many answers takes to become a workbook, with the air joined to each.
enum StudyBenchmark {
    private struct Outcome: Encodable {
        let responses: Int
        let columns: Int
        let seconds: Double
        /// The most memory that the program had; for a database, without mapped pages of its file.
        let megabytes: Double
        let fileMegabytes: Double
    }

    static func run(_ count: Int, file: URL) throws {
        guard let policy = AnonymityPolicy(k: 5) else { throw BenchmarkError("5 is no size of a group") }
        let study = BenchmarkStudy(count: count)
        var generator = SystemRandomNumberGenerator()
        let begin = ContinuousClock.now
        let export = try StudyExport(study.plan, study, policy, using: &generator)
        let tables = export.tables([])
        try WorkbookWriter.write(tables, to: file)
        try report(export.count, columns: columns(of: tables), since: begin, try peak(), file)
    }

    /// The same with a study of the database, from which answers and air are read.
    static func run(_ database: String, _ arguments: Arguments, file: URL) async throws {
        guard let study = arguments.value(of: "--study"),
            let researcher = try arguments.number(of: "--researcher")
        else { throw BenchmarkError("study needs --study ID and --researcher N for a database") }
        let store = try SQLiteStore(path: database, keys: .beside(database))
        let found = Mutex((responses: 0, width: 0))
        let begin = ContinuousClock.now
        let megabytes = try await MemoryWatch.megabytes {
            try await store.export(
                Study.ID(rawValue: study), by: Account.ID(rawValue: Int64(researcher)), StudyExportWish(),
                at: Date()
            ) { export, participation in
                let tables = export.tables(participation)
                try WorkbookWriter.write(tables, to: file)
                let width = Self.columns(of: tables)
                found.withLock { $0 = (export.count, width) }
                return nil
            }
        }
        let (responses, width) = found.withLock { $0 }
        try report(responses, columns: width, since: begin, megabytes, file)
    }

    private static func columns(of tables: [Table]) -> Int {
        tables[0...3].reduce(0) { $0 + $1.columns.count }
    }

    private static func report(
        _ responses: Int, columns: Int, since begin: ContinuousClock.Instant, _ megabytes: Double,
        _ file: URL
    ) throws {
        let elapsed = begin.duration(to: .now).components
        let size = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        let outcome = Outcome(
            responses: responses, columns: columns,
            seconds: Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18,
            megabytes: megabytes, fileMegabytes: Double(size) / 1e6)
        print(String(decoding: try JSONEncoder().encode(outcome), as: UTF8.self))
    }

    /// The high-water mark of the resident memory (proc_pid_status(5)).
    private static func peak() throws -> Double {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
            let kilobytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({
                Double($0)
            })
        else { throw BenchmarkError("the system does not say how much memory was used") }
        return kilobytes * 1_024 / 1e6
    }
}

/// Answers of 20,000 people on the days of half a year, made as they are asked for.
private struct BenchmarkStudy: StudySource {
    let count: Int
    let plan = StudyPlan(
        title: ["en": "Hay fever"], forms: [ShippedForm.hayFeverDay.form.definition],
        regions: (0..<40).map { "Region \($0)" },
        measures: ["birch", "grass"].map { StudyMeasure(.pollen, $0, unit: "grains/m³", label: ["en": $0]) }
            + ["pm10", "ozone"].map { StudyMeasure(.pollutant, $0, unit: "µg/m³", label: ["en": $0]) })

    func responses() -> () throws -> StudyResponse? {
        var (generator, index) = (SeededGenerator(seed: 12), 0)
        return {
            guard index < count else { return nil }
            defer { index += 1 }
            let person = Int(generator.next() % 20_000)
            let (column, row) = (person % 50, person / 50 % 20)
            return StudyResponse(
                participant: person, pseudonym: nil,
                day: CivilDate(daysSinceEpoch: 20_500 + index * 180 / count),
                place: Coordinate(longitude: 6 + Double(column) / 9, latitude: 46 + Double(row) / 9),
                region: column / 10 * 4 + row / 5, form: 0, consentVersion: "2026-1",
                answers: FormAnswers([
                    "nose": .text("\(index % 4)"), "eyes": .text("\(index / 4 % 4)"), "throat": .text("1"),
                    "ears": .text("0"),
                ]))
        }
    }

    func exposures(at area: ReleasedArea, of response: StudyResponse, lag: Int, _ measures: [StudyMeasure])
        -> [StudyExposure]
    {
        measures.indices.map { index in
            let number = Double((response.day.daysSinceEpoch * 7 + index * 31) % 4_000) / 10
            return StudyExposure(
                value: number, station: "station-\(index)", distance: number / 8, age: 1.5, basis: .measured)
        }
    }
}
