import Foundation
import SampleTesting
import Synchronization
import Testing

/// Several services on one network in PostgreSQL.
@Suite(.timeLimit(.minutes(20)), .alone)
struct ServedNodesTests {
    /// A subscriber with two fences and a webhook, and two people who report.
    private struct People {
        private let ben: String
        private let cleo: String

        init(_ network: KeptNetwork, at node: RunningService, webhook url: String) async throws {
            (ben, cleo) = (try await network.account("ben"), try await network.account("cleo"))
            let anna = try await network.account("anna")
            for (longitude, latitude, allergen) in [(7.6, 47.55, "birch"), (8.5, 47.4, "grass")] {
                let fence = try await node.post(
                    "/v1/me/fences",
                    circle(longitude, latitude, named: allergen, watching: #"{"allergen":"\#(allergen)"}"#),
                    bearer: anna)
                try #require(fence.status == 201, "\(fence.text)")
            }
            let channel = try await node.post(
                "/v1/me/channels", #"{"kind":"webhook","url":"\#(url)"}"#, bearer: anna)
            try #require(channel.status == 201, "\(channel.text)")
        }

        /// Ben's report within the first fence.
        func first(to node: RunningService) async throws -> String {
            let answer = try await node.post("/v1/alerts", report(7.6, 47.55, of: "birch"), bearer: ben)
            return try #require(answer.json["id"].text, "\(answer.text)")
        }

        /// Cleo's report within the second fence, of another allergen: a second message about one would be a duplicate.
        func second(to node: RunningService) async throws -> String {
            let answer = try await node.post("/v1/alerts", report(8.5, 47.4, of: "grass"), bearer: cleo)
            return try #require(answer.json["id"].text, "\(answer.text)")
        }
    }

    /// Expects that a node serves everything.
    private func expectPages(of node: RunningService) async throws {
        for path in ["/readyz", "/about", "/v1/scales", "/v1/stations"] {
            let answer = try await node.get(path)
            #expect(answer.status == 200, "\(path): \(answer.text.prefix(300))")
        }
    }

    @Test func `two nodes answer and one sends, once each, until it is killed and the other goes on`()
        async throws
    {
        try await KeptNetwork.during { network, _ in
            try await WebhookReceiver.during(network.workspace) { receiver in
                try await network.node { first in
                    try await first.beginsToWork()
                    try await network.node { second in
                        for node in [first, second] { try await expectPages(of: node) }
                        let people = try await People(
                            network, at: second, webhook: "http://127.0.0.1:\(receiver.port)/ok")
                        let early = try await people.first(to: second)
                        _ = try await receiver.arrivals(atLeast: 1)
                        try await first.delivers(1)
                        #expect(try await !second.isAtWork)
                        #expect(try await second.hasDelivered(0))
                        await first.kill()
                        try await second.beginsToWork()
                        let late = try await people.second(to: second)
                        let arrivals = try await receiver.arrivals(atLeast: 2)
                        #expect(arrivals.map { $0.json["data"]["id"].text } == [early, late])
                        try await second.delivers(1)
                        #expect(try receiver.arrivals.count == 2)
                        try await expectPages(of: second)
                    }
                }
            }
        }
    }

    @Test func `what a killed node was sending comes again from the next, under the same identifier`()
        async throws
    {
        try await KeptNetwork.during { network, _ in
            try await WebhookReceiver.during(network.workspace) { receiver in
                try await network.node { first in
                    try await first.beginsToWork()
                    try await network.node { second in
                        let people = try await People(
                            network, at: first, webhook: "http://127.0.0.1:\(receiver.port)/gate")
                        _ = try await people.first(to: first)
                        _ = try await receiver.arrivals(atLeast: 1)
                        await first.kill()
                        let arrivals = try await awaited("the webhook did not come again") {
                            let arrivals = try receiver.arrivals
                            return arrivals.count > 1 ? arrivals : nil
                        }
                        #expect(arrivals.count == 2 && Set(arrivals.map(\.id)).count == 1)
                        try await receiver.open()
                        try await second.delivers(1)
                        #expect(try receiver.arrivals.count == 2)
                    }
                }
            }
        }
    }

    @Test func `a node that is stopped loses its turn, and does not work when it goes on`() async throws {
        try await KeptNetwork.during { network, _ in
            try await WebhookReceiver.during(network.workspace) { receiver in
                try await network.node { first in
                    try await first.beginsToWork()
                    try await network.node { second in
                        let people = try await People(
                            network, at: second, webhook: "http://127.0.0.1:\(receiver.port)/ok")
                        first.process.send(SIGSTOP)
                        try await second.beginsToWork()
                        first.process.send(SIGCONT)
                        try await awaited("the node that was stopped goes on working") {
                            try await first.isAtWork ? nil : true
                        }
                        _ = try await people.first(to: first)
                        _ = try await receiver.arrivals(atLeast: 1)
                        try await second.delivers(1)
                        #expect(try await first.hasDelivered(0))
                        #expect(try receiver.arrivals.count == 1)
                    }
                }
            }
        }
    }

    @Test func `a stream that goes from node to node gets each alert once, in the order of the ledger`()
        async throws
    {
        try await KeptNetwork.during { network, _ in
            let (anna, ben) = (try await network.account("anna"), try await network.account("ben"))
            let allergens = ["birch", "grass", "oak", "hazel"]
            let watched = allergens.map { #"{"allergen":"\#($0)"}"# }.joined(separator: ",")
            try await network.node { first in
                try await network.node { second in
                    let fence = try await first.post(
                        "/v1/me/fences", circle(7.6, 47.55, watching: watched), bearer: anna)
                    try #require(fence.status == 201, "\(fence.text)")
                    let heard = Mutex<[(line: Int, alert: String?)]>([(0, nil)])
                    var reported: [String] = []
                    // Each report but the first comes while the stream is at no node, and to the other node.
                    for (place, allergen) in allergens.enumerated() {
                        let (here, there) = place.isMultiple(of: 2) ? (first, second) : (second, first)
                        let sent = try await there.post(
                            "/v1/alerts", report(7.6, 47.55, of: allergen), bearer: ben)
                        reported.append(try #require(sent.json["id"].text, "\(sent.text)"))
                        let last = heard.withLock { $0.last?.line }
                        try await LiveStream.open(here, as: anna, after: last) { stream in
                            let event = try #require(try await stream.next())
                            let line = try #require(event.id)
                            heard.withLock { $0.append((line, event.data["id"].text)) }
                        }
                    }
                    let events = heard.withLock { $0 }
                    #expect(events.dropFirst().map { $0.alert ?? "none" } == reported)
                    let lines = events.map { $0.line }
                    #expect(zip(lines, lines.dropFirst()).allSatisfy { $0 < $1 }, "\(lines)")
                }
            }
        }
    }

    /// The ETag of today's tile around Basel.
    private func tag(at node: RunningService, on day: String) async throws -> String {
        let answer = try await node.get("/tiles/birch/7/66/44.png?date=\(day)")
        try #require(answer.status == 200, "\(answer.text)")
        return try #require(answer.header("ETag"))
    }

    @Test func `a tile has one ETag at all nodes, and what one takes in shows at the other within a second`()
        async throws
    {
        try await KeptNetwork.during { network, _ in
            _ = try await network.done(
                "station", "add", "basel", "--name", "Basel", "--lon=7.584", "--lat=47.562")
            let key = try #require(try await network.done("key", "create", "--station", "basel").lines.last)
            let day = "\(today)"
            try await network.node { first in
                try await network.node { second in
                    var former = try await tag(at: first, on: day)
                    #expect(try await tag(at: second, on: day) == former)
                    var waits: [Duration] = []
                    for value in [320.0, 12, 700] {
                        let taken = try await first.upload(
                            value, of: "birch", on: day, to: "basel", key: key)
                        try #require(taken.status == 200, "\(taken.text)")
                        let answered = ContinuousClock.now
                        let shown = try await awaited("the tile stays as it was") {
                            let found = try await tag(at: second, on: day)
                            return found == former ? nil : found
                        }
                        waits.append(ContinuousClock.now - answered)
                        #expect(try await tag(at: first, on: day) == shown)
                        former = shown
                    }
                    // On a busy machine one of them may take longer.
                    let shortest = try #require(waits.min())
                    #expect(shortest < .seconds(1), "\(waits)")
                }
            }
        }
    }

    @Test func `a node without work never sends, and one without pages only tells how it is`() async throws {
        try await KeptNetwork.during { network, _ in
            try await WebhookReceiver.during(network.workspace) { receiver in
                try await network.node("--roles", "web") { web in
                    try await expectPages(of: web)
                    let people = try await People(
                        network, at: web, webhook: "http://127.0.0.1:\(receiver.port)/ok")
                    _ = try await people.first(to: web)
                    try await network.node("--roles", "work") { work in
                        for (path, status) in [
                            ("/healthz", 200), ("/readyz", 200), ("/metrics", 200), ("/about", 404),
                            ("/v1/scales", 404), ("/tiles/birch/7/66/44.png", 404),
                        ] {
                            #expect(try await work.get(path).status == status, "\(path)")
                        }
                        _ = try await receiver.arrivals(atLeast: 1)
                        try await work.delivers(1)
                        #expect(try await !web.isAtWork)
                        #expect(try await web.hasDelivered(0))
                        #expect(try receiver.arrivals.count == 1)
                    }
                }
            }
        }
    }

    /// Tells tasks when to end.
    private final class End: Sendable {
        let isReached = Atomic(false)
    }

    /// Asks a node again and again, over several connections, while `body` runs; each has an answer when it begins.
    private func ask(
        _ node: RunningService, as token: String, while body: () async throws -> Void
    ) async throws -> [Answer] {
        let end = End()
        let paths = ["/v1/stations", "/v1/me/fences", "/v1/me/fences", "/v1/alerts"]
        let (answered, note) = AsyncStream.makeStream(of: Void.self)
        return try await withThrowingTaskGroup(of: [Answer].self) { group in
            for path in paths {
                let isWriting = path == "/v1/alerts"
                group.addTask {
                    defer { note.yield() }
                    var answers: [Answer] = []
                    while !end.isReached.load(ordering: .relaxed) {
                        answers.append(
                            isWriting
                                ? try await node.post(path, report(7.6, 47.55, of: "birch"), bearer: token)
                                : try await node.get(path, bearer: token))
                        if answers.count == 1 { note.yield() }
                    }
                    return answers
                }
            }
            var firsts = answered.makeAsyncIterator()
            for _ in paths { _ = await firsts.next() }
            // Whatever happens, the others have to end.
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
            end.isReached.store(true, ordering: .relaxed)
            let answers: [Answer] = try await group.reduce(into: []) { $0 += $1 }
            try outcome.get()
            return answers
        }
    }

    @Test func `a node whose tables a newer version takes over lets others answer, and says why`()
        async throws
    {
        try await KeptNetwork.during { network, server in
            try await RunningService.during(
                network.workspace, arguments: ["--store", network.address], logLevel: "warning"
            ) { node in
                try await node.beginsToWork()
                let anna = try await network.account("anna")
                try await LiveStream.open(node, as: anna) { stream in
                    let answers = try await ask(node, as: anna) {
                        try await server.changeTables(
                            "ALTER TABLE credential RENAME hash TO digest",
                            "ALTER TABLE station RENAME TO site",
                            "UPDATE schemaMark SET version = version + 1", "SELECT pg_sleep(0.3)")
                        try await node.becomes(503)
                    }
                    #expect(answers.contains { $0.status == 200 } && answers.contains { $0.status == 503 })
                    for answer in answers where answer.status >= 500 { expectTakenOver(answer) }
                    #expect(try await stream.next() == nil, "the stream stays where nothing is heard")
                }
                expectTakenOver(try await node.get("/readyz"))
                #expect(try await node.get("/healthz").status == 200)
                try await awaited("the node keeps the jobs", every: .milliseconds(200)) {
                    try await node.isAtWork ? nil : true
                }
                try await server.changeTables(
                    "ALTER TABLE credential RENAME digest TO hash", "ALTER TABLE site RENAME TO station",
                    "UPDATE schemaMark SET version = version - 1")
                try await node.becomes(200)
                #expect(try await node.get("/v1/me/fences", bearer: anna).status == 200)
                let log = try node.logged
                #expect(log.components(separatedBy: "the store cannot be used").count == 2, "\(log)")
                #expect(!log.contains("request failed"), "\(log)")
            }
        }
    }

    private func expectTakenOver(_ answer: Answer) {
        expect(answer, 503, "newer-version")
        #expect(answer.header("Retry-After") == "2", "\(answer.head)")
    }

    @Test func `an unknown role is refused in a sentence, and so are roles over a file`() async throws {
        try await Workspace.temporary { workspace in
            let stream = try await workspace.breathe(
                "serve", "--port", "0", "--store", "host=/nowhere dbname=breathe", "--roles", "web,stream")
            #expect(stream.status != 0)
            #expect(stream.errors.contains("“web,stream” is not a list of web, work"), "\(stream.errors)")
            let file = try await workspace.breathe("serve", "--port", "0", "--roles", "web")
            #expect(file.status != 0)
            #expect(file.errors.contains("a network in a file has one node"), "\(file.errors)")
        }
    }
}
