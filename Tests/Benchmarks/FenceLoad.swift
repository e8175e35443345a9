import Alerts
import Foundation
import Geography
import People
import Storage

/// Adds very many fences to a database.
struct FenceLoad {
    /// The number of fences in one transaction.
    private static let batch = 500_000

    private let store: SQLiteStore
    private let count: Int
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    init(_ store: SQLiteStore, count: Int) { (self.store, self.count) = (store, count) }

    /// Makes accounts and fences up, and adds them.
    ///
    /// - Parameter csv: Gets the fences as a table, too.
    /// - Returns: The fences that the store took per second, without the time of making them up.
    /// - Throws: Why they were not added.
    func run(writing csv: URL?) async throws -> Double {
        let accounts = max(count * 6 / 10, 1)
        _ = try await store.addAccounts(named: (1...accounts).map { "a\($0)" }, at: now)
        var made = MadeUpFences(seed: 1, accounts: accounts, count: count)
        var seconds = 0.0
        let table = try csv.map(FenceTable.init)
        for first in stride(from: 0, to: count, by: Self.batch) {
            let fences = try (first..<min(first + Self.batch, count)).map { _ in try made.next() }
            try table?.add(fences)
            let start = ContinuousClock.now
            try await store.add(fences, at: now)
            seconds += start.duration(to: .now).seconds
        }
        return Double(count) / seconds
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
