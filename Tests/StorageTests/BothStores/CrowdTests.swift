import Alerts
import Allergens
import Foundation
import Geography
import People
import SampleTesting
import SeededTesting
import Testing

@testable import Storage

extension BothStoresTests {
    /// An alert that concerns more accounts than PostgreSQL gets lines with one statement.
    @Suite struct CrowdTests {
        /// A line without its number; the number of a channel is one for all.
        private struct Line: Hashable {
            let account: Int64
            let isInbox: Bool
            let state: String
            let fences: Set<String>

            var isPersons: Bool { fences.contains { $0.hasPrefix("hers") } }
        }

        private static let circle = FenceFootprint(
            anchor: .basel, boxes: BoundingBox(around: .basel, radius: 5_000).parts, extent: 5_000,
            outline: nil)

        /// The report is near the edge of this polygon, within it.
        private static func square() -> Polygon { .rectangle(BoundingBox(7.579, 47.5, 7.7, 47.6)) }

        /// The report is in the box of this polygon, but not within it.
        private static func triangle() throws -> Polygon {
            let corners = [(7.57, 47.5), (7.7, 47.5), (7.7, 47.6), (7.57, 47.5)].map { Coordinate($0, $1) }
            return try #require(Polygon(exterior: corners))
        }

        /// Adds a fence whose outline alone tells whether it holds the report.
        private func add(
            _ id: String, of account: Account.ID, _ polygon: Polygon,
            boxes: [BoundingBox] = [BoundingBox(7.57, 47.5, 7.7, 47.6)], to store: any RowStore
        ) async throws {
            let footprint = FenceFootprint(
                anchor: Coordinate(7.68, 47.52), boxes: boxes, extent: 15_000,
                outline: Outline(plane: [polygon]))
            try await store.add(
                .sample(id, of: account, area: .polygons([polygon])), footprint: footprint, at: noon)
        }

        /// Adds an account's fences, some of them quiet at noon, and perhaps a channel, which then also carries what a
        /// person in its care gets.
        ///
        /// - Returns: The lines that both get of a report, those of inboxes first.
        private func add(_ number: Int, to store: any RowStore) async throws -> [Line] {
            let account = try #require(try await store.addAccount(named: "a\(number)", at: noon)).id
            var home = Fence.sample("home\(number)", of: account)
            if number.isMultiple(of: 6) {
                home.rules.quietHours = QuietHours(from: LocalTime(hour: 11), until: LocalTime(hour: 13))
            }
            try await store.add(home, footprint: Self.circle, at: noon)
            var fences = [home.id.rawValue]
            if number.isMultiple(of: 5) {
                fences.append("square\(number)")
                try await add(fences[1], of: account, Self.square(), to: store)
            }
            if number.isMultiple(of: 7) {
                try await add("triangle\(number)", of: account, Self.triangle(), to: store)
            }
            let isQuiet = number.isMultiple(of: 6) && fences.count == 1
            let inbox = Line(
                account: account.rawValue, isInbox: true, state: isQuiet ? "suppressed" : "delivered",
                fences: Set(fences))
            guard number.isMultiple(of: 9) else { return [inbox] }
            let url = try #require(URL(string: "https://example.org/\(number)"))
            try await store.add(
                Channel(
                    account: account, target: .webhook(WebhookTarget(url: url, secrets: [.random()])),
                    rhythm: .single, created: noon))
            let sent = Line(
                account: account.rawValue, isInbox: false, state: isQuiet ? "suppressed" : "queued",
                fences: Set(fences))
            guard number.isMultiple(of: 45) else { return [inbox, sent] }
            let details = try #require(Person.Details(name: "Mia"))
            let mia = try await store.addPerson(details, to: account, at: noon).account
            let hers = Fence.sample("hers\(number)", of: mia)
            try await store.add(hers, footprint: Self.circle, at: noon)
            let lines = [true, false].map { isInbox in
                Line(
                    account: mia.rawValue, isInbox: isInbox, state: isInbox ? "delivered" : "queued",
                    fences: [hers.id.rawValue])
            }
            return [inbox, lines[0], sent, lines[1]]
        }

        private func raise(_ id: String, isNew: Bool = true, in store: any RowStore) async throws {
            try await #require(store as? any ReportStore).writeReports { transaction in
                if isNew { try transaction.add(.told(id)) }
                try transaction.notify(of: .told(id), at: .basel, except: nil, now: noon)
            }
        }

