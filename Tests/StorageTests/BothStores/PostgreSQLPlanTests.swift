import Foundation
import People
import PostgreSQL
import SampleTesting
import Testing

@testable import Storage

extension BothStoresTests {
    /// How PostgreSQL finds the rows of one account or station among many, by the plans in its log; `QueryPlanTests` has
    /// those of SQLite.
    @Suite(.enabled(if: StoreKind.hasServer)) struct PostgreSQLPlanTests {
        /// Says in the log how each statement was done.
        private static let options = """
            -c session_preload_libraries=auto_explain -c auto_explain.log_min_duration=0
            """

        private let server: ThrowAwayServer
        private let store: PostgreSQLStore

        init() async throws {
            server = try await ThrowAwayServer(like: BothStoresTests.server)
            let address = "host=\(server.path) dbname=postgres user=postgres"
            store = try await PostgreSQLStore(
                PostgreSQLAddress("\(address) options='\(Self.options)'"), keys: .throwAway, connections: 1)
        }

        /// The steps of the plans of all statements that run meanwhile.
        private func steps(of act: (PostgreSQLStore) async throws -> Void) async throws -> [Substring] {
            let before = try server.logged.count
            try await act(store)
            let lines = try server.logged.dropFirst(before).split(separator: "\n")
            try #require(lines.contains { $0.contains("  plan:") }, "\(lines.joined(separator: "\n"))")
            return lines
        }

        /// The steps that read all rows of a table: of a table itself, or of an index without a condition.
        private func walks(in steps: [Substring]) -> [Substring] {
            zip(steps, steps.dropFirst() + [""]).compactMap { step, next in
                guard let scan = step.firstMatch(of: /(Seq|Index|Index Only|Bitmap Index) Scan .*\(cost=/)
                else { return nil }
                return scan.1 != "Seq" && next.contains("Index Cond: ") ? nil : step
            }
        }

        private func expectIndexes(
            _ what: String, _ act: (PostgreSQLStore) async throws -> Void
        ) async throws {
            let steps = try await steps(of: act)
            let walks = walks(in: steps)
            #expect(walks.isEmpty, "\(what):\n\(steps.joined(separator: "\n"))")
            #expect(steps.contains { $0.contains("Index Cond: ") }, "\(what): no index was used")
        }

        @Test func `what belongs to an account or a station is found by an index`() async throws {
            let anna = try #require(try await store.addAccount(named: "anna", at: noon)).id
            #expect(try await store.add([.sample()]).count == 1)
            try await expectIndexes("a token") { _ = try await $0.credential("token") }
            try await expectIndexes("a session") { _ = try await $0.session("one") }
            try await expectIndexes("an account's sessions") { _ = try await $0.sessions(of: anna, at: noon) }
            try await expectIndexes("an account's tokens") { _ = try await $0.tokens(of: anna, at: noon) }
            try await expectIndexes("an account's fences") { _ = try await $0.fences(of: anna) }
            try await expectIndexes("a profile") { _ = try await $0.profile(of: anna) }
            try await expectIndexes("an account's persons") { _ = try await $0.persons(of: anna) }
            try await expectIndexes("an account's channels") { _ = try await $0.channels(of: anna) }
            try await expectIndexes("a diary") { _ = try await $0.diary(of: anna, days: today...today) }
            try await expectIndexes("trips") { _ = try await $0.trips(of: anna, from: noon, until: noon) }
            try await expectIndexes("a kept answer") { _ = try await $0.answer(to: "key", of: anna) }
            try await expectIndexes("a station") { _ = try await $0.station("basel") }
            try await expectIndexes("a station's keys") { _ = try await $0.keys(of: "basel") }
            try await expectIndexes("a station's series") {
                _ = try await $0.dailyValues(of: "birch", at: "basel")
            }
            store.close()
            try await server.stop()
        }

        @Test func `a walk through a whole table or index is noticed`() async throws {
            let wholes: [@Sendable (PostgreSQLStore) async throws -> Void] = [
                { store in _ = try await store.glanceRows { try $0.rows("SELECT name FROM account").count } },
                { store in
                    _ = try await store.glanceRows { try $0.rows("SELECT id FROM account ORDER BY id").count }
                },
            ]
            for whole in wholes { #expect(try await !walks(in: steps(of: whole)).isEmpty) }
            store.close()
            try await server.stop()
        }
    }
}
