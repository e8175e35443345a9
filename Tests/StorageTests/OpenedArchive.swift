import Alerts
import Foundation
import GRDB
import Geography
import Observations
import People
import SampleTesting

@testable import Storage

/// A store in a file of its own.
struct OpenedArchive {
    let folder: TemporaryFolder
    let store: SQLiteStore

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.path("store.sqlite"))
    }

    /// Stores readings in one transaction, and returns the outcome of each.
    @discardableResult
    func keep(_ readings: [Reading], received: Date = noon) async throws -> [Keeping] {
        try await store.transact { transaction in
            try readings.map { try transaction.keep($0, received: received).keeping }
        }
    }

    func account(_ name: String = "anna") async throws -> Account.ID {
        guard let account = try await store.addAccount(named: name, at: noon)
        else { throw DatabaseError(message: "the name \(name) is taken") }
        return account.id
    }

    /// Stores a fence whose anchor is a corner of its first box.
    func add(_ fence: Fence, in boxes: [BoundingBox]) async throws {
        let anchor = Coordinate(boxes[0].west, boxes[0].south)
        let footprint = FenceFootprint(anchor: anchor, boxes: boxes, extent: 5_000, outline: fence.outline)
        try await store.add(fence, footprint: footprint, at: noon)
    }

    /// Executes SQL directly, to simulate errors in our own code.
    func execute(_ sql: String, _ arguments: StatementArguments = []) async throws {
        try await store.pool.write { try $0.execute(sql: sql, arguments: arguments) }
    }

    func count(_ table: String) async throws -> Int {
        try await store.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") ?? 0 }
    }
}

extension Fence {
    /// The rings of a polygon without adjustment, which is right away from the antimeridian.
    fileprivate var outline: Outline? {
        guard case .polygons(let polygons) = area else { return nil }
        return Outline(plane: polygons)
    }
}

extension PreparedSending {
    /// The alerts that are to be sent.
    var messages: [OutgoingMessage] {
        guard case .alerts(let messages) = content else { return [] }
        return messages
    }
}
