import Foundation
import SampleTesting
import Testing

/// A parent who cares for two children.
@Suite(.timeLimit(.minutes(20))) struct FamilyTests {
    private func child(_ name: String, of token: String, _ service: RunningService) async throws -> String {
        let made = try await service.post("/v1/me/persons", #"{"name":"\#(name)"}"#, bearer: token)
        #expect(made.status == 201, "\(made.text)")
        return "/v1/me/persons/\(try #require(made.json["id"].text))"
    }

    private func say(
        _ allergen: String, by token: String, for person: String? = nil, _ service: RunningService
    ) async throws {
        var body = report(10, 50, of: allergen)
        if let person { body = #"{"person":"\#(person)","# + body.dropFirst() }
        let sent = try await service.post("/v1/alerts", body, bearer: token)
        #expect(sent.status == 201, "\(sent.text)")
    }

    /// The persons of the stream's next events, in any order.
    private func persons(_ count: Int, on stream: LiveStream) async throws -> Set<String> {
        var found: Set<String> = []
        for _ in 0..<count {
            let event = try #require(try await stream.next())
            found.insert(
                "\(event.data["person"]["name"].text ?? "") at \(event.data["fences"][0].text ?? "")")
        }
        return found
    }

    private static let told: Set = ["Mia at School", "Ben at Kita"]

    @Test func `alerts for each child reach the parent on every channel`() async throws {
        try await Workspace.temporary { workspace in
            try await WebhookReceiver.during(workspace) { receiver in
                let anna = try await workspace.account("anna")
                let carl = try await workspace.account("carl")
                let paths = try await RunningService.during(
                    workspace, environment: WebhookTests.allowed
                ) { service in
                    let mia = try await child("Mia", of: anna, service)
                    let ben = try await child("Ben", of: anna, service)
                    for (path, name) in [(mia, "School"), (ben, "Kita")] {
                        let made = try await service.post(
                            "\(path)/fences", circle(10, 50, named: name), bearer: anna)
                        #expect(made.status == 201, "\(made.text)")
                    }
                    let hook = #"{"kind":"webhook","url":"http://127.0.0.1:\#(receiver.port)/ok/anna"}"#
                    #expect(try await service.post("/v1/me/channels", hook, bearer: anna).status == 201)
                    try await LiveStream.open(service, as: anna) { stream in
                        try await say("birch", by: carl, service)
                        #expect(try await persons(2, on: stream) == Self.told)
                    }
                    let arrivals = try await receiver.arrivals(atLeast: 2, under: "/ok/anna")
                    let data = arrivals.map { $0.json["data"] }
                    #expect(Set(data.map { $0["person"]["name"].text }) == ["Mia", "Ben"])
                    for item in data {
                        let name = item["person"]["name"].text ?? ""
                        #expect(item["headline"].text?.hasPrefix("For \(name): Birch") == true)
                    }
                    await service.kill()
                    return [mia, ben]
                }
                try await RunningService.during(workspace, environment: WebhookTests.allowed) { service in
                    try await LiveStream.open(service, as: anna, after: 0) { stream in
                        let replayed = try await persons(2, on: stream)
                        #expect(replayed == Self.told)
                    }
                    try await checkInbox(of: anna, paths, service)
                    try await checkOwnReport(of: anna, paths, service)
                    try await checkDeletion(of: paths[0], by: anna, service)
                }
            }
        }
    }

    private func checkInbox(
        of anna: String, _ paths: [String], _ service: RunningService
    ) async throws {
        let all = try await service.get("/v1/me/alerts", bearer: anna).json["alerts"].elements
        #expect(Set(all.map { $0["person"]["name"].text }) == ["Mia", "Ben"])
        #expect(all.allSatisfy { $0["channels"].elements.count == 1 })
        let id = paths[0].split(separator: "/").last.map(String.init) ?? ""
        let hers = try await service.get("/v1/me/alerts?person=\(id)", bearer: anna).json["alerts"].elements
        #expect(hers.map { $0["person"]["name"] } == ["Mia"])
        let entry = Int(hers.first?["id"].number ?? 0)
        let marked = try await service.send("PUT", "/v1/me/alerts/\(entry)/read", bearer: anna)
        #expect(marked.status == 204)
        let unread = try await service.get("\(paths[0])/alerts?unread=true", bearer: anna)
        #expect(unread.json["alerts"] == [])
        let alert = try #require(hers.first?["alert"]["id"].text)
        let trace = try await service.workspace.done("alert", "trace", alert).output
        #expect(trace.contains("anna for Mia") && trace.contains("anna for Ben"), "\(trace)")
    }

    /// A family is one witness: it gets no alert about its own report.
    private func checkOwnReport(
        of anna: String, _ paths: [String], _ service: RunningService
    ) async throws {
        let id = paths[1].split(separator: "/").last.map(String.init) ?? ""
        // Birch was reported before, and is watched.
        let oak = #"{"allergens":[{"allergen":"oak"}]}"#
        let profile = try await service.send(
            "PATCH", "\(paths[0])/profile", body: Array(oak.utf8), type: "application/merge-patch+json",
            bearer: anna)
        #expect(profile.status == 200, "\(profile.text)")
        let fence = #"{"name":"Oaks","area":{"type":"Point","coordinates":[10,50]},"radius":5000}"#
        #expect(try await service.post("\(paths[0])/fences", fence, bearer: anna).status == 201)
        try await say("oak", by: anna, for: id, service)
        let all = try await service.get("/v1/me/alerts", bearer: anna).json["alerts"].elements
        #expect(all.count == 2)
    }

    private func checkDeletion(of path: String, by anna: String, _ service: RunningService) async throws {
        let deleted = try await service.send(
            "DELETE", path, body: Array(#"{"confirm":"Mia"}"#.utf8), type: "application/json", bearer: anna)
        #expect(deleted.status == 204, "\(deleted.text)")
        #expect(try await service.get("\(path)/profile", bearer: anna).problem == "unknown-person")
        let left = try await service.get("/v1/me/alerts", bearer: anna).json["alerts"].elements
        #expect(left.map { $0["person"]["name"] } == ["Ben"])
    }
}
