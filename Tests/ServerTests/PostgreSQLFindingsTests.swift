import Testing

@testable import Server
@testable import Storage

/// What the doctor says of a PostgreSQL server.
@Suite struct PostgreSQLFindingsTests {
    private func facts(
        flushes: Bool = true, commitsWaitFor: String = "on", neededStandbys: String = "",
        standbys: [ServerFacts.Standby] = [], connections: Int = 20, isOwner: Bool = true
    ) -> ServerFacts {
        ServerFacts(
            version: "15.8", encoding: "UTF8", collation: "C", flushes: flushes,
            commitsWaitFor: commitsWaitFor, neededStandbys: neededStandbys, standbys: standbys,
            mostConnections: 97, connections: connections, isOwner: isOwner)
    }

    private func standby(isSynchronous: Bool?, _ bytesBehind: Int? = 0) -> ServerFacts.Standby {
        ServerFacts.Standby(name: "second", isSynchronous: isSynchronous, bytesBehind: bytesBehind)
    }

    private func finding(_ subject: String, _ facts: ServerFacts) throws -> SystemCheck.Finding {
        try #require(SystemCheck.findings(facts).first { $0.subject == subject })
    }

    @Test func `nothing is wrong with a server that confirms each write on a standby`() {
        let facts = facts(neededStandbys: "second", standbys: [standby(isSynchronous: true)])
        #expect(SystemCheck.findings(facts).allSatisfy { $0.isGood && !$0.isAdvice })
    }

    @Test func `a server that can lose what it acknowledged is wrong`() throws {
        for (facts, word) in [
            (facts(flushes: false), "fsync"), (facts(commitsWaitFor: "off"), "synchronous_commit"),
        ] {
            let finding = try finding("disk of PostgreSQL", facts)
            #expect(!finding.isGood && finding.words.contains(word), "\(finding.words)")
        }
    }

    @Test func `standbys that no write waits for are a note`() throws {
        let alone = try finding("standby", facts())
        #expect(alone.isGood && alone.isAdvice && alone.words.contains("backed up"))
        let late = try finding("standby", facts(standbys: [standby(isSynchronous: false, 5_000_000)]))
        #expect(late.isGood && late.isAdvice && late.words.contains("second, 5 MB behind"), "\(late.words)")
    }

    @Test func `standbys that writes should wait for, and do not, are wrong`() throws {
        let missing = try finding("standby", facts(neededStandbys: "second"))
        #expect(!missing.isGood && missing.words.contains("waits in vain"))
        let late = facts(neededStandbys: "third", standbys: [standby(isSynchronous: false)])
        #expect(try !finding("standby", late).isGood)
        let skipped = facts(
            commitsWaitFor: "local", neededStandbys: "second", standbys: [standby(isSynchronous: true)])
        #expect(try finding("standby", skipped).words.contains("local"))
        // Who may not see the states is not told that something is wrong.
        let unseen = facts(neededStandbys: "second", standbys: [standby(isSynchronous: nil, nil)])
        #expect(try finding("standby", unseen).isGood)
    }

    @Test func `a server without free connections, or for another owner, is wrong`() throws {
        #expect(try finding("connections", facts(connections: 82)).isGood)
        let full = try finding("connections", facts(connections: 83))
        #expect(!full.isGood && full.words.contains("max_connections"))
        #expect(try !finding("privileges", facts(isOwner: false)).isGood)
    }
}