        /// The lines of an alert with their numbers.
        private func lines(of alert: String, in store: any RowStore) async throws -> [(id: Int64, line: Line)]
        {
            try await store.readRows { runner in
                let fences = Dictionary(
                    uniqueKeysWithValues: try runner.rows("SELECT number, id FROM fence").map { row in
                        ("\(try row["number"] as Int64)", try row["id"] as String)
                    })
                return try runner.rows(
                    """
                    SELECT id, account, channel, state, fences FROM delivery
                    WHERE alert = (SELECT number FROM alert WHERE id = \(alert)) ORDER BY id
                    """
                ).map { row in
                    let list: String = try row["fences"]
                    let numbers = list.dropFirst().dropLast().split(separator: ",").map(String.init)
                    return (
                        try row["id"],
                        Line(
                            account: try row["account"], isInbox: try row["channel"] as Int64 == 0,
                            state: try row["state"], fences: Set(numbers.map { fences[$0] ?? $0 }))
                    )
                }
            }
        }

        @Test(arguments: StoreKind.tested)
        func `all in a crowd get their lines once, whatever of their fences was opened before`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            var expected: [Line] = []
            for number in 1...130 { expected += try await add(number, to: opened.store) }
            let count = Int64(expected.count)
            #expect(count == 148)

            func expectLines(of alert: String, after last: Int64) async throws -> [Line] {
                let found = try await lines(of: alert, in: opened.store)
                #expect(found.map(\.id) == (1...Int64(expected.count)).map { last + $0 })
                #expect(Set(found.map(\.line)) == Set(expected), "\(alert)")
                #expect(try await opened.store.lastEntry() == found.last?.id)
                return found.map(\.line)
            }
            // In SQLite those of guardians for their persons come last.
            let sent = expected.filter { !$0.isInbox }
            let inOrder =
                expected.filter(\.isInbox)
                + (kind == .sqlite ? sent.filter { !$0.isPersons } + sent.filter(\.isPersons) : sent)

            // No outline was opened yet, and lines that wait for one come last.
            try await raise("first", in: opened.store)
            _ = try await expectLines(of: "first", after: 0)
            try await raise("warm", in: opened.store)
            #expect(try await expectLines(of: "warm", after: count) == inOrder)
            try await opened.again { store in
                try await raise("cold", in: store)
                #expect(try await expectLines(of: "cold", after: 2 * count) == inOrder)
                try await raise("again", in: store)
                #expect(try await expectLines(of: "again", after: 3 * count) == inOrder)

                // The other store has not opened these.
                expected += try await add(131, to: opened.store)
                let ben = Account.ID(rawValue: expected[1].account)
                try await opened.store.add(.sample("new", of: ben), footprint: Self.circle, at: noon)
                expected[1] = Line(
                    account: ben.rawValue, isInbox: true, state: "delivered",
                    fences: expected[1].fences.union(["new"]))
                try await raise("mixed", in: store)
                _ = try await expectLines(of: "mixed", after: 4 * count)
                try await raise("mixed", isNew: false, in: store)
                _ = try await expectLines(of: "mixed", after: 4 * count)
            }
        }

        @Test(arguments: StoreKind.tested)
        func `the owners of fences that wait for their outlines are found once, in two boxes, too`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (anna, ben, cleo) = (
                try await opened.account("anna"), try await opened.account("ben"),
                try await opened.account("cleo")
            )
            let boxes = [BoundingBox(7.57, 47.5, 7.7, 47.6), BoundingBox(7.5, 47.55, 7.6, 47.6)]
            try await add("square", of: anna, Self.square(), boxes: boxes, to: opened.store)
            try await add("triangle", of: anna, Self.triangle(), boxes: boxes, to: opened.store)
            try await opened.store.add(.sample("home", of: ben), footprint: Self.circle, at: noon)
            let alert = Alert.told("told")
            let report = Report(
                account: cleo, position: .basel, allergens: ["birch"], symptoms: [], comment: nil)
            try await #require(opened.store as? any ReportStore).writeReports { transaction in
                try transaction.add(alert)
                try transaction.keep(report, in: alert.id, at: noon)
                try transaction.postponeAnnouncement(of: report, in: alert.id)
            }
            try await opened.again { store in
                let reports = try #require(store as? any ReportStore)
                for _ in 0..<2 {
                    let waiting = try #require(
                        try await reports.unannouncedReports(of: alert.id, at: noon, limit: 16))
                    #expect(waiting.owners.map(\.account) == [anna, ben])
                }
            }
        }
    }

    /// The order in which a crowd is told.
    @Suite struct NumberOrderTests {
        @Test(arguments: UInt64(0)..<20)
        func `agrees with sorting`(seed: UInt64) {
            var generator = SeededGenerator(seed: seed)
            let widest: Int64 = [0, 5, 4_000, 1 << 40, .max].randomElement(using: &generator) ?? 0
            let numbers = (0..<Int.random(in: 0..<500, using: &generator)).map { _ in
                Int64.random(in: -widest...widest, using: &generator)
            }
            let places = NumberOrder.places(of: numbers)
            // Equal numbers keep their order.
            let expected = numbers.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }
            #expect(places == expected)
        }
    }
}
