import Foundation
import PostgreSQL

/// What a database says about a move into it: from what file, and how far it has come.
///
/// It is in tables of its own, which only a move makes.
struct MoveMark {
    let file: Data
    let begun: Date
    /// `nil` while the move is under way or broken off.
    let finished: Date?

    private static let table = """
        CREATE TABLE IF NOT EXISTS fileMove (
            one boolean PRIMARY KEY DEFAULT true CHECK (one),
            -- A hash of everything in the file.
            file bytea NOT NULL,
            begun bigint NOT NULL,
            finished bigint
        )
        """

    /// The number of rows of each table that are there for good.
    private static let progress = """
        CREATE TABLE fileMoveTable (name text COLLATE "C" PRIMARY KEY, copied bigint NOT NULL)
        """

    /// Reads the mark; `nil` when nothing was ever moved here.
    static func read(_ session: PostgreSQLSession) throws -> MoveMark? {
        guard try session.value("SELECT to_regclass('fileMove') IS NOT NULL") == true else { return nil }
        return try PostgreSQLRunner(session).row("SELECT file, begun, finished FROM fileMove").map { row in
            MoveMark(
                file: try row["file"], begun: Date(stored: try row["begun"]),
                finished: (try row["finished"] as Int64?).map(Date.init(stored:)))
        }
    }

    /// Refuses a database that holds only a part of a network.
    ///
    /// - Throws: ``MoveRefusal/isUnfinished(begun:)``.
    static func refuseUnfinished(_ session: PostgreSQLSession) throws {
        guard let mark = try read(session), mark.finished == nil else { return }
        throw MoveRefusal.isUnfinished(begun: mark.begun)
    }

    /// Notes that a move begins.
    static func begin(_ file: Data, at now: Date, _ session: PostgreSQLSession) throws {
        try session.script(table)
        try session.script(progress)
        try session.execute("INSERT INTO fileMove (file, begun) VALUES (\(Array(file)), \(now.stored))")
    }

    /// How many rows of each table are there.
    static func copied(_ session: PostgreSQLSession) throws -> [String: Int] {
        let rows = try PostgreSQLRunner(session).rows("SELECT name, copied FROM fileMoveTable")
        return Dictionary(
            uniqueKeysWithValues: try rows.map { (try $0["name"] as String, try $0["copied"] as Int) })
    }

    /// Notes how many rows of a table are there, in the transaction that brings them.
    static func note(_ rows: Int, of table: String, _ session: PostgreSQLSession) throws {
        try session.execute(
            """
            INSERT INTO fileMoveTable (name, copied) VALUES (\(table), \(rows))
            ON CONFLICT (name) DO UPDATE SET copied = excluded.copied
            """)
    }

    /// Notes that everything is there.
    static func finish(at now: Date, _ session: PostgreSQLSession) throws {
        try session.execute("UPDATE fileMove SET finished = \(now.stored)")
        try session.script("DROP TABLE fileMoveTable")
    }
}
