package import Foundation

/// Why a file is not moved into a PostgreSQL database, or a database is not used.
package enum MoveRefusal: Error, Hashable, CustomStringConvertible {
    /// The database holds rows that no move has brought there, in this table among others.
    case isInUse(table: String)
    /// A service or a command works on the database.
    case isServed
    /// Another move into the database is under way.
    case isMoving
    /// A move of another file, or of this one as it was before, was broken off.
    case isOfAnotherFile(begun: Date)
    /// A move was broken off, and everything else has to wait for its end.
    case isUnfinished(begun: Date)
    /// Texts in these columns of a table have a character that PostgreSQL cannot hold.
    case hasNUL(table: String, columns: [String])
    /// A value is not of the kind that its column has in PostgreSQL.
    case isUnfit(table: String, column: String)
    /// PostgreSQL has no such table or column.
    case isMissing(String)
    /// Tables whose rows in PostgreSQL are not those of the file.
    case differs([String])

    package var description: String {
        switch self {
        case .isInUse(let table):
            """
            the PostgreSQL database already holds a network: there are rows in the table \(table). Create an empty \
            database with createdb and give its address
            """
        case .isServed: "a service or a command works on the PostgreSQL database; stop it first"
        case .isMoving: "another breathe migrate works on the PostgreSQL database; wait for its end"
        case .isOfAnotherFile(let begun):
            """
            a move that was begun on \(begun.ISO8601Format()) was broken off here, and it was of another file, or this \
            one has changed since. Create the database anew with dropdb and createdb, and begin again
            """
        case .isUnfinished(let begun):
            """
            the move of a file into this PostgreSQL database, begun on \(begun.ISO8601Format()), was broken off, so \
            only a part of the network is there. Run breathe migrate again with the same file: it goes on where it \
            stopped
            """
        case .hasNUL(let table, let columns):
            """
            a text in the table \(table) has a NUL character, which PostgreSQL cannot hold. Cut the text off there, in \
            a copy of the file, with: sqlite3 FILE "\(columns.map { Self.cut($0, of: table) }.joined(separator: "; "))"
            """
        case .isUnfit(let table, let column):
            """
            a value of \(column) in the table \(table) is of another kind than its column; look at the file with \
            breathe doctor
            """
        case .isMissing(let name):
            "PostgreSQL has no \(name), which is a fault of this program; nothing was moved"
        case .differs(let tables):
            """
            the rows in PostgreSQL are not those of the file in \(tables.joined(separator: ", ")), so the move is not \
            finished. Create the database anew with dropdb and createdb, and begin again
            """
        }
    }

    /// Cuts texts off at their first NUL; the functions of SQLite for texts stop there, or take it for nothing.
    private static func cut(_ column: String, of table: String) -> String {
        let place = "instr(CAST(\(column) AS BLOB), x'00')"
        return """
            UPDATE \(table) SET \(column) = CAST(substr(CAST(\(column) AS BLOB), 1, \(place) - 1) AS TEXT) \
            WHERE \(place) > 0
            """
    }
}
