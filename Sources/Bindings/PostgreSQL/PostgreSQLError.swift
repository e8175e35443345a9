/// Why a database did not do what it was asked to.
///
/// The description of each is a sentence for the operator that says what to do.
package enum PostgreSQLError: Error, Hashable, Sendable {
    // Connecting

    /// The address of the database cannot be read.
    case invalidAddress(String)
    /// Nothing answers at the address.
    case unreachable(String)
    /// The name or the password is wrong, or the server's rules admit nobody from here.
    case signInRefused(ServerMessage)
    case noSuchDatabase(ServerMessage)
    /// The server starts, stops, or has as many connections as it may.
    case notAccepting(ServerMessage)
    /// All servers of the address are read-only.
    case noPrimary(String)
    /// The version or the encoding of the server is not one that the program can use.
    case unfitServer(String)
    /// A pooler hands each transaction to another session, so that prepared statements, locks of a session and
    /// `LISTEN` do not work.
    case transactionPooler

    // Whose database it is

    /// The database holds tables, and none of this program.
    case foreignDatabase(program: String?)
    case newerSchema(found: Int, known: Int)
    /// A newer program changes the tables at the moment.
    case schemaChanging

    // Statements

    /// The connection broke.
    ///
    /// Where the outcome is unknown, it broke during a commit, or during a statement that was not in a
    /// transaction.
    case lost(String, outcomeUnknown: Bool)
    /// The transaction is kept on the primary, and the standby has not confirmed it: it can still be lost.
    case unconfirmed(ServerMessage)
    /// The task was cancelled.
    case cancelled
    case timedOut
    /// The server is no longer the primary.
    case readOnly(ServerMessage)
    case diskFull(ServerMessage)
    /// The user of the address lacks a privilege.
    case forbidden(ServerMessage)
    /// All else that the server refuses; `state` says what.
    case refused(ServerMessage)
    /// The commit of a transaction that had failed before, which the server rolls back.
    case rolledBack

    // Values

    /// A column does not hold what was asked for.
    case unfitValue(column: String, type: UInt32, wanted: String)
    /// A value that the database cannot hold, by the place of the parameter, from 1.
    case unstorable(parameter: Int, ValueRefusal)

    // The pool

    case poolExhausted(size: Int, waited: Duration)
    case poolClosed
}

/// Why a value cannot be stored.
package enum ValueRefusal: Hashable, Sendable {
    /// PostgreSQL's text cannot hold the character with the number 0.
    case nulCharacter
    /// A moment outside the years −4712 to 294275, or no moment at all.
    case moment
    /// A value of a gigabyte or more.
    case size
}

extension PostgreSQLError {
    /// Whether the same transaction may succeed when it is begun again; nothing of it was kept.
    ///
    /// These are conflicts of serialisable transactions (40001), deadlocks (40P01), rows that refer to one which
    /// somebody has just deleted (23503), and plans that another program's change of the tables made useless.
    package var isConflict: Bool {
        guard case .refused(let message) = self else { return false }
        return ["40001", "40P01", "23503"].contains(message.state) || message.isStalePlan
    }

    /// Whether a transaction may have been kept although it failed.
    package var mayBeKept: Bool {
        switch self {
        case .unconfirmed, .lost(_, outcomeUnknown: true): true
        default: false
        }
    }

    /// Whether another attempt to connect may succeed soon, as during a restart or a failover.
    package var isTransientConnectFailure: Bool {
        switch self {
        case .unreachable, .notAccepting, .noPrimary: true
        default: false
        }
    }

    /// Whether tables that a newer program has changed, or is changing, can be the reason.
    package var mayComeOfOtherTables: Bool {
        switch self {
        case .refused: violatedUniqueness == nil
        case .unfitValue, .timedOut: true
        default: false
        }
    }

    /// The name of the unique constraint or index that a row violated; `nil` for all other errors.
    package var violatedUniqueness: String? {
        guard case .refused(let message) = self, message.state == "23505" else { return nil }
        return message.constraint
    }

    /// What a message of the server means while statements run.
    init(_ message: ServerMessage, isCancelled: Bool) {
        switch message.state {
        case "57014": self = isCancelled ? .cancelled : .timedOut
        case "25006": self = .readOnly(message)
        case "53100": self = .diskFull(message)
        case "42501": self = .forbidden(message)
        case "57P01", "57P02", "57P03", "57P05", "25P03": self = .lost(message.text, outcomeUnknown: false)
        // A pooler gave the session of an earlier statement to somebody else.
        case "26000", "42P05": self = .transactionPooler
        case _ where message.isOfStatementPooler: self = .transactionPooler
        case "": self = .lost(message.text, outcomeUnknown: false)
        default: self = .refused(message)
        }
    }

    /// What libpq's words about a failed connection mean.
    ///
    /// libpq joins what all addresses answered; a wrong password at one says more than silence at another.
    init(connecting words: String, states: [String]) {
        let states = states.map { $0 == Self.ofPooler ? Self.state(ofPooler: words) : $0 }
        func message(_ state: String) -> ServerMessage { ServerMessage(state: state, text: words) }
        if let state = states.first(where: { $0.hasPrefix("28") }) {
            self = .signInRefused(message(state))
        } else if states.contains("3D000") {
            self = .noSuchDatabase(message("3D000"))
        } else if words.contains("unsupported startup parameter") {
            self = .unfitServer(
                """
                A pooler refuses a part of the address. Leave it out, or name it in ignore_startup_parameters of \
                PgBouncer: \(words)
                """)
        } else if let state = states.first {
            self = .notAccepting(message(state))
        } else if words.contains("session is read-only") || words.contains("server is in hot standby mode") {
            self = .noPrimary(words)
        } else if words.contains("no password supplied") {
            self = .signInRefused(message("28P01"))
        } else {
            self = .unreachable(words)
        }
    }

    /// The only number that PgBouncer has for what it refuses.
    private static let ofPooler = "08P01"

    /// The number that the server has for what PgBouncer says in English.
    private static func state(ofPooler words: String) -> String {
        if words.contains("authentication failed") || words.contains("no such user") { return "28P01" }
        return words.contains("no such database") ? "3D000" : ofPooler
    }
}
