import CPostgreSQL

/// An error or a warning of the server.
///
/// The server's `DETAIL` is left out: it repeats values of rows, such as addresses of people, and messages
/// get into logs.
package struct ServerMessage: Hashable, Sendable {
    /// The five characters that name the condition (PostgreSQL manual, appendix A), such as `23505`.
    package let state: String
    /// The server's own sentence, in the server's language.
    package let text: String
    /// What the server recommends.
    package let hint: String?
    package let table: String?
    /// The constraint that was violated.
    package let constraint: String?
    /// The function of the server that reported it, which no language changes.
    package let origin: String?

    /// Reads the message of a result.
    ///
    /// - Parameter result: A result of libpq that the caller owns.
    @unsafe init(_ result: OpaquePointer?) {
        func field(_ code: CInt) -> String? {
            guard let text = unsafe PQresultErrorField(result, code) else { return nil }
            return unsafe String(cString: text)
        }
        state = field(pg_field_state) ?? ""
        text = unsafe field(pg_field_text) ?? Self.whole(result)
        hint = field(pg_field_hint)
        table = field(pg_field_table)
        constraint = field(pg_field_constraint)
        origin = field(pg_field_function)
    }

    /// A message that came without fields, as those of a refused connection do.
    init(state: String, text: String) {
        self.state = state
        self.text = text
        hint = nil
        table = nil
        constraint = nil
        origin = nil
    }

    /// Whether a commit did not wait for the standby to the end.
    ///
    /// The server then answers with success and this warning (the function SyncRepWaitForLSN in its
    /// `syncrep.c`).
    var isUnconfirmedCommit: Bool { origin == "SyncRepWaitForLSN" }

    /// Whether a prepared statement no longer fits the tables, after another program changed them.
    var isStalePlan: Bool { state == "0A000" && origin == "RevalidateCachedQuery" }

    /// Whether PgBouncer in statement mode refuses a transaction, after which it closes the connection.
    var isOfStatementPooler: Bool { state == "08P01" && text.contains("statement pooling mode") }

    private static func whole(_ result: OpaquePointer?) -> String {
        unsafe String(cString: PQresultErrorMessage(result)).trimmed
    }
}

extension String {
    /// Without spaces and line ends around it.
    var trimmed: String {
        var text = self[...]
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text.drop(while: \.isWhitespace))
    }
}
