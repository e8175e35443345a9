import Foundation
import Geography
import Interpolation
import Observations
import Rendering
import Storage

/// Measures what the budgets limit, and prints JSON.
@main
enum BreatheBench {
    private static let usage = """
        usage: breathe-bench tiles [--stations-csv FILE] [--tiles-csv FILE] [--stations N] [--tiles N]
                             [--repeats N] [--definitions DIRECTORY]
               breathe-bench tiles --tile-png Z X Y --out FILE [--scale 1|2] [--stations N]
               breathe-bench webhooks --database FILE --port N [--webhooks N] [--receivers N]
                             [--hanging N] [--failing N]
               breathe-bench reminders --database FILE --port N [--count N] [--receivers N] [--of medicine]
               breathe-bench diaries --database FILE --count N [--days N]
               breathe-bench match --database FILE [--fences N] [--fences-tsv FILE]
               breathe-bench match --database FILE --store ADDRESS
               breathe-bench ledger --database FILE --store ADDRESS [--writers N] [--count N]
               breathe-bench city --database FILE --count N
               breathe-bench subscribers --database FILE --count N
               breathe-bench sessions --database FILE --count N
               breathe-bench articles --count N
               breathe-bench form --file FILE
               breathe-bench forecasts --stations N
               breathe-bench study --count N --out FILE
               breathe-bench study --database FILE --study ID --researcher N --out FILE
               breathe-bench kept-study --database FILE --count N [--people N]
               breathe-bench trips --count N
               breathe-bench listen --ports N[,N…] --requests FILE
        """

    static func main() async {
        do {
            var arguments = Arguments(CommandLine.arguments.dropFirst())
            switch arguments.next() {
            case "tiles": try tiles(arguments)
            case "webhooks": try await WebhookSubscribers(arguments).fill()
            case "reminders": print(try await RemindedPeople(arguments).fill())
            case "diaries": print(try await KeptDiaries(arguments).fill().joined(separator: "\n"))
            case "match": try await match(arguments)
            case "ledger": try await ledger(arguments)
            case "city": try await city(arguments)
            case "subscribers": try await subscribers(arguments)
            case "sessions": try await sessions(arguments)
            case "articles": try ArticleBenchmark.run(try arguments.number(of: "--count") ?? 10_000)
            case "form":
                guard let file = arguments.value(of: "--file") else { throw BenchmarkError(usage) }
                try FormBenchmark.run(URL(filePath: file))
            case "forecasts":
                try ForecastBenchmark.run(stations: try arguments.number(of: "--stations") ?? 200)
            case "study":
                guard let file = arguments.value(of: "--out") else { throw BenchmarkError(usage) }
                if let database = arguments.value(of: "--database") {
                    try await StudyBenchmark.run(database, arguments, file: URL(filePath: file))
                } else {
                    try StudyBenchmark.run(
                        try arguments.number(of: "--count") ?? 1_000_000, file: URL(filePath: file))
                }
            case "kept-study":
                let outcome = try await KeptStudy(arguments).fill()
                print(String(decoding: try JSONEncoder().encode(outcome), as: UTF8.self))
            case "trips": try TripBenchmark.run(try arguments.number(of: "--count") ?? 100_000)
            case "listen": try StreamListener.run(arguments)
            default: throw BenchmarkError(usage)
            }
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(64)
        }
    }

    /// Prints the tokens, one per line.
    private static func city(_ arguments: Arguments) async throws {
        guard let database = arguments.value(of: "--database"),
            let count = try arguments.number(of: "--count")
        else { throw BenchmarkError(usage) }
        print(try await MadeUpCity.write(count, to: database).joined(separator: "\n"))
    }

    /// Prints the tokens, one per line.
    private static func subscribers(_ arguments: Arguments) async throws {
        guard let database = arguments.value(of: "--database"),
            let count = try arguments.number(of: "--count")
        else { throw BenchmarkError(usage) }
        print(try await MadeUpSubscribers.write(count, to: database).joined(separator: "\n"))
    }

    private static func sessions(_ arguments: Arguments) async throws {
        guard let database = arguments.value(of: "--database"),
            let count = try arguments.number(of: "--count")
        else { throw BenchmarkError(usage) }
        try await SessionBenchmark.run(count, database: database)
    }

