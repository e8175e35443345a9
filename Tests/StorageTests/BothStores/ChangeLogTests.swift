import Alerts
import Allergens
import Foundation
import People
import PostgreSQL
import SampleTesting
import Synchronization
import Testing

@testable import Storage

extension BothStoresTests {
    /// What one program commits to a database reaches every other.
    @Suite(.enabled(if: StoreKind.hasServer), .serialized) struct ChangeLogTests {
        private func withNodes(
            _ count: Int, _ body: ([PostgreSQLStore], ThrowAwayServer) async throws -> Void
        ) async throws {
            let server = try await ThrowAwayServer(like: BothStoresTests.server)
            var nodes: [PostgreSQLStore] = []
            for _ in 0..<count {
                nodes.append(try await PostgreSQLStore(server.address, keys: .throwAway, connections: 8))
            }
            try await body(nodes, server)
            for node in nodes { node.close() }
            try await server.stop()
        }

        @Test func `eight writers at once are heard once each, in order and without holes`() async throws {
            try await withNodes(3) { nodes, _ in
                let follower = Follower(of: nodes[1])
                let first = try await nodes[1].foreignMark()
                let history = ChangeHistory()
                try await follower.during(ringing: [nodes[0], nodes[2]]) {
                    for node in [nodes[0], nodes[2]] { try await follower.hearsBell(of: node) }
                    try await withThrowingTaskGroup { group in
                        for writer in 1...8 {
                            let node = nodes[writer.isMultiple(of: 2) ? 0 : 2]
                            group.addTask { try await history.write(50, as: writer, to: node) }
                        }
                        // What the listening program commits itself is left out.
                        group.addTask { try await ChangeHistory().write(50, as: 9, to: nodes[1]) }
                        try await group.waitForAll()
                    }
                    try await follower.catchesUp(with: history)
                }
                #expect(history.faults(in: follower.seen) == [])
                let isWhole = try await nodes[0].readRows { runner in
                    try runner.value(
                        "SELECT count(*) = max(seq) - \(first.number) AND count(*) > 450 FROM changeLog",
                        as: Bool.self)
                }
                #expect(isWhole == true, "the log has holes")
            }
        }

        @Test func `the bell is heard long before the next look`() async throws {
            try await withNodes(2) { nodes, _ in
                let follower = Follower(of: nodes[1])
                var delays: [Duration] = []
                try await follower.during(ringing: [nodes[0]]) {
                    try await follower.hearsBell(of: nodes[0])
                    for number in 1...51 {
                        try await nodes[0].tell(number)
                        let committed = ContinuousClock.now
                        try await awaited("the bell is not heard", every: .milliseconds(1)) {
                            follower.seen.last == Int64(number) ? () : nil
                        }
                        delays.append(ContinuousClock.now - committed)
                    }
                }
                // Other tests run beside this one; alone it takes a few milliseconds.
                #expect(delays.sorted()[25] < .milliseconds(250), "\(delays.sorted())")
            }
        }

        /// The negative control: the same history is found faulty where lines are numbered by a sequence.
        @Test func `a sequence loses what is committed late, and the history tells`() async throws {
            let server = try await ThrowAwayServer(like: BothStoresTests.server)
            let history = ChangeHistory()
            let (early, late) = (
                try await PostgreSQLConnection.open(server.address),
                try await PostgreSQLConnection.open(server.address)
            )
            var (seen, last): ([Int64], Int64) = ([], 0)
            func look() async throws {
                let rows = try await early.run { [last] session in
                    try session.rows("SELECT seq, what FROM plain WHERE seq > \(last) ORDER BY seq") {
                        row throws(PostgreSQLError) in (try row[0] as Int64, try row[1] as Int64)
                    }
                }
                seen += rows.map(\.1)
                last = rows.last?.0 ?? last
            }
            try await early.run {
                try $0.script("CREATE TABLE plain (seq bigint GENERATED ALWAYS AS IDENTITY, what bigint)")
            }
            try await history.act(1) {
                try await late.run { try $0.script("BEGIN; INSERT INTO plain (what) VALUES (1)") }
                try await history.act(2) {
                    try await early.run { try $0.script("INSERT INTO plain (what) VALUES (2)") }
                }
                try await look()
                try await late.run { try $0.script("COMMIT") }
            }
            try await look()
            #expect(seen == [2])
            #expect(history.faults(in: seen) == ["1 was seen 0 times"])
            #expect(history.faults(in: [2, 1, 2]) == ["2 was seen 2 times"])
            try await history.act(3) {}
            #expect(history.faults(in: [3, 2, 1]) == ["2 was seen after 3", "1 was seen after 3"])
            #expect(history.faults(in: [2, 1, 3, 4]) == ["4 was never committed"])
            #expect(history.faults(in: [2, 1, 3]) == [] && history.faults(in: [1, 2, 3]) == [])
            try await server.stop()
        }

        @Test func `nothing is lost when the connection that listens is ended again and again`() async throws
        {
            try await withNodes(2) { nodes, server in
                let follower = Follower(of: nodes[1])
                let history = ChangeHistory()
                let operating = try await PostgreSQLConnection.open(server.address)
                try await follower.during(ringing: [nodes[0]]) {
                    try await follower.hearsBell(of: nodes[0])
                    try await withThrowingTaskGroup { group in
                        for writer in 1...8 {
                            group.addTask { try await history.write(25, as: writer, to: nodes[0]) }
                        }
                        group.addTask {
                            for _ in 0..<2 { try await follower.losesItsEar(operating) }
                        }
                        try await group.waitForAll()
                    }
                    try await history.write(1, as: 9, to: nodes[0])
                    try await follower.catchesUp(with: history)
                }
                #expect(history.faults(in: follower.seen) == [])
            }
        }

        @Test func `a commit without changes adds no line, and that of a command may mean anything`()
            async throws
        {
            try await withNodes(2) { nodes, server in
                let mark = try await nodes[1].foreignMark()
                #expect(try await nodes[0].addAccount(named: "anna", at: noon) != nil)
                #expect(try await nodes[0].foreignMark() == mark)
                let command = try await PostgreSQLStore(
                    server.address, keys: .throwAway, connections: 1, isGuest: true)
                try await command.forgetSignIns(at: noon)
                #expect(try await nodes[1].foreignMark() == mark, "there was nothing to forget")
                let account = try #require(try await command.addAccount(named: "ben", at: noon)).id
                try await command.setSuspended(true, account, at: noon)
                let news = try await nodes[1].foreignChanges(after: mark)
                #expect(news.changes.map(\.mayBeMore) == [true, false])
                #expect(news.changes.map(\.accounts) == [[], [account]])
                command.close()
            }
        }

        @Test func `acts of one transaction are one line, and one call for observers here`() async throws {
            try await withNodes(2) { nodes, _ in
                let heard = Observed()
                nodes[0].observe(heard)
                let mark = try await nodes[1].foreignMark()
                try await nodes[0].writeRows(locking: .nothing) { runner in
                    runner.notify(of: CommittedChanges(remindersChanged: true))
                    runner.notify(of: CommittedChanges(noticesChanged: true))
                }
                let both = CommittedChanges(remindersChanged: true, noticesChanged: true)
                #expect(heard.all == [both])
                let news = try await nodes[1].foreignChanges(after: mark)
                #expect(news.changes == [both] && news.mark.number == mark.number + 1 && !news.hasMore)
                #expect(try await nodes[0].foreignChanges(after: mark).changes.isEmpty, "they are its own")
            }
        }

        @Test func `a transaction that is rolled back leaves no line and no hole`() async throws {
            try await withNodes(2) { nodes, _ in
                let mark = try await nodes[1].foreignMark()
                await #expect(throws: AccountRefusal.unknownAccount) {
                    try await nodes[0].writeRows(locking: .nothing) { runner in
                        runner.notify(of: CommittedChanges(remindersChanged: true))
                        throw AccountRefusal.unknownAccount
                    }
                }
                try await nodes[0].tell(7)
                let news = try await nodes[1].foreignChanges(after: mark)
                #expect(news.changes == [.of(7)])
            }
        }

