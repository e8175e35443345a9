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

    /// The name that a reader with an account sees; nobody else sees any.
    private func reporter(of alert: String, as reader: String) async throws -> JSONValue {
        let one = try await service.get("/v1/alerts/\(alert)", bearer: reader)
        let list = try await service.get("/v1/alerts?at=\(one.json["sent"].text ?? "")", bearer: reader)
        #expect(!one.text.contains("reporter") && !list.text.contains("reporter"))
        let part = try await service.get("/v1/alerts/\(alert)/mine", bearer: reader)
        #expect(part.status == 200, "\(part.text)")
        return part.json["reporter"]
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
            let alert = try await send(report(70, 50, of: "birch", comment: "", showsName: true), as: ben)
            #expect(try await stream.next()?.data["reporter"] == "ben")
            _ = try await send(report(70, 50, of: "birch", comment: "", showsName: true), as: carl)
            #expect(try await reporter(of: alert, as: anna) == "ben")
            _ = try await send(
                report(70, 50, of: "birch", comment: "by the river", showsName: true), as: dora)
            #expect(try await reporter(of: alert, as: anna) == "dora")
            let inbox = try await service.get("/v1/me/alerts", bearer: anna)
            #expect(inbox.json["alerts"][0]["alert"]["reporter"] == "dora")
            try await delete("dora", as: dora)
            #expect(try await reporter(of: alert, as: anna) == "ben")
            try await delete("ben", as: ben)
            #expect(try await reporter(of: alert, as: anna) == "carl")
            try await delete("carl", as: carl)
            let bare = try await service.get("/v1/alerts/\(alert)")
            #expect(bare.status == 200 && !bare.text.contains("reporter"))
            #expect(try await reporter(of: alert, as: anna) == .null)
        }
    }

    @Test func `a report shows no name unless its author says so`() async throws {
        let workspace = service.workspace
        let eva = try await workspace.account("eva-hears")
        let finn = try await workspace.account("finn-reports")
        _ = try await service.post("/v1/me/fences", circle(74, 50), bearer: eva)
        try await LiveStream.open(service, as: eva) { stream in
            let alert = try await send(report(74, 50, of: "birch"), as: finn)
            let event = try #require(try await stream.next())
            #expect(event.data["comment"] == "by the river" && event.data["reporter"] == .null)
            #expect(try await reporter(of: alert, as: eva) == .null)
            let inbox = try await service.get("/v1/me/alerts", bearer: eva)
            #expect(!inbox.text.contains("finn-reports"))
        }
    }

    @Test func `the caller's own part in an alert is told to the caller alone`() async throws {
        let workspace = service.workspace
        let (gina, hugo) = (try await workspace.account("gina"), try await workspace.account("hugo"))
        let alert = try await send(report(76, 50, of: "birch"), as: gina)
        func part(_ bearer: String) async throws -> [JSONValue] {
            let answer = try await service.get("/v1/alerts/\(alert)/mine", bearer: bearer)
            return ["reported", "confirmed", "flagged"].map { answer.json[$0] }
        }
        #expect(try await part(gina) == [true, false, false])
        #expect(try await part(hugo) == [false, false, false])
        _ = try await service.post("/v1/alerts/\(alert)/confirmations", "{}", bearer: hugo)
        _ = try await service.post("/v1/alerts/\(alert)/flags", #"{"reason":"spam"}"#, bearer: hugo)
        #expect(try await part(hugo) == [false, true, true])
        expect(try await service.get("/v1/alerts/none/mine", bearer: hugo), 404, "unknown-alert")
        #expect(try await service.get("/v1/alerts/\(alert)/mine").status == 401)
    }

    @Test func `the name of an expert has a badge, and neither other names nor unnamed reports have one`()
        async throws
    {
        let workspace = service.workspace
        let (ines, jan) = (try await workspace.account("ines"), try await workspace.account("jan"))
        let lea = try await workspace.account("lea-reads")
        try await workspace.done("role", "grant", "ines", "expert")
        for longitude in [78.0, 80] {
            _ = try await service.post("/v1/me/fences", circle(longitude, 50), bearer: lea)
        }
        @Sendable func mine(_ alert: String) async throws -> [JSONValue] {
            let answer = try await service.get("/v1/alerts/\(alert)/mine", bearer: jan)
            return ["reporter", "expert"].map { answer.json[$0] }
        }
        try await LiveStream.open(service, as: lea) { stream in
            let named = try await send(report(78, 50, of: "birch", showsName: true), as: ines)
            #expect(try await mine(named) == ["ines", true])
            let other = try await send(report(80, 50, of: "birch", showsName: true), as: jan)
            #expect(try await mine(other) == ["jan", .null])
            let events = [try await stream.next(), try await stream.next()].map { $0?.data }
            #expect(events.map { $0?["reporter"] } == ["ines", "jan"])
            #expect(events.map { $0?["expert"] } == [true, .null])
        }
        let unnamed = try await send(report(78, 50, of: "oak"), as: ines)
        #expect(try await mine(unnamed) == [.null, .null])
        let inbox = try await service.get("/v1/me/alerts", bearer: lea).json["alerts"].elements
        #expect(inbox.map { $0["alert"]["reporter"] } == ["ines", "jan"])
        #expect(inbox.map { $0["expert"] } == [true, .null])
    }

    @Test func `a hidden alert shows no name, and one about a child shows the parent's`()
        async throws
    {
        let workspace = service.workspace
        let parent = try await workspace.account("parent")
        let made = try await service.post("/v1/me/persons", #"{"name":"Mia"}"#, bearer: parent)
        let person = try #require(made.json["id"].text)
        let alert = try await send(
            #"{"person":"\#(person)","# + report(72, 50, of: "birch", showsName: true).dropFirst(), as: parent
        )
        let reader = try await workspace.account("reader")
        #expect(try await reporter(of: alert, as: reader) == "parent")
        let shown = try await service.get("/v1/alerts/\(alert)/mine", bearer: reader)
        #expect(!shown.text.contains("Mia"))
        for suffix in [".cap"] {
            let other = try await service.get("/v1/alerts/\(alert)\(suffix)")
            #expect(other.status == 200 && !other.text.contains("parent"))
        }
        try await workspace.done("alert", "hide", alert)
        #expect(try await reporter(of: alert, as: reader) == .null)
    }
}
