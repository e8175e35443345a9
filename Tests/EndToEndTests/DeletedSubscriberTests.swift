import Foundation
import SampleTesting
import Storage
import Testing

@Suite(.timeLimit(.minutes(20))) struct DeletedSubscriberTests {
    private let watches = ["birch", "oak", "ash"].map { #"{"allergen":"\#($0)"}"# }.joined(separator: ",")

    private func subscribe(
        _ token: String, to urls: [String], _ service: RunningService
    ) async throws {
        let fence = circle(10, 50, watching: watches)
        #expect(try await service.post("/v1/me/fences", fence, bearer: token).status == 201)
        for (number, url) in urls.enumerated() {
            // The last of several channels sends a daily digest.
            let rhythm = number > 0 && number == urls.count - 1 ? "digest" : "single"
            let made = try await service.post(
                "/v1/me/channels", #"{"kind":"webhook","url":"\#(url)","rhythm":"\#(rhythm)"}"#, bearer: token
            )
            #expect(made.status == 201, "\(made.text)")
        }
    }

    private func say(_ allergen: String, by token: String, _ service: RunningService) async throws {
        let sent = try await service.post("/v1/alerts", report(10, 50, of: allergen), bearer: token)
        #expect(sent.status == 201, "\(sent.text)")
    }

    /// Waits until the receiver has got this many requests under a path, repetitions included.
    private func wait(for count: Int, under path: String, _ receiver: WebhookReceiver) async throws {
        try await awaited("\(count) requests under \(path) did not come") {
            try receiver.arrivals.filter { $0.path.hasPrefix(path) }.count >= count ? true : nil
        }
    }

    @Test func `an account deleted while messages are queued and being sent gets nothing more`()
        async throws
    {
        try await Workspace.temporary { workspace in
            try await WebhookReceiver.during(workspace) { receiver in
                let anna = try await workspace.account("anna")
                let ben = try await workspace.account("ben")
                let store = try SQLiteStore(besideKeys: workspace.database)
                let hosts = (2...5).map { "http://127.0.0.\($0):\(receiver.port)" }
                try await RunningService.during(workspace, environment: WebhookTests.allowed) { service in
                    let urls = ["\(hosts[0])/gate", "\(hosts[1])/fail", "\(hosts[2])/ok/digest"]
                    try await subscribe(anna, to: urls, service)
                    let carl = try await workspace.account("carl")
                    try await subscribe(carl, to: ["\(hosts[3])/ok/carl"], service)
                    try await say("birch", by: ben, service)
                    try await say("oak", by: ben, service)
                    _ = try await receiver.arrivals(atLeast: 2, under: "/ok/carl")
                    try await wait(for: 1, under: "/gate", receiver)
                    // The deliveries to Carl may not be recorded yet.
                    try await awaited("the queue did not come down to Anna's six messages") {
                        try await store.queueLength() == 6 ? true : nil
                    }
                    await service.kill()
                }
                #expect(try await store.queueLength() == 6)
                try await RunningService.during(workspace, environment: WebhookTests.allowed) { service in
                    // Both messages were taken up together: the first is being
                    // sent, the second follows at once.
                    try await wait(for: 2, under: "/gate", receiver)
                    let left = try await service.send(
                        "DELETE", "/v1/me", body: Array(#"{"confirm":"anna"}"#.utf8),
                        type: "application/json", bearer: anna)
                    #expect(left.status == 204)
                    #expect(try await store.queueLength() == 0)
                    try await receiver.open()
                    try await say("ash", by: ben, service)
                    _ = try await receiver.arrivals(atLeast: 3, under: "/ok/carl")
                    // Shutting down first finishes the running deliveries.
                    #expect(await service.end() == 0)
                }
                let gated = try receiver.arrivals.filter { $0.path == "/gate" }
                #expect(Set(gated.map(\.id)).count == 1 && gated.count == 2, "\(gated.map(\.id))")
                let arrivals = try receiver.arrivals
                #expect(!arrivals.contains { $0.path == "/ok/digest" })
                #expect(!arrivals.contains { $0.path != "/ok/carl" && $0.body.contains(#"["ash"]"#) })
            }
        }
    }
}