        @Test func `many lines are handed on page by page`() async throws {
            try await withNodes(2) { nodes, _ in
                var mark = try await nodes[1].foreignMark()
                try await nodes[0].tell(1)
                try await nodes[0].writeRows(locking: .nothing) { runner in
                    try runner.run(
                        """
                        INSERT INTO changeLog (seq, node, told, what)
                        SELECT number, 7, 0, (SELECT what FROM changeLog LIMIT 1)
                        FROM generate_series(2, 2500) AS number
                        """)
                    try runner.run("UPDATE changeHead SET number = 2500")
                }
                var count = 0
                while true {
                    let news = try await nodes[1].foreignChanges(after: mark)
                    (count, mark) = (count + news.changes.count, news.mark)
                    guard news.hasMore else { break }
                }
                #expect(count == 2_500 && mark.number == 2_500)
            }
        }

        @Test func `who finds lines missing is told that anything may have changed, and goes on`()
            async throws
        {
            try await withNodes(2) { nodes, _ in
                let mark = try await nodes[1].foreignMark()
                for number in 1...3 { try await nodes[0].tell(number) }
                try await nodes[0].writeRows(locking: .nothing) { runner in
                    try runner.run("UPDATE changeLog SET told = told - 3600001")
                }
                try await nodes[0].tell(4)
                #expect(try await nodes[0].forgetOldChanges() == 3)
                #expect(try await nodes[0].forgetOldChanges() == 0, "a line is kept for an hour")
                let news = try await nodes[1].foreignChanges(after: mark)
                #expect(news.changes == [.unknown] && news.mark.number == mark.number + 4 && !news.hasMore)
                try await nodes[0].tell(5)
                #expect(try await nodes[1].foreignChanges(after: news.mark).changes == [.of(5)])
            }
        }

