import Alerts
import Foundation
import Geography
import People
import SampleTesting
import Sealing
import Storage
import Testing

/// A change of the key is cut off as by a power failure.
@Suite(.timeLimit(.minutes(20))) struct KilledRotationTests {
    private static let count = 1_200

    private func fill(_ database: URL) async throws -> SQLiteStore {
        let store = try SQLiteStore(besideKeys: database)
        let account = try #require(try await store.addAccount(named: "anna", at: Date()))
        let centre = try #require(Coordinate(longitude: 7.6, latitude: 47.5))
        let rules = FenceRules(watches: [Watch(.allergen("birch"))], timeZone: .gmt)
        try await store.add(
            (0..<Self.count).map { number in
                (
                    Fence(
                        id: Fence.ID(rawValue: "f\(number)"), account: account.id, name: "Home \(number)",
                        area: .circle(centre: centre, radius: 5_000), rules: rules),
                    FenceFootprint(
                        anchor: centre, boxes: BoundingBox(around: centre, radius: 5_000).parts,
                        extent: 5_000,
                        outline: nil)
                )
            }, at: Date())
        return store
    }

    /// Makes sealing the fence in the middle calculate endlessly, in the middle of a transaction.
    private func setTrap(in workspace: Workspace) async throws {
        try await sql(
            """
            CREATE TRIGGER trap BEFORE UPDATE OF sealed ON fence WHEN NEW.id = 'f700'
            BEGIN SELECT count(*) FROM fence a, fence b, fence c, fence d WHERE a.kinds + b.kinds + c.kinds + d.kinds < 0;
            END
            """, in: workspace)
    }

    private func sql(_ text: String, in workspace: Workspace) async throws {
        _ = try await GeospatialTool.run("sqlite3", [workspace.database.path, text], in: workspace.folder)
    }

    @Test func `a rotation killed in the middle continues, and nothing is lost`() async throws {
        try await Workspace.temporary { workspace in
            // The program creates the database, and the keys beside it.
            _ = try await workspace.account("ben")
            let store = try await fill(workspace.database)
            let old = store.keys.ids[0]
            try await setTrap(in: workspace)
            let process = try await Program.start(
                ["secrets", "rotate", "--forget", "--database", workspace.database.path],
                in: workspace.folder, errors: .standardError)
            let uses = try await awaited("nothing was sealed anew") {
                let uses = try await store.dataKeyUses()
                return uses.count == 2 ? uses : nil
            }
            process.send(SIGKILL)
            #expect(try await process.exitStatus() == SIGKILL)
            // The first transaction is committed, the second is not.
            #expect(uses.first { $0.key == old }?.count == Self.count - 500)
            #expect(try await store.dataKeyUses() == uses)
            #expect(try await store.brokenValues() == [:])
            try await sql("DROP TRIGGER trap", in: workspace)
            try await workspace.done("secrets", "rotate", "--forget")
            let after = try SQLiteStore(besideKeys: workspace.database)
            #expect(after.keys.ids == uses.map(\.key).filter { $0 != old })
            #expect(try await after.dataKeyUses().map(\.count) == [Self.count])
            #expect(try await after.brokenValues() == [:])
        }
    }
}
