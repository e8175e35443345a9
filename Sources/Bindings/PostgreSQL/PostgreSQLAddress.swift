import CPostgreSQL

/// Where a database is and how to sign in: a connection string of libpq, with its TLS.
///
/// Both forms of the manual (section 34.1.1) are read: `postgresql://name@a,b/breathe?sslmode=verify-full`
/// and `host=a,b dbname=breathe`. What neither says comes from libpq's environment variables and password
/// file.
package struct PostgreSQLAddress: Hashable, Sendable, CustomStringConvertible {
    let text: String
    /// What it says, without the password.
    package let description: String

    /// Reads a connection string.
    ///
    /// - Throws: ``PostgreSQLError/invalidAddress(_:)``.
    package init(_ text: String) throws(PostgreSQLError) {
        guard !text.utf8.contains(0) else { throw .invalidAddress("it has a NUL character") }
        var words: UnsafeMutablePointer<CChar>?
        let options = unsafe PQconninfoParse(text, &words)
        defer {
            unsafe PQconninfoFree(options)
            unsafe PQfreemem(words)
        }
        guard let first = unsafe options else {
            throw .invalidAddress(
                Self.withoutQuotations(unsafe words.map { unsafe String(cString: $0) } ?? ""))
        }
        self.text = text
        description = unsafe Self.description(of: first)
    }

    /// The options that are set, but for those that libpq marks as secret with a star.
    private static func description(of first: UnsafeMutablePointer<PQconninfoOption>) -> String {
        var shown: [String] = []
        var option = unsafe first
        while let keyword = unsafe option.pointee.keyword {
            if let value = unsafe option.pointee.val,
                unsafe option.pointee.dispchar.pointee != CChar(UInt8(ascii: "*"))
            {
                unsafe shown.append("\(String(cString: keyword))=\(String(cString: value))")
            }
            unsafe option += 1
        }
        return shown.joined(separator: " ")
    }

    /// libpq quotes parts of what it could not read, and the password may be among them.
    private static func withoutQuotations(_ words: String) -> String {
        let parts = words.trimmed.split(separator: "\"", omittingEmptySubsequences: false)
        return parts.enumerated().map { $0.isMultiple(of: 2) ? String($1) : "…" }.joined(separator: "\"")
    }
}

/// How long a connection waits, and for what.
package struct PostgreSQLLimits: Hashable, Sendable {
    /// How long one address may take to answer; libpq counts whole seconds, and takes at least two.
    package var connect: Duration
    /// After how long the server ends a statement.
    package var statement: Duration
    /// After how long the server ends a transaction in which nothing happens, so that a stopped program, or one
    /// whose network is gone, holds no locks.
    ///
    /// All other nodes wait for some of them: with 10 s they write again within 15.
    package var idleTransaction: Duration

    /// How much longer than the server's own limit the program waits before it asks the server to cancel.
    ///
    /// Only a server that is stopped, or a commit that waits for a standby, takes this long.
    var grace: Duration = .seconds(2)

    package init(
        connect: Duration = .seconds(5), statement: Duration = .seconds(30),
        idleTransaction: Duration = .seconds(10)
    ) {
        self.connect = connect
        self.statement = statement
        self.idleTransaction = idleTransaction
    }
}

extension Duration {
    var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
