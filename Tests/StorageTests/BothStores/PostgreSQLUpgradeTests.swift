import Foundation
import PostgreSQL
import SampleTesting
import Testing

@testable import Storage

extension BothStoresTests {
    /// Databases that earlier programs have made, with something in most of their tables.
    ///
    /// Each is a schema of one database, into whose schema `public` a file was moved: its rows are theirs.
    @Suite(.enabled(if: StoreKind.hasServer)) struct PostgreSQLUpgradeTests {
        /// Tables that are dropped by a later step, or that the program fills by itself.
        private static let passing: Set<String> = ["foreignwrite", "changelog", "changehead"]

        /// Copies into each table what the moved one of the same name has in the columns that both have.
        private static let filling = """
            SET LOCAL session_replication_role = replica;
            DO $$
            DECLARE
                home regclass;
                names text;
            BEGIN
                FOR home IN
                    SELECT oid FROM pg_class
                    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
                        AND relname <> 'schemamark' AND to_regclass('public.' || quote_ident(relname)) IS NOT NULL
                LOOP
                    SELECT string_agg(quote_ident(attname), ', ') INTO names FROM pg_attribute
                    WHERE attrelid = home AND attnum > 0 AND NOT attisdropped;
                    EXECUTE format(
                        'INSERT INTO %1$s (%2$s) SELECT %2$s FROM public.%1$s ON CONFLICT DO NOTHING', home, names);
                END LOOP;
            END $$
            """

        /// The columns, rules and indexes of all tables, one in a line.
        private static let shape: PostgreSQLStatement = """
            SELECT concat_ws(
                ' ', table_name, column_name, data_type, collation_name, is_nullable, is_identity,
                column_default) AS line
            FROM information_schema.columns WHERE table_schema = current_schema()
            UNION SELECT replace(indexdef, schemaname || '.', '') FROM pg_indexes
            WHERE schemaname = current_schema()
            UNION SELECT concat_ws(' ', conrelid::regclass, pg_get_constraintdef(oid)) FROM pg_constraint
            WHERE connamespace = current_schema()::regnamespace
            """

        private func address(of schema: String) throws -> PostgreSQLAddress {
            let server = try #require(BothStoresTests.server)
            return try PostgreSQLAddress(
                "host=\(server.path) dbname=earlier user=postgres options='-c search_path=\(schema)'")
        }

        private func lines(_ statement: PostgreSQLStatement, in schema: String) async throws -> [String] {
            try await PostgreSQLConnection.open(address(of: schema)).run { session in
                try session.rows(statement) { row throws(PostgreSQLError) in try row[0] as String }
            }
        }

        /// How many rows each table has that stays.
        private func counts(in schema: String) async throws -> Set<String> {
            let tables = try await lines(
                "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()", in: schema)
            let counted = tables.filter { !Self.passing.contains($0) }
                .map { "SELECT concat_ws(' ', '\($0)', count(*)) FROM \($0)" }
            return Set(try await lines("\(sql: counted.joined(separator: " UNION ALL "))", in: schema))
        }

        /// Makes the tables as they were after some steps, and fills them.
        private func make(_ schema: String, after steps: Int) async throws {
            try await PostgreSQLConnection.open(address(of: schema)).run { session in
                try session.script("CREATE SCHEMA \(schema)")
                try session.transaction { session in
                    for step in PostgreSQLSchema.steps[..<steps] { try session.script(step) }
                    try session.write(SchemaMark(program: PostgreSQLSchema.program, version: steps))
                    try session.script(Self.filling)
                }
            }
        }

        /// Brings a schema up to date, or makes it, as the program does when it starts.
        private func start(_ schema: String, _ file: FilledFile) async throws {
            let store = try await PostgreSQLStore(address(of: schema), keys: file.keys, connections: 1)
            let broken = try await store.brokenValues()
            #expect(broken.isEmpty, "\(schema): \(broken)")
            try await FenceBoxes.expectCopies(in: store)
            store.close()
        }

        @Test func `a database of each earlier schema becomes one of today's, and keeps its rows`()
            async throws
        {
            let file = try await FilledFile()
            try await OpenedRows.run("CREATE DATABASE earlier")
            _ = try await file.store.move(to: address(of: "public"), at: noon) { _ in }
            try await PostgreSQLConnection.open(address(of: "fresh")).run {
                try $0.script("CREATE SCHEMA fresh")
            }
            try await start("fresh", file)
            let shape = Set(try await lines(Self.shape, in: "fresh"))
            #expect(shape.count > 500)
            var rows: Set<String> = []
            for steps in 1..<PostgreSQLSchema.steps.count {
                let schema = "after\(steps)"
                try await make(schema, after: steps)
                rows = try await counts(in: schema)
                try await start(schema, file)
                let upgraded = Set(try await lines(Self.shape, in: schema))
                #expect(upgraded == shape, "\(steps): \(upgraded.symmetricDifference(shape))")
                let kept = try await counts(in: schema)
                let lost = rows.filter { !$0.hasPrefix("schemamark ") }.subtracting(kept)
                #expect(lost.isEmpty, "\(steps): \(lost)")
                try await PostgreSQLConnection.open(address(of: "public")).run {
                    try $0.script("DROP SCHEMA \(schema) CASCADE")
                }
            }
            #expect(rows.count { !$0.hasSuffix(" 0") } > 40, "most tables have rows: \(rows)")
        }
    }
}
