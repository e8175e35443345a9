import PostgreSQL
import Testing

extension PostgreSQLTests {
    /// What is known after the server ended the connection.
    @Suite struct BrokenLinkTests {
        private static let goodbye = "pg_terminate_backend(pg_backend_pid())"
        private static let leave = "SELECT \(goodbye)"

        /// A way to send something that ends the connection.
        enum LeavingWay: CaseIterable {
            case statement, stream, copyOut, copyIn

            func end(_ session: PostgreSQLSession) throws {
                switch self {
                case .statement: try session.execute("\(sql: leave)")
                case .stream: try session.forEach("\(sql: leave)") { _ in }
                case .copyOut: try session.copyOut("COPY (\(leave)) TO STDOUT") { _ in }
                case .copyIn: try session.copy(into: "leaving (id)") { try $0.append(row: [1]) }
                }
            }
        }

        @Test(arguments: LeavingWay.allCases)
        func `the outcome is unknown, unless a transaction is around it`(_ way: LeavingWay) async throws {
            for isAlone in [true, false] {
                let lost = await failure {
                    try await connection().run { session in
                        try session.script("CREATE TEMP TABLE leaving (id int8 CHECK (\(Self.goodbye)))")
                        if isAlone { return try way.end(session) }
                        try session.transaction { try way.end($0) }
                    }
                }
                guard case .lost(_, let isUnknown) = lost else {
                    Issue.record("\(String(describing: lost))")
                    continue
                }
                #expect(isUnknown == isAlone)
            }
        }

        @Test func `a transaction does not begin on a broken connection`() async throws {
            try await connection().run { session in
                #expect(throws: PostgreSQLError.self) { try session.execute("\(sql: Self.leave)") }
                #expect(throws: PostgreSQLError.lost("it broke before", outcomeUnknown: false)) {
                    try session.transaction { _ in }
                }
            }
        }
    }
}