        @Test func `who has heard everything misses nothing when the lines are forgotten`() async throws {
            try await withNodes(2) { nodes, _ in
                let mark = try await nodes[1].foreignMark()
                try await nodes[0].tell(1)
                let known = try await nodes[1].foreignChanges(after: mark).mark
                try await nodes[0].writeRows(locking: .nothing) { try $0.run("DELETE FROM changeLog") }
                #expect(try await nodes[1].foreignChanges(after: known).changes.isEmpty)
                try await nodes[0].tell(2)
                #expect(try await nodes[1].foreignChanges(after: known).changes == [.of(2)])
            }
        }

        @Test(arguments: [(1, 0), (1, 1), (2, 3)])
        func `commits that the server lost are noticed, also when their numbers are given out again`(
            lost: Int, after: Int
        ) async throws {
            try await withNodes(3) { nodes, _ in
                let mark = try await nodes[1].foreignMark()
                for number in 1...3 { try await nodes[0].tell(number) }
                let known = try await nodes[1].foreignChanges(after: mark).mark
                try await nodes[0].writeRows(locking: .nothing) { runner in
                    try runner.run("UPDATE changeHead SET number = number - \(lost)")
                    try runner.run("DELETE FROM changeLog WHERE seq > (SELECT number FROM changeHead)")
                }
                for number in 0..<after { try await nodes[2].tell(4 + number) }
                let news = try await nodes[1].foreignChanges(after: known)
                #expect(news.changes == [.unknown])
                #expect(news.mark.number == known.number - Int64(lost) + Int64(after))
                try await nodes[2].tell(9)
                #expect(try await nodes[1].foreignChanges(after: news.mark).changes == [.of(9)])
            }
        }
    }
}

extension CommittedChanges {
    static let unknown: Self = {
        var changes = Self()
        changes.mayBeMore = true
        return changes
    }()

    /// What tells a commit from all others.
    static func of(_ number: Int) -> Self { Self(accounts: [Account.ID(rawValue: Int64(number))]) }
}

extension PostgreSQLStore {
    /// Commits a change with a number.
    func tell(_ number: Int) async throws {
        try await writeRows(locking: .nothing) { $0.notify(of: .of(number)) }
    }
}
