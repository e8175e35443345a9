import Alerts
import Allergens
import Foundation
import Geography
import People
import SeededTesting
import Storage

/// Measures the time from an alert to the committed ledger, among very many fences.
struct MatchBenchmark {
    /// The number of fences in one transaction of the bulk load.
    private static let batch = 500_000

    private let store: SQLiteStore
    private let count: Int
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    init(database: String, count: Int) throws {
        store = try SQLiteStore(path: database, keys: .beside(database))
        self.count = count
    }

    /// Measurements and findings.
    struct Report: Encodable {
        let fences: Int
        let fencesPerSecond: Double
        let dense: [Match]
        let sparse: [Match]
        /// The station's alert, for which every fence of the city is checked for its
        /// station and its last announcement.
        let station: [Match]

        struct Match: Encodable {
            let longitude: Double
            let latitude: Double
            let seconds: Double
            let accounts: [Int64]
        }
    }

    func run(writing csv: URL?) async throws -> Report {
        let loaded = try await load(writing: csv)
        var generator = SeededGenerator(seed: 7)
        var (dense, sparse): ([Report.Match], [Report.Match]) = ([], [])
        for step in 0..<5 {
            let place = Coordinate(
                wrappingLongitude: MadeUpFences.city.longitude + 0.002 * Double(step - 2),
                latitude: MadeUpFences.city.latitude)
            dense.append(try await match(at: place))
        }
        for _ in 0..<200 {
            let place = Coordinate(
                wrappingLongitude: .random(in: 10...30, using: &generator),
                latitude: .random(in: 37...59, using: &generator))
            sparse.append(try await match(at: place))
        }
        return Report(
            fences: count, fencesPerSecond: Double(count) / loaded, dense: dense, sparse: sparse, station: [])
    }

    /// Loads the fences.
    ///
    /// - Returns: The seconds that the store took, without generating the fences.
    private func load(writing csv: URL?) async throws -> Double {
        let accounts = max(count * 6 / 10, 1)
        _ = try await store.addAccounts(named: (1...accounts).map { "a\($0)" }, at: now)
        var made = MadeUpFences(seed: 1, accounts: accounts)
        var seconds = 0.0
        let table = try csv.map(FenceTable.init)
        for first in stride(from: 0, to: count, by: Self.batch) {
            let fences = try (first..<min(first + Self.batch, count)).map { _ in try made.next() }
            try table?.add(fences)
            let start = ContinuousClock.now
            try await store.add(fences, at: now)
            seconds += start.duration(to: .now).seconds
        }
        return seconds
    }

    private func match(at place: Coordinate) async throws -> Report.Match {
        let alert = Alert(
            kind: .user, allergens: [Allergen.ID(rawValue: "birch")], level: nil, publicPosition: place,
            sent: now,
            expires: now.addingTimeInterval(3_600))
        let before = try await store.lastEntry()
        let start = ContinuousClock.now
        try await store.writeReports { [now] transaction in
            try transaction.add(alert)
            try transaction.notify(of: alert, at: place, except: nil, now: now)
        }
        let seconds = start.duration(to: .now).seconds
        let told = try await store.newEntries(after: before, limit: .max).entries
        return Report.Match(
            longitude: place.longitude, latitude: place.latitude, seconds: seconds,
            accounts: told.map(\.account.rawValue).sorted())
    }
}

/// The fences as a table for other programs: number, account, centre and radius or WKT, and box.
private struct FenceTable {
    private let handle: FileHandle

    init(_ file: URL) throws {
        try Data().write(to: file)
        handle = try FileHandle(forWritingTo: file)
    }

    func add(_ fences: [(fence: Fence, footprint: FenceFootprint)]) throws {
        try handle.write(contentsOf: Data(fences.map { Self.line($0.fence, $0.footprint) }.joined().utf8))
    }

    private static func line(_ fence: Fence, _ footprint: FenceFootprint) -> String {
        let box = footprint.boxes[0]
        let start = "\(fence.account.rawValue)\t\(footprint.anchor.longitude)\t\(footprint.anchor.latitude)\t"
        switch fence.area {
        case .circle(_, let radius):
            return start + "\(radius)\t"
                + wkt([
                    (box.west, box.south), (box.east, box.south), (box.east, box.north),
                    (box.west, box.north),
                    (box.west, box.south),
                ]) + "\n"
        case .polygons(let polygons):
            return start + "\\N\t" + wkt(polygons[0].exterior.map { ($0.longitude, $0.latitude) }) + "\n"
        }
    }

    private static func wkt(_ ring: [(Double, Double)]) -> String {
        "POLYGON((" + ring.map { "\($0.0) \($0.1)" }.joined(separator: ",") + "))"
    }
}

extension Duration {
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
