import Alerts
import Allergens
import Foundation
import Geography
import People
import PostgreSQL
import SampleTesting
import Testing

@testable import Storage

extension BothStoresTests {
    /// How PostgreSQL finds the rows of one account, station or place among many, and what is due, by the plans in its
    /// log; `QueryPlanTests` has those of SQLite.
    @Suite(.enabled(if: StoreKind.hasServer)) struct PostgreSQLPlanTests {
        /// Says in the log how each statement was done.
        private static let options = """
            -c session_preload_libraries=auto_explain -c auto_explain.log_min_duration=0
            """

        private let server: ThrowAwayServer
        private let address: PostgreSQLAddress
        private let store: PostgreSQLStore

        init() async throws {
            server = try await ThrowAwayServer(like: BothStoresTests.server)
            address = try PostgreSQLAddress(
                "host=\(server.path) dbname=postgres user=postgres options='\(Self.options)'")
            store = try await PostgreSQLStore(address, keys: .throwAway, connections: 1)
        }

        /// The steps of the plans of all statements that run meanwhile.
        private func steps(of act: (PostgreSQLStore) async throws -> Void) async throws -> [Substring] {
            let before = try server.logged.count
            try await act(store)
            let lines = try server.logged.dropFirst(before).split(separator: "\n")
            try #require(lines.contains { $0.contains("  plan:") }, "\(lines.joined(separator: "\n"))")
            return lines
        }

        /// The steps that read all rows of a table: of a table itself, or of an index without a condition.
        private func walks(in steps: [Substring]) -> [Substring] {
            zip(steps, steps.dropFirst() + [""]).compactMap { step, next in
                guard let scan = step.firstMatch(of: /(Seq|Index|Index Only|Bitmap Index) Scan .*\(cost=/)
                else { return nil }
                return scan.1 != "Seq" && next.contains("Index Cond: ") ? nil : step
            }
        }

        private func expectIndexes(
            _ what: String, _ act: (PostgreSQLStore) async throws -> Void
        ) async throws {
            let steps = try await steps(of: act)
            let walks = walks(in: steps)
            #expect(walks.isEmpty, "\(what):\n\(steps.joined(separator: "\n"))")
            #expect(steps.contains { $0.contains("Index Cond: ") }, "\(what): no index was used")
        }

        /// Expects that each index is entered by a condition that holds these words, and that no large table is walked
        /// through.
        private func expectPlan(
            of what: String, entering indexes: KeyValuePairs<String, String>,
            _ act: (PostgreSQLStore) async throws -> Void
        ) async throws {
            let steps = try await steps(of: act)
            let plan = steps.joined(separator: "\n")
            for (index, condition) in indexes {
                let isEntered = zip(steps, steps.dropFirst()).contains { step, next in
                    step.contains(" \(index.lowercased()) ") && next.contains("Index Cond: ")
                        && next.contains(condition)
                }
                #expect(isEntered, "\(what): \(index) is not entered by “\(condition)”:\n\(plan)")
            }
            let walked = walks(in: steps).filter { step in
                Self.large.contains { step.contains(" on \($0.lowercased()) ") }
            }
            #expect(walked.isEmpty, "\(what):\n\(plan)")
        }

        // MARK: Many rows

        /// How many lines the ledger has before the first act of a test.
        private static let lines: Int64 = 100_000
        /// What ``fill()`` makes large; of other tables, the server may rightly read all rows.
        private static let large = [
            "account", "alert", "alertBox", "delivery", "fence", "fenceBox", "report",
        ]

        /// Fills tables with rows of 10,000 accounts, all of them far from Europe, and lets the server count them.
        ///
        /// The server expects 100 numbers in any list. It reads a table whole if that takes less time than to find 100
        /// rows, and therefore the lines are many.
        private func fill() async throws {
            let others = "FROM generate_series(1, 10000) AS n"
            let (longitude, latitude) = ("n % 1400 / 10.0 - 170", "n % 50")
            let (sent, expires) = (noon.addingTimeInterval(-3_600), noon.addingTimeInterval(86_400))
            try await server.run(
                "INSERT INTO account (name, created) SELECT 'other' || n, 0 \(others)",
                """
                INSERT INTO alert (id, kind, message, low, high, longitude, latitude, sent, expires)
                SELECT 'other' || n, 'user', 'alert', 1, 0, \(longitude), \(latitude),
                    \(sent.stored), \(expires.stored) \(others)
                """,
                """
                INSERT INTO alertBox (alert, west, east, south, north, starts, ends, low, high)
                SELECT n, \(longitude), \(longitude), \(latitude), \(latitude),
                    \(AlertTime.minutes(sent)), \(AlertTime.minutes(expires)), 1, 0 \(others)
                """,
                """
                INSERT INTO report (alert, account, longitude, latitude, low, high, sent)
                SELECT n, n, \(longitude), \(latitude), 1, 0, \(sent.stored) \(others)
                """,
                """
                INSERT INTO fence (number, id, account, sealed, kinds, fieldMaximum, unsure, timeZone)
                SELECT n, 'other' || n, n, decode(repeat('00', 34), 'hex'), 7, 0, 0, 'UTC' \(others)
                """, "UPDATE fenceHead SET number = 10000",
                """
                INSERT INTO fenceBox (id, west, east, south, north)
                SELECT 2 * n, \(longitude), \(longitude) + 0.1, \(latitude), \(latitude) + 0.1 \(others)
                """,
                """
                INSERT INTO delivery (id, alert, account, channel, state, fences, created, due, updated)
                SELECT n, n, 1 + n % 10000, CASE WHEN n % 100 = 0 THEN 1 ELSE 0 END,
                    CASE WHEN n % 100 = 0 THEN 'queued' ELSE 'delivered' END, '[]', \(sent.stored),
                    CASE WHEN n % 100 = 0 THEN \(expires.stored) + n END, \(sent.stored)
                FROM generate_series(1, \(Self.lines)) AS n
                """, "UPDATE ledgerHead SET number = \(Self.lines)",
                "ANALYZE \(Self.large.joined(separator: ", "))")
        }

        private static func report(by account: Account.ID, at position: Coordinate) -> Report {
            Report(account: account, position: position, allergens: ["birch"], symptoms: [], comment: nil)
        }

        /// Notifies an account of an alert in its fence; a report that joined the alert is yet to be announced.
        private func notify() async throws -> (account: Account.ID, alert: Alert.ID) {
            func account(_ name: String) async throws -> Account.ID {
                try #require(try await store.addAccount(named: name, at: noon)).id
            }
            let (anna, ben) = (try await account("anna"), try await account("ben"))
            try await store.add(
                .sample(of: anna),
                footprint: FenceFootprint(
                    anchor: .basel, boxes: BoundingBox(around: .basel, radius: 5_000).parts, extent: 5_000,
                    outline: nil), at: noon)
            let first = Self.report(by: ben, at: .basel)
            let second = Self.report(by: try await account("cleo"), at: Coordinate(7.65, 47.56))
            let alert = Alert.told("told")
            try await store.writeReports { transaction in
                try transaction.add(alert)
                try transaction.keep(first, in: alert.id, at: noon)
                try transaction.notify(of: alert, at: .basel, except: ben, now: noon)
                try transaction.join(second, to: alert.id, at: noon)
            }
            return (anna, alert.id)
        }

        @Test func `what belongs to an account or a station is found by an index`() async throws {
            let anna = try #require(try await store.addAccount(named: "anna", at: noon)).id
            #expect(try await store.add([.sample()]).count == 1)
            try await expectIndexes("a token") { _ = try await $0.credential("token") }
            try await expectIndexes("a session") { _ = try await $0.session("one") }
            try await expectIndexes("an account's sessions") { _ = try await $0.sessions(of: anna, at: noon) }
            try await expectIndexes("an account's tokens") { _ = try await $0.tokens(of: anna, at: noon) }
            try await expectIndexes("an account's fences") { _ = try await $0.fences(of: anna) }
            try await expectIndexes("a profile") { _ = try await $0.profile(of: anna) }
            try await expectIndexes("an account's persons") { _ = try await $0.persons(of: anna) }
            try await expectIndexes("an account's channels") { _ = try await $0.channels(of: anna) }
            try await expectIndexes("a diary") { _ = try await $0.diary(of: anna, days: today...today) }
            try await expectIndexes("trips") { _ = try await $0.trips(of: anna, from: noon, until: noon) }
            try await expectIndexes("a kept answer") { _ = try await $0.answer(to: "key", of: anna) }
            try await expectIndexes("a station") { _ = try await $0.station("basel") }
            try await expectIndexes("a station's keys") { _ = try await $0.keys(of: "basel") }
            try await expectIndexes("a station's series") {
                _ = try await $0.dailyValues(of: "birch", at: "basel")
            }
            store.close()
            try await server.stop()
        }

        @Test func `the inbox of an account is found among the lines of all`() async throws {
            try await fill()
            let (anna, _) = try await notify()
            let (last, person) = (Self.lines + 1, Account.ID(rawValue: 2))
            let inbox: KeyValuePairs = [
                "deliveryByAccount": "(account = ", "delivery_pkey": "(id = ", "alert_pkey": "(number = ",
            ]
            try await expectPlan(of: "an inbox", entering: inbox) { store in
                let page = try await store.inbox(of: anna, .after(0), unreadOnly: false, limit: 10)
                #expect(page.map(\.id) == [last])
            }
            try await expectPlan(of: "the newest unread entries", entering: inbox) { store in
                let span = InboxSpan(before: last + 1, isNewestFirst: true)
                let page = try await store.inbox(of: anna, and: [person], span, unreadOnly: true, limit: 10)
                #expect(page.first?.id == last)
            }
            let lines: KeyValuePairs = ["deliveryByAccount": "(account = "]
            try await expectPlan(of: "the number of unread entries", entering: lines) { store in
                let found = try await store.unreadCount(of: anna, and: [person])
                #expect(found == 11)
            }
            try await expectPlan(of: "entries to mark as read", entering: lines) { store in
                let found = try await store.markAll(upTo: last, of: anna, readAt: noon)
                #expect(found == 1)
            }
            store.close()
            try await server.stop()
        }

        @Test func `live streams read the new lines, or those of their account`() async throws {
            try await fill()
            let (anna, _) = try await notify()
            let last = Self.lines + 1
            try await expectPlan(of: "the bounds", entering: ["delivery_pkey": "(id IS NOT NULL)"]) { store in
                let found = try await store.reader(anna).bounds
                #expect(found == 1...last)
            }
            let own: KeyValuePairs = ["deliveryByAccount": "(account = "]
            try await expectPlan(of: "missed lines", entering: own) { store in
                let found = try await store.missed(by: anna, and: [], after: 0).count
                #expect(found == 1)
            }
            // Those of few accounts are looked up, and for more the new lines are gone through.
            let crowd = (1...600).map { Account.ID(rawValue: last + $0) }
            let few: KeyValuePairs = ["deliveryByAccount": "(account = ", "alert_pkey": "(number = "]
            // The alert has just been read.
            let many: KeyValuePairs = ["delivery_pkey": "(id > "]
            for (listeners, news) in [([anna], few), (crowd + [anna], many)] {
                try await expectPlan(of: "news of \(listeners.count) accounts", entering: news) { store in
                    let found = try await store.news(of: Set(listeners), after: last - 11, limit: 10)
                    #expect(found.lines.map(\.account) == [anna] && found.last == last)
                }
            }
            store.close()
            try await server.stop()
        }

        @Test func `an account's news are looked up, though the ledger was short when that was planned`()
            async throws
        {
            let (anna, _) = try await notify()
            // The server keeps a plan from the sixth time on.
            for _ in 1...8 {
                let found = try await store.news(of: [anna], after: 0, limit: 10)
                #expect(found.lines.count == 1)
            }
            try await server.run(
                "INSERT INTO account (name, created) SELECT 'other' || n, 0 FROM generate_series(1, 20000) AS n",
                """
                INSERT INTO delivery (id, alert, account, channel, state, fences, created, updated)
                SELECT ledgerHead.number + row_number() OVER (), alert.number, account.id, 0, 'delivered', '[]', 0, 0
                FROM alert, account, ledgerHead WHERE account.name LIKE 'other%'
                """, "UPDATE ledgerHead SET number = (SELECT max(id) FROM delivery)")
            let lookup: KeyValuePairs = ["deliveryByAccount": "(account = "]
            try await expectPlan(of: "news in a long ledger", entering: lookup) { store in
                let found = try await store.news(of: [anna], after: 0, limit: 10)
                #expect(found.lines.map(\.account) == [anna] && found.last > 20_000)
            }
            store.close()
            try await server.stop()
        }

        @Test func `the names and the alerts of a page of lines are a question each`() async throws {
            var accounts: [Account.ID] = []
            for name in ["anna", "ben", "cleo"] {
                let account = try #require(try await store.addAccount(named: name, at: noon)).id
                try await store.add(
                    .sample(name, of: account),
                    footprint: FenceFootprint(
                        anchor: .basel, boxes: BoundingBox(around: .basel, radius: 5_000).parts,
                        extent: 5_000, outline: nil), at: noon)
                accounts.append(account)
            }
            for alert in [Alert.told("told"), .told("told again")] {
                try await store.writeReports { transaction in
                    try transaction.add(alert)
                    try transaction.notify(of: alert, at: .basel, except: nil, now: noon)
                }
            }
            let told = ["told", "told", "told", "told again", "told again", "told again"]
            let asked = try await steps { _ in
                let fresh = try await PostgreSQLStore(address, keys: store.keys, connections: 1)
                let news = try await fresh.news(of: Set(accounts), after: 0, limit: 10)
                #expect(news.lines.map(\.account) == accounts + accounts)
                #expect(news.lines.map { news.alerts[$0.alert].id.rawValue } == told)
                #expect(news.lines.allSatisfy { $0.fences.contains("Home") }, "\(news.lines)")
                fresh.close()
            }
            #expect(asked.count { $0.contains("FROM formerFence") } == 1)
            #expect(asked.count { $0.contains("WHERE alert.number IN") } == 1)
            store.close()
            try await server.stop()
        }

        @Test func `alerts are found by the index of their boxes`() async throws {
            try await fill()
            let (anna, told) = try await notify()
            let around = BoundingBox(7, 47, 8, 48)
            let places: KeyValuePairs = ["alertBoxByPlace": " && ", "alert_pkey": "(number = "]
            try await expectPlan(of: "alerts in a box", entering: places) { store in
                let birch = Taxonomy.standard.set(of: ["birch"])
                let found = try await store.alerts(in: around, at: noon, concerning: birch, limit: 10)
                #expect(found.map(\.id) == [told])
            }
            try await expectPlan(of: "past reports", entering: places) { store in
                let span = noon.addingTimeInterval(-1_800)..<noon.addingTimeInterval(1_800)
                let found = try await store.pastReports(in: span, at: [around], limit: 10)
                #expect(found?.map(\.alert) == [told, told])
            }
            let report = Self.report(by: anna, at: .basel)
            try await expectPlan(of: "the alert that a report joins", entering: places) { store in
                let found = try await store.writeReports { transaction in
                    try transaction.cluster(for: report, within: 3_000, at: noon)
                }
                #expect(found?.id == told)
            }
            let ends: KeyValuePairs = ["alertBoxByEnd": "(ends >= ", "alert_pkey": "(number = "]
            try await expectPlan(of: "alerts in force", entering: ends) { store in
                let later = noon.addingTimeInterval(3 * 86_400)
                let found = try await store.alerts(standingIn: later...later).isEmpty
                #expect(found)
            }
            store.close()
            try await server.stop()
        }

        @Test func `fences are found by the index of their boxes`() async throws {
            try await fill()
            let (_, told) = try await notify()
            // What a match asks of a fence is beside its box.
            let fences: KeyValuePairs = ["fenceBoxByPlace": " && "]
            try await expectPlan(of: "fences near a station", entering: fences) { store in
                let count = try await store.write { transaction in
                    var count = 0
                    try transaction.visitFences(
                        touching: BoundingBox(7, 47, 8, 48), watching: "birch", for: .station, at: noon
                    ) { _ in count += 1 }
                    return count
                }
                #expect(count == 1)
            }
            try await expectPlan(of: "the subscribers of a report", entering: fences) { store in
                try await store.writeReports { transaction in
                    let alert = Alert.told("elsewhere")
                    try transaction.add(alert)
                    try transaction.notify(of: alert, at: Coordinate(20, 20), except: nil, now: noon)
                }
            }
            try await expectPlan(of: "the subscribers of joined reports", entering: fences) { store in
                let waiting = try await store.unannouncedReports(of: told, at: noon, limit: 16)
                #expect(waiting?.reports.count == 1)
            }
            try await expectPlan(of: "the number of fences", entering: ["fenceBoxByPlace": " && "]) { store in
                let count = try await store.writeReports { try $0.fences(near: .basel, upTo: 10) }
                #expect(count == 1)
            }
            store.close()
            try await server.stop()
        }

        @Test func `what is due to be sent is found in the order of its time`() async throws {
            try await fill()
            let lines: KeyValuePairs = ["deliveryByDue": "(due <= ", "deliveryByDue": "(due > "]
            try await expectPlan(of: "due lines", entering: lines) { store in
                let claim = try await store.claim(at: noon, passing: [], limit: 10)
                #expect(claim.runs.isEmpty && claim.nextDue != nil)
            }
            let queues = [
                NoticeLedger.queue, ReminderLedger.queue, HelpReminderLedger.queue, StudyReminderLedger.queue,
            ]
            for queue in queues {
                let index = "\(queue.table)Queue"
                let due: KeyValuePairs = [index: "(due <= ", index: "(due > "]
                try await expectPlan(of: queue.table, entering: due) { store in
                    let (runs, next) = try await store.readRows { [keys = store.keys] runner in
                        (
                            try queue.runs(at: noon, passing: [], limit: 10, keys, by: runner).runs.count,
                            try queue.nextDue(after: noon, by: runner)
                        )
                    }
                    #expect(runs == 0 && next == nil)
                }
            }
            store.close()
            try await server.stop()
        }

        @Test func `a walk through a whole table or index is noticed`() async throws {
            let wholes: [@Sendable (PostgreSQLStore) async throws -> Void] = [
                { store in _ = try await store.glanceRows { try $0.rows("SELECT name FROM account").count } },
                { store in
                    _ = try await store.glanceRows { try $0.rows("SELECT id FROM account ORDER BY id").count }
                },
            ]
            for whole in wholes { #expect(try await !walks(in: steps(of: whole)).isEmpty) }
            store.close()
            try await server.stop()
        }
    }
}
