import Alerts
import Allergens
import Foundation
import GRDB
import Geography
import People
import SampleTesting
import Testing

@testable import Storage

@Suite struct AccountRemovalTests {
    let opened: OpenedArchive
    let anna: Account.ID
    let bert: Account.ID
    /// Occurs in everything that belongs to the account, and nowhere else.
    private static let mark = "xenophon"
    /// The account's number, which occurs nowhere else in the data.
    private static let number: Int64 = 7_654_321

    init() async throws {
        opened = try OpenedArchive()
        bert = try await opened.account("bert")
        try await opened.execute(
            "INSERT INTO account (id, name, created) VALUES (?, ?, 0)", [Self.number, Self.mark])
        anna = Account.ID(rawValue: Self.number)
    }

    private func fence(of account: Account.ID, _ id: String, area: Fence.Area) async throws {
        let rules = FenceRules(watches: [Watch(.allergen("birch"))])
        try await opened.add(
            Fence(id: Fence.ID(rawValue: id), account: account, name: id, area: area, rules: rules),
            in: [BoundingBox(7, 47, 8, 48)])
    }

    private func raise(_ id: String, by reporters: Account.ID...) async throws {
        let alert = Alert.sample(id, kind: .user, level: nil)
        try await opened.store.transact { transaction in
            try transaction.add(alert)
            for reporter in reporters {
                let report = Report(
                    account: reporter, position: Coordinate(7.5, 47.5), allergens: ["birch"],
                    symptoms: [.cough], comment: reporter == anna ? Self.mark : "by the river", isNamed: true)
                try transaction.keep(report, in: alert.id, at: noon)
            }
            try transaction.notify(of: alert, at: Coordinate(7.02, 47.02), except: reporters.first, now: noon)
        }
    }

    /// Stores every kind of data that an account can have.
    private func fill() async throws {
        let circle = Fence.Area.circle(centre: .basel, radius: 5_000)
        try await fence(of: anna, "\(Self.mark)-circle", area: circle)
        try await fence(
            of: anna, "\(Self.mark)-polygon", area: .polygons([.rectangle(BoundingBox(7, 47, 7.1, 47.1))]))
        try await fence(of: bert, "home", area: circle)
        var profile = Profile()
        profile.watches = [Watch(.allergen("birch"))]
        try await opened.store.keep(profile, of: anna, at: noon)
        let hash = Data(repeating: 7, count: 32)
        try await opened.store.add(
            Credential(id: Self.mark, hash: hash, principal: .account(anna)), at: noon)
        try await opened.store.keep(
            KeptAnswer(fingerprint: hash, location: Self.mark, body: Data(Self.mark.utf8)), to: Self.mark,
            of: anna, at: noon)
        try await opened.execute(
            """
            INSERT INTO channel (number, id, account, kind, key, target, rhythm, state, created)
            VALUES (7, ?1, ?2, 'webhook', CAST(?1 AS BLOB), CAST(?1 AS BLOB), 'single', 'active', 0)
            """, [Self.mark, anna.rawValue])
        try await raise("own", by: anna)
        try await raise("both", by: anna, bert)
        try await raise("other", by: bert)
        try await opened.execute(
            """
            INSERT INTO confirmation SELECT number, ?1, 0 FROM alert WHERE id = 'other';
            """, [anna.rawValue])
        try await opened.execute(
            "INSERT INTO flag SELECT number, ?, 'spam', 0, NULL FROM alert WHERE id = 'other'",
            [anna.rawValue])
        try await opened.store.transact { transaction in
            try transaction.remember(
                [Fence.Number(rawValue: 1): Announcement(level: .high, day: today)], of: "birch")
        }
        try await opened.execute("INSERT INTO announcedForecast VALUES (1, 2, 18360, 3)")
    }

