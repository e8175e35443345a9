import Foundation
import GRDB
import SampleTesting
import Sealing
import Synchronization

@testable import Storage

/// A file with something in most tables, as a released version has left it, and with values that are hard to keep.
struct FilledFile {
    let path: String
    let keys: KeyRing
    let store: SQLiteStore
    private let folder: TemporaryFolder

    private static let releases = repository.appending(path: "Tests/Releases")

    /// The versions whose databases are kept.
    static func versions() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: releases.path).sorted()
    }

    /// Makes it of a released version, or of the one whose schema has the most steps.
    init(_ version: String? = nil) async throws {
        let version = try version ?? Self.newest()
        let home = Self.releases.appending(path: version)
        folder = try TemporaryFolder()
        path = folder.path("breathe.sqlite")
        let (status, output) = try await ChildProcess.run(
            URL(filePath: "/usr/bin/env"),
            ["sqlite3", path, ".read '\(home.appending(path: "database.sql").path)'"])
        guard status == 0 else { throw Late("the database cannot be read: \(output)") }
        let keyFile = folder.path("breathe.keys")
        _ = FileManager.default.createFile(
            atPath: keyFile, contents: try Data(contentsOf: home.appending(path: "breathe.keys")),
            attributes: [.posixPermissions: 0o600])
        keys = try KeyRing(KeyFile(URL(filePath: keyFile)))
        store = try SQLiteStore(path: path, keys: keys)
        try await store.pool.write { try $0.execute(sql: Self.oddities) }
    }

    private static func newest() throws -> String {
        func steps(_ version: String) throws -> Int {
            let file = releases.appending(path: "\(version)/database.sql")
            return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
                .count { $0.hasPrefix("INSERT INTO grdb_migrations") }
        }
        let versions = try versions()
        guard let newest = try versions.max(by: { try steps($0) < steps($1) })
        else { throw Late("no release is kept") }
        return newest
    }

    /// Numbers at the ends of their ranges, texts with all that has to be escaped, empty bytes beside missing ones, a
    /// table without a key, rows that triggers count, and numbers that were given out and are free again.
    private static let oddities = """
        INSERT INTO station (number, id, name, longitude, latitude, altitude, timeZone, attribution, isSimulated)
        VALUES (900, 'odd', char(9) || '\\N "quoted" \\. ' || char(10) || 'Żółw 🌿', -180, 90, -0.5, 'UTC', '', 0);
        INSERT INTO stationBox VALUES (900, -180, -180, 90, 90);
        WITH RECURSIVE hour (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM hour WHERE number < 120)
        INSERT INTO hourlyReading (station, allergen, day, ending, value, received, detectionLimit, quality)
        SELECT 900, 2, number / 24 - 3, number * 3600, number / 7.0, 9223372036854775807 - number,
            CASE WHEN number % 2 THEN NULL ELSE number * 5e-324 END, number % 4
        FROM hour;
        WITH RECURSIVE day (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM day WHERE number < 70)
        INSERT INTO classReading SELECT NULL, 900, 3, -number, 'dwd', '2-3', 'forecast', number FROM day;
        INSERT INTO reading (allergen, day, station, value, hours, received)
        VALUES (0, -1, 900, 999999999.9999999, NULL, 0), (127, 0, 900, 0, 25, 0);
        INSERT INTO publishedArticle (number, name, keepsByline) VALUES (7, 'pollen', 0);
        INSERT INTO articleVersion (article, version, content, published) VALUES (7, 1, '{}', 5);
        UPDATE upload SET key = 'key', fingerprint = x'', answer = x'' WHERE number = 1;
        INSERT INTO account (id, name, created) VALUES (50, 'gone', 0);
        DELETE FROM account WHERE id = 50;
        INSERT INTO delivery (id, alert, account, channel, state, fences, created, updated)
        VALUES (99, 1, 1, 55, 'delivered', '[]', 0, 0);
        DELETE FROM delivery WHERE id = 99;
        """

    /// The number of rows in all tables that are moved.
    func rows() async throws -> Int {
        try await store.pool.read { database in
            try FileTable.all(in: database).reduce(0) { sum, table in
                sum + (try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table.name)") ?? 0)
            }
        }
    }
}

extension RowStore {
    /// All readings, as an export passes through them.
    func exported() async throws -> [String] {
        let lines = Mutex<[String]>([])
        try await forEachReading { station, reading in lines.withLock { $0.append("\(station) \(reading)") } }
        try await forEachHour { reading in lines.withLock { $0.append("\(reading)") } }
        let hasMeans = try await hasMeans()
        return lines.withLock(\.self) + ["\(hasMeans)"]
    }
}
