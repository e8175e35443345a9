import PostgreSQL
import Storage

/// Whether a PostgreSQL server keeps what it is given; its own tools check its files and back it up.
extension SystemCheck {
    /// As many connections as a service uses, with one for a command and one for who looks after the server.
    private static let neededConnections = 15

    /// Everything about a PostgreSQL database; of one that cannot be reached, why.
    static func findings(at address: PostgreSQLAddress, _ configuration: ServerConfiguration) async
        -> [Finding]
    {
        do {
            let facts = try await ServerFacts.read(at: address)
            let server = Finding(
                subject: "PostgreSQL", isGood: true,
                words: "\(facts.version), \(facts.encoding), sorted by \(facts.collation), at \(address)")
            return [server] + findings(facts) + [await tables(configuration, address)]
        } catch {
            return [Finding(subject: "PostgreSQL", isGood: false, words: "\(address): \(error)")]
        }
    }

    /// What a server lacks.
    static func findings(_ facts: ServerFacts) -> [Finding] {
        [privileges(facts), disk(facts), standbys(facts), connections(facts)]
    }

    private static func privileges(_ facts: ServerFacts) -> Finding {
        let words =
            facts.isOwner
            ? "all that are needed"
            : "the user may not make or change all tables: ALTER DATABASE … OWNER TO it, and give it the tables"
        return Finding(subject: "privileges", isGood: facts.isOwner, words: words)
    }

    /// Whether what was acknowledged outlasts a power failure.
    private static func disk(_ facts: ServerFacts) -> Finding {
        let isSafe = facts.flushes && facts.commitsWaitFor != "off"
        let words =
            if !facts.flushes {
                "fsync is off, so a power failure can destroy everything: set fsync = on"
            } else if !isSafe {
                "synchronous_commit is off, so a crash loses what was acknowledged: set it to on"
            } else { "commits wait for it" }
        return Finding(subject: "disk of PostgreSQL", isGood: isSafe, words: words)
    }

    /// Whether what was acknowledged outlasts the loss of the server.
    private static func standbys(_ facts: ServerFacts) -> Finding {
        func finding(_ words: String, isGood: Bool = true, isAdvice: Bool = false) -> Finding {
            Finding(subject: "standby", isGood: isGood, words: words, isAdvice: isAdvice)
        }
        let known = facts.standbys.map { standby in
            let lag = standby.bytesBehind.map { ", \($0 / 1_000_000) MB behind" }
            return standby.name + (lag ?? "")
        }.joined(separator: "; ")
        guard !facts.neededStandbys.isEmpty else {
            let loss = "with the server goes what was not backed up"
            return facts.standbys.isEmpty
                ? finding("none, so \(loss)", isAdvice: true)
                : finding(
                    "\(known): commits wait for none of them, so a change to one loses what it has not received. "
                        + "Set synchronous_standby_names", isAdvice: true)
        }
        if ["off", "local"].contains(facts.commitsWaitFor) {
            return finding(
                "synchronous_commit is \(facts.commitsWaitFor), so commits do not wait for the standby: set it to on",
                isGood: false)
        }
        if facts.standbys.contains(where: { $0.isSynchronous != false }) {
            return finding("commits wait for \(facts.neededStandbys): \(known)")
        }
        return finding(
            "none of \(facts.neededStandbys) is connected, so each write waits in vain: start one of them",
            isGood: false)
    }

    private static func connections(_ facts: ServerFacts) -> Finding {
        let free = facts.mostConnections - facts.connections
        let words = "\(free) of \(facts.mostConnections) are free"
        guard free < neededConnections
        else { return Finding(subject: "connections", isGood: true, words: words) }
        return Finding(
            subject: "connections", isGood: false,
            words: "\(words), and a service uses up to 13: raise max_connections, or end other programs")
    }

    /// Whether the tables are those of this version, take writes, and hold nothing that the keys do not open.
    private static func tables(_ configuration: ServerConfiguration, _ address: PostgreSQLAddress) async
        -> Finding
    {
        do {
            let problems = try await configuration.examine(address)
            let sound =
                "those of this version, and every sealed value opens; back them up with PostgreSQL's own tools"
            return Finding(
                subject: "tables", isGood: problems.isEmpty,
                words: problems.isEmpty ? sound : problems.joined(separator: "; "))
        } catch {
            return Finding(subject: "tables", isGood: false, words: "\(error)")
        }
    }
}
