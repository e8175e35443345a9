import Alerts
import Allergens
import Foundation
import GRDB
import Geography
import People
import SampleTesting
import Sealing
import Testing

@testable import Storage

/// A file written before values were sealed holds none of them in plain text once it has been opened.
@Suite struct PlainTextTests {
    private let folder: TemporaryFolder
    private let anna = Account.ID(rawValue: 3)
    private let place = Coordinate(7.583412345, 47.561234567)

    init() throws { folder = try TemporaryFolder() }

    /// The values to look for: texts, and coordinates as people and machines write them.
    private var secrets: [Data] {
        let texts = [
            "Hütte im Wald", "Grandmother", "anna.secret@example.org", "whsec_verysecret", "7.583412345",
            "47.561234567",
            #"{"key":"birch""#, "once lived here",
        ]
        let numbers = [place.longitude, place.latitude, 4_321.5].flatMap { number in
            [
                withUnsafeBytes(of: number.bitPattern.littleEndian) { Data($0) },
                withUnsafeBytes(of: number.bitPattern.bigEndian) { Data($0) },
            ]
        }
        return texts.map { Data($0.utf8) } + numbers
    }

    private func found() -> [String] {
        ["store.sqlite", "store.sqlite-wal"].flatMap { name -> [String] in
            guard let bytes = FileManager.default.contents(atPath: folder.path(name)) else { return [] }
            return secrets.enumerated().filter { bytes.range(of: $0.element) != nil }.map {
                "\(name): \($0.offset)"
            }
        }
    }

    private func fill() throws {
        let queue = try DatabaseQueue(path: folder.path("store.sqlite"))
        try Schema.migrator.migrate(queue, upTo: "readings set aside")
        let area =
            "[[[[\(place.longitude),\(place.latitude)],[8,47],[8,48],[\(place.longitude),\(place.latitude)]]]]"
        let outline = Outline(plane: try PolygonText.decoded(area))
        try queue.write { database in
            try database.execute(
                sql: """
                    INSERT INTO account (id, name, created) VALUES (3, 'anna', 0);
                    INSERT INTO alert (number, id, kind, message, low, high, longitude, latitude, sent, expires)
                    VALUES (1, 'a', 'user', 'alert', 4, 0, 7.585, 47.565, 0, 2000000000);
                    """)
            for (number, name, radius) in [
                (1, "Hütte im Wald", 4_321.5), (2, "Grandmother", nil), (3, "once lived here", 500),
            ] {
                try database.execute(
                    literal: """
                        INSERT INTO fence (
                            number, id, account, name, longitude, latitude, radius, extent, x, y, z, inner, kinds,
                            fieldMaximum, unsure, low1, high1, low2, high2, low3, high3, low4, high4, ownLow, ownHigh,
                            timeZone, watches)
                        VALUES (\(number), \("f\(number)"), 3, \(name), \(place.longitude), \(place.latitude), \(radius),
                            4321.5, 1, 0, 0, 0, 7, 0, 1, 4, 0, 4, 0, 4, 0, 4, 0, 4, 0, 'GMT',
                            '[{"key":"birch","level":"low"}]');
                        INSERT INTO fenceBox VALUES (\(2 * number), 7.5, 7.6, 47.5, 47.6);
                        """)
            }
            try database.execute(
                literal: """
                    INSERT INTO fenceOutline VALUES (2, \(outline.bytes), \(area));
                    INSERT INTO crossWatch VALUES (1, 21, 2);
                    INSERT INTO profile VALUES (3, '[{"key":"birch","level":null}]', 1, 0, 'de', 'plain', 'Europe/Zurich', 360, 0, 480);
                    INSERT INTO channel VALUES (4, 'c', 3, 'email', 'anna.secret@example.org',
                        '{"address":"anna.secret@example.org","confirmation":"CQ==","unsubscription":"t"}', 'single', 'active', NULL, NULL, 0);
                    INSERT INTO channel VALUES (5, 'w', 3, 'webhook', 'https://example.org/whsec_verysecret',
                        'nothing that is ever read', 'single', 'parked', NULL, NULL, 0);
                    INSERT INTO delivery (id, alert, account, channel, state, fences, distance, crossReaction, created, updated)
                    VALUES (9, 1, 3, 0, 'delivered', '["Hütte im Wald","once lived here"]', 4321.5, 2, 0, 0);
                    DELETE FROM fence WHERE number = 3;
                    """)
        }
        try queue.close()
    }

    @Test func `no secret is found in the file or its log, and the store still reads all`() async throws {
        try fill()
        #expect(!found().isEmpty)
        let store = try SQLiteStore(path: folder.path("store.sqlite"))
        #expect(found() == [])
        let fences = try await store.fences(of: anna)
        #expect(fences.map(\.name) == ["Hütte im Wald", "Grandmother"])
        #expect(fences[0].area == .circle(centre: place, radius: 4_321.5))
        #expect(fences[0].rules.watches == [Watch(.allergen("birch"), level: .low)])
        let entry = try #require(try await store.entries(of: anna, after: 0, limit: 1).first)
        #expect(entry.concern.fences == ["Hütte im Wald", "once lived here"])
        #expect(entry.concern.distance == 4_321.5 && entry.concern.crossReaction == "birch")
        let profile = try await store.profile(of: anna)
        #expect(
            profile.watches == [Watch(.allergen("birch"))] && profile.isCrossReactive
                && !profile.acceptsUnsure)
        #expect(profile.language == .german && profile.timeZone.identifier == "Europe/Zurich")
        let channel = try await store.channel(Channel.ID(rawValue: "c"))
        #expect(channel?.target.key == "anna.secret@example.org")
        #expect(try await store.integrityProblems() == [])
    }

    @Test func `the boxes of old fences reveal no more than the grid`() async throws {
        try fill()
        let store = try SQLiteStore(path: folder.path("store.sqlite"))
        let box = BoundingBox(hiding: place, radius: 4_321.5).roundedOutToGrid
        let row = try store.pool.read {
            try Row.fetchOne($0, sql: "SELECT * FROM fenceBox WHERE id = 2")
        }
        let found = try #require(row)
        #expect(abs(found["west"] - box.west) < 1e-5 && abs(found["north"] - box.north) < 1e-5)
    }
}