    private static func tiles(_ arguments: Arguments) throws {
        let catalogue = try LayerCatalogue(
            directory: URL(filePath: arguments.value(of: "--definitions") ?? "tiles"))
        let layer = try catalogue.layer(named: "birch")
        if let path = arguments.value(of: "--out") {
            return try drawTile(arguments, layer: layer, to: URL(filePath: path))
        }
        if let path = arguments.value(of: "--stations-csv") {
            try writeStations(to: URL(filePath: path))
        }
        let benchmark = TileBenchmark(
            layer: layer, tilesOfZoom: try arguments.number(of: "--tiles") ?? 100,
            repeats: try arguments.number(of: "--repeats") ?? 5)
        if let path = arguments.value(of: "--tiles-csv") {
            try writeTiles(benchmark.tiles, to: URL(filePath: path))
        }
        let counts = try arguments.number(of: "--stations").map { [$0] } ?? [2_000, 20_000]
        let reports = try counts.map(benchmark.report(stations:))
        let json = try JSONSerialization.data(
            withJSONObject: reports, options: [.prettyPrinted, .sortedKeys])
        print(String(decoding: json, as: UTF8.self))
    }

    private static func match(_ arguments: Arguments) async throws {
        guard let database = arguments.value(of: "--database") else { throw BenchmarkError(usage) }
        if let address = arguments.value(of: "--store") {
            let benchmark = MatchBenchmark(try await MovedStore.open(address, from: database))
            return try report(try await benchmark.matches())
        }
        let store = try SQLiteStore(path: database, keys: .beside(database))
        let load = FenceLoad(store, count: try arguments.number(of: "--fences") ?? 1_000_000)
        let speed = try await load.run(
            writing: arguments.value(of: "--fences-tsv").map { URL(filePath: $0) })
        var found = try await MatchBenchmark(store).matches()
        found.fencesPerSecond = speed
        try report(found)
    }

    private static func ledger(_ arguments: Arguments) async throws {
        guard let database = arguments.value(of: "--database"), let address = arguments.value(of: "--store")
        else { throw BenchmarkError(usage) }
        let benchmark = LedgerBenchmark(
            try await MovedStore.open(address, from: database),
            writers: try arguments.number(of: "--writers") ?? 16,
            count: try arguments.number(of: "--count") ?? 4_000)
        try report(try await benchmark.run())
    }

    private static func report(_ outcome: some Encodable) throws {
        print(String(decoding: try JSONEncoder().encode(outcome), as: UTF8.self))
    }

    private static func writeStations(to file: URL) throws {
        let lines = MadeUpStations.samples(2_000, seed: 1).map { sample in
            "\(sample.position.longitude),\(sample.position.latitude),\(sample.value)\n"
        }
        try Data(("lon,lat,value\n" + lines.joined()).utf8).write(to: file)
    }

    private static func writeTiles(_ tiles: [TileAddress], to file: URL) throws {
        let lines = tiles.map { "\($0.zoom),\($0.column),\($0.row)\n" }
        try Data(("zoom,column,row\n" + lines.joined()).utf8).write(to: file)
    }

    private static func drawTile(_ arguments: Arguments, layer: Layer, to file: URL) throws {
        let numbers = arguments.values(3, of: "--tile-png").compactMap(Int.init)
        guard numbers.count == 3,
            let tile = TileAddress(zoom: numbers[0], column: numbers[1], row: numbers[2])
        else { throw BenchmarkError(usage) }
        let samples = MadeUpStations.samples(try arguments.number(of: "--stations") ?? 2_000, seed: 1)
        let png = TileRenderer().png(
            tile, scale: try arguments.number(of: "--scale") ?? 1, layer: layer,
            fields: [try MadeUpStations.birchField(samples)])
        try Data(png).write(to: file)
    }
}

/// The words of a command line.
struct Arguments {
    private var words: [String]

    init(_ words: some Sequence<String>) { self.words = Array(words) }

    mutating func next() -> String? { words.isEmpty ? nil : words.removeFirst() }

    /// The word after an option.
    func value(of option: String) -> String? { values(1, of: option).first }

    /// The words after an option, `count` at most.
    func values(_ count: Int, of option: String) -> [String] {
        guard let place = words.firstIndex(of: option) else { return [] }
        return Array(words[(place + 1)...].prefix(count))
    }

    func number(of option: String) throws -> Int? {
        guard let text = value(of: option) else { return nil }
        guard let number = Int(text), number > 0 else {
            throw BenchmarkError("\(option) needs a number from 1 on")
        }
        return number
    }
}