    /// All tables of the schema, including those of the R*Trees.
    private func tables() async throws -> [String] {
        try await opened.store.pool.read {
            try String.fetchAll(
                $0, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'sqlite_sequence'")
        }
    }

    /// The number of rows, by table, that hold the account's number or its mark.
    private func traces() async throws -> [String: Int] {
        var traces: [String: Int] = [:]
        for table in try await tables() {
            let rows = try opened.store.pool.read {
                try Row.fetchAll($0, sql: "SELECT * FROM \(table)")
            }
            let count = rows.filter { row in
                row.databaseValues.contains { value in
                    switch value.storage {
                    case .int64(let number): number == Self.number
                    case .string(let text): text.contains(Self.mark)
                    case .blob(let bytes): String(decoding: bytes, as: UTF8.self).contains(Self.mark)
                    case .double, .null: false
                    }
                }
            }.count
            if count > 0 { traces[table] = count }
        }
        return traces
    }

    private func remove() async throws -> [String] {
        try await opened.store.transact { [anna] transaction in
            try transaction.remove(anna, at: noon).map(\.id.rawValue)
        }
    }

    @Test func `nothing of an account is left in any table`() async throws {
        try await fill()
        let before = try await traces()
        for table in [
            "account", "fence", "profile", "credential", "idempotentAnswer", "channel", "report",
            "confirmation",
            "flag", "delivery",
        ] { #expect(before[table] != nil, "\(table) was not filled") }
        #expect(try await opened.count("delivery WHERE channel = 7 AND state = 'queued'") > 0)
        _ = try await remove()
        #expect(try await traces() == [:])
        #expect(try await opened.count("delivery WHERE channel = 7") == 0)
        for (table, count) in [
            ("fence", 1), ("fenceBox", 1), ("fenceOutline", 0), ("formerFence", 0), ("announcedLevel", 0),
            ("announcedForecast", 0),
        ] { #expect(try await opened.count(table) == count, "\(table)") }
        #expect(try await opened.store.integrityProblems().isEmpty)
        #expect(try await opened.store.fences(of: bert).map(\.name) == ["home"])
    }

    @Test func `alerts that lose their last witness are returned, the others stay`() async throws {
        try await fill()
        #expect(try await remove() == ["own"])
        let both = try #require(try await opened.store.alert(Alert.ID(rawValue: "both")))
        #expect(both.testimony?.reports == 1 && both.testimony?.reporter == "bert")
        #expect(both.testimony?.comment == "by the river" && both.ended == nil)
        let other = try #require(try await opened.store.alert(Alert.ID(rawValue: "other")))
        #expect(other.testimony?.confirmations == 0)
    }

    @Test func `an alert based on one confirmation is returned when that confirmation goes`() async throws {
        try await raise("confirmed", by: bert)
        try await opened.execute("INSERT INTO confirmation SELECT number, ?, 0 FROM alert", [anna.rawValue])
        try await opened.execute("DELETE FROM report")
        #expect(try await remove() == ["confirmed"])
    }

    @Test func `alerts that ended or expired earlier are not returned`() async throws {
        try await raise("ended", by: anna)
        try await raise("expired", by: anna)
        try await opened.execute("UPDATE alert SET ended = sent WHERE id = 'ended'")
        try await opened.execute(
            "UPDATE alert SET sent = ?1 - 9, expires = ?1 WHERE id = 'expired'", [noon.stored])
        #expect(try await remove().isEmpty)
    }

    @Test func `an account's number is never used again, but its name may be`() async throws {
        _ = try await remove()
        let again = try await opened.account(Self.mark)
        #expect(again.rawValue > Self.number)
        #expect(try await remove().isEmpty)
        #expect(try await opened.store.account(again)?.name == Self.mark)
        #expect(try await opened.store.account(named: Self.mark.uppercased())?.id == again)
    }

    @Test func `missing accounts are those that were removed or suspended`() async throws {
        #expect(try await opened.store.missing(among: [anna, bert]).isEmpty)
        _ = try await remove()
        #expect(try await opened.store.missing(among: [anna, bert]) == [anna])
        try await opened.store.setSuspended(true, bert, at: noon)
        #expect(
            try await opened.store.missing(among: [anna, bert]) == [anna, bert],
            "a suspended account counts as missing")
        #expect(try await opened.store.missing(among: []).isEmpty)
    }
}
