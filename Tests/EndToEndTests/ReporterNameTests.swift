import Foundation
import Testing

/// The account name under which a report is shown.
@Suite(.timeLimit(.minutes(20)), .serving())
struct ReporterNameTests {
    private func send(_ body: String, as token: String) async throws -> String {
        let sent = try await service.post("/v1/alerts", body, bearer: token)
        #expect(sent.status == 201, "\(sent.text)")
        return try #require(sent.json["id"].text)
    }

    private func reporter(of alert: String) async throws -> JSONValue {
        let one = try await service.get("/v1/alerts/\(alert)")
        let list = try await service.get("/v1/alerts?at=\(one.json["sent"].text ?? "")")
        let feature = list.json["features"].elements.first { $0["id"] == .text(alert) }
        if let feature { #expect(feature["properties"]["reporter"] == one.json["reporter"]) }
        return one.json["reporter"]
    }

    private func delete(_ name: String, as token: String) async throws {
        let gone = try await service.send(
            "DELETE", "/v1/me", body: Array(#"{"confirm":"\#(name)"}"#.utf8), bearer: token)
        #expect(gone.status == 204, "\(gone.text)")
    }

    @Test func `the name is that of the comment's author or first reporter, and goes with the account`()
        async throws
    {
        let workspace = service.workspace
        let anna = try await workspace.account("anna-hears")
        let (ben, carl) = (try await workspace.account("ben"), try await workspace.account("carl"))
        let dora = try await workspace.account("dora")
        _ = try await service.post("/v1/me/fences", circle(70, 50), bearer: anna)
        try await LiveStream.open(service, as: anna) { stream in
            let alert = try await send(report(70, 50, of: "birch", comment: ""), as: ben)
            #expect(try await stream.next()?.data["reporter"] == "ben")
            _ = try await send(report(70, 50, of: "birch", comment: ""), as: carl)
            #expect(try await reporter(of: alert) == "ben")
            _ = try await send(report(70, 50, of: "birch", comment: "by the river"), as: dora)
            #expect(try await reporter(of: alert) == "dora")
            let inbox = try await service.get("/v1/me/alerts", bearer: anna)
            #expect(inbox.json["alerts"][0]["alert"]["reporter"] == "dora")
            try await delete("dora", as: dora)
            #expect(try await reporter(of: alert) == "ben")
            try await delete("ben", as: ben)
            #expect(try await reporter(of: alert) == "carl")
            try await delete("carl", as: carl)
            let bare = try await service.get("/v1/alerts/\(alert)")
            #expect(bare.status == 200 && bare.json["reporter"] == .null)
            #expect(!bare.text.contains("reporter"))
        }
    }

    @Test func `a hidden alert shows no name, and one about a child shows the parent's`()
        async throws
    {
        let workspace = service.workspace
        let parent = try await workspace.account("parent")
        let made = try await service.post("/v1/me/persons", #"{"name":"Mia"}"#, bearer: parent)
        let person = try #require(made.json["id"].text)
        let alert = try await send(
            #"{"person":"\#(person)","# + report(72, 50, of: "birch").dropFirst(), as: parent)
        let shown = try await service.get("/v1/alerts/\(alert)")
        #expect(shown.json["reporter"] == "parent" && !shown.text.contains("Mia"))
        for suffix in [".cap"] {
            let other = try await service.get("/v1/alerts/\(alert)\(suffix)")
            #expect(other.status == 200 && !other.text.contains("parent"))
        }
        try await workspace.done("alert", "hide", alert)
        #expect(try await reporter(of: alert) == .null)
    }
}
