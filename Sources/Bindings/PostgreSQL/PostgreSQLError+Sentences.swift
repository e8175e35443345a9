extension PostgreSQLError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .invalidAddress, .unreachable, .signInRefused, .noSuchDatabase, .notAccepting, .noPrimary,
            .unfitServer,
            .transactionPooler:
            connecting
        case .foreignDatabase, .newerSchema, .schemaChanging: owning
        case .unfitValue, .unstorable: storing
        case .poolExhausted, .poolClosed: pooling
        default: running
        }
    }

    private var connecting: String {
        switch self {
        case .invalidAddress(let words):
            """
            The address of the database cannot be read (\(words)). Write it like \
            postgresql://name@host:5432/database.
            """
        case .unreachable(let words):
            "No PostgreSQL answers at the address. Check host, port and firewall, and that it runs: \(words)"
        case .signInRefused(let message):
            """
            PostgreSQL refuses the sign-in. Check name and password, and the lines of pg_hba.conf: \
            \(message.text)
            """
        case .noSuchDatabase(let message):
            "The server has no such database. Create it with createdb, or correct the address: \(message.text)"
        case .notAccepting(let message):
            "PostgreSQL takes no connections now. Wait while it starts, or raise max_connections: \(message.text)"
        case .noPrimary(let words):
            """
            No server of the address accepts writes, as while the database is changing over to another. Wait a moment; \
            if it lasts, promote a standby, or add the primary to the address: \(words)
            """
        case .unfitServer(let words): words
        default:
            """
            A pooler in transaction or statement mode is between the program and PostgreSQL. Prepared statements, locks \
            and LISTEN need a session of their own: give the address of PostgreSQL itself, or set pool_mode = session \
            in PgBouncer.
            """
        }
    }

    private var owning: String {
        switch self {
        case .newerSchema(let found, let known):
            """
            The database has schema \(found), and this program knows schemas up to \(known). Install the newer \
            program.
            """
        case .schemaChanging:
            "A newer program changes the tables of the database just now. Install the newer program."
        case .foreignDatabase(let program?):
            "The database belongs to the program \(program). Give the address of another database, or create one."
        default:
            "The database has tables of another program. Give the address of another database, or create one."
        }
    }

    private var running: String {
        switch self {
        case .lost(let words, outcomeUnknown: false):
            "The connection to PostgreSQL broke, and nothing was changed. Try again: \(words)"
        case .lost(let words, _):
            """
            The connection to PostgreSQL broke, and it is not known whether the last change was kept. Look before \
            trying again: \(words)
            """
        case .unconfirmed(let message):
            """
            The primary keeps the transaction, but no standby has confirmed it. Check the standby, then look \
            whether the transaction is there: \(message.text)
            """
        case .cancelled: "The statement was cancelled."
        case .timedOut: "The statement took longer than it may. Look for locks and missing indices."
        case .readOnly(let message):
            """
            The server accepts no writes any more, as while the database is changing over to another. Try again in a \
            moment: \(message.text)
            """
        case .diskFull(let message):
            "The disk of PostgreSQL is full. Make room on the server: \(message.text)"
        case .forbidden(let message):
            """
            The user of the address may not do this. Make it the owner of the database and its tables: \
            \(message.text)
            """
        case .refused(let message):
            "PostgreSQL refuses a statement (\(message.state)): \(message.text)"
        default: "The transaction had failed before its commit, and was rolled back."
        }
    }

    private var storing: String {
        switch self {
        case .unfitValue(let column, let type, let wanted):
            """
            Column \(column) has the type with the number \(type) and cannot be read as \(wanted). Cast it in the \
            statement.
            """
        case .unstorable(let parameter, .nulCharacter):
            "Parameter \(parameter) has a NUL character, which PostgreSQL's text cannot hold. Remove it."
        case .unstorable(let parameter, .moment):
            "Parameter \(parameter) is no moment that PostgreSQL can hold."
        case .unstorable(let parameter, .size):
            "Parameter \(parameter) has a gigabyte or more. Store it in parts."
        default: ""
        }
    }

    private var pooling: String {
        guard case .poolExhausted(let size, let waited) = self else { return "The connections were closed." }
        return """
            None of the \(size) connections to PostgreSQL became free within \(waited). Allow more of them, or find the \
            statements that take so long.
            """
    }
}
