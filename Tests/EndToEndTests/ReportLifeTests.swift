import Foundation
import Testing

/// The life of a report: others join it, confirm it, flag it, and it is withdrawn or hidden.
@Suite(.timeLimit(.minutes(20)), .serving())
struct ReportLifeTests {
    private func account(_ name: String, _ options: String...) async throws -> String {
        let arguments =
            ["account", "create", name] + options + ["--database", service.workspace.database.path]
        let outcome = try await Program.run(arguments, in: service.workspace.folder)
        return try #require(outcome.lines.last, "\(outcome.errors)")
    }

    private func delete(_ path: String, as token: String) async throws -> Answer {
        try await service.send("DELETE", path, bearer: token)
    }

    private func inbox(of token: String) async throws -> [JSONValue] {
        try await service.get("/v1/me/alerts", bearer: token).json["alerts"].elements.map { $0["alert"] }
    }

    @Test func `three neighbours make one alert, and each subscriber gets it once`() async throws {
        let anna = try await account("anna-cluster")
        let berta = try await account("berta-cluster")
        let neighbours = try await [account("one"), account("two"), account("three")]
        _ = try await service.post("/v1/me/fences", circle(70, 50, radius: 1_000), bearer: anna)
        _ = try await service.post("/v1/me/fences", circle(70.03, 50, radius: 500), bearer: berta)
        try await LiveStream.open(service, as: anna) { annas in
            try await LiveStream.open(service, as: berta) { bertas in
                var ids: [JSONValue] = []
                for (neighbour, longitude) in zip(neighbours, [70.001, 70.002, 70.03]) {
                    let sent = try await service.post(
                        "/v1/alerts", report(longitude, 50, of: "birch"), bearer: neighbour)
                    #expect(sent.status == 201 && sent.json["reports"] == .number(Double(ids.count + 1)))
                    ids.append(sent.json["id"])
                }
                #expect(Set(ids.map(\.text)).count == 1)
                #expect(try await annas.next()?.data["id"] == ids[0])
                let late = try #require(try await bertas.next())
                #expect(late.data["id"] == ids[0] && late.data["reports"] == 3)
            }
        }
        #expect(try await inbox(of: anna).count == 1)
        let list = try await service.get("/v1/alerts?bbox=69,49,71,51")
        #expect(list.json["features"].elements.count == 1)
    }

    @Test func `a group stands for all of its allergens`() async throws {
        let ben = try await account("ben-group")
        let sent = try await service.post("/v1/alerts", report(75, 50, of: "tree"), bearer: ben)
        let names = sent.json["allergens"].elements.compactMap(\.text)
        #expect(names.count > 5 && names.contains("birch") && !names.contains("mugwort"))
    }

    @Test func `others may confirm, reporters may not, and the alert lasts longer`() async throws {
        let anna = try await account("anna-confirm")
        let ben = try await account("ben-confirm")
        let sent = try await service.post("/v1/alerts", report(80, 50, of: "birch"), bearer: ben)
        let path = "/v1/alerts/\(sent.json["id"].text ?? "")/confirmations"
        let here = #"{"area":{"type":"Point","coordinates":[80.1,50]}}"#
        let far = #"{"area":{"type":"Point","coordinates":[81,50]}}"#
        expect(try await service.post(path, "", bearer: ben), 403, "own-alert", naming: "DELETE")
        expect(try await service.post(path, far, bearer: anna), 422, "too-far-away", naming: "50 km")
        let first = try await service.post(path, here, bearer: anna)
        #expect(first.status == 201 && first.json["confirmations"] == 1)
        let second = try await service.post(path, "", bearer: anna)
        #expect(second.status == 200 && second.json["confirmations"] == 1)
        #expect(try await delete(path, as: anna).status == 204)
        let alert = try await service.get("/v1/alerts/\(sent.json["id"].text ?? "")")
        #expect(alert.json["confirmations"] == 0 && alert.json["ended"] == .null)
        expect(
            try await service.post("/v1/alerts/none/confirmations", "", bearer: anna), 404, "unknown-alert")
    }

    @Test func `everybody who was notified gets the withdrawal of a report`() async throws {
        let anna = try await account("anna-withdraw")
        let ben = try await account("ben-withdraw")
        _ = try await service.post("/v1/me/fences", circle(90, 50), bearer: anna)
        try await LiveStream.open(service, as: anna) { stream in
            let sent = try await service.post("/v1/alerts", report(90, 50, of: "birch"), bearer: ben)
            let path = "/v1/alerts/\(sent.json["id"].text ?? "")"
            #expect(try await stream.next()?.data["message"] == "alert")
            let tile = "/tiles/alerts/\(Picture.tile(at: 90, 50, zoom: 9)).png"
            let marked = try await service.get(tile).etag
            expect(try await delete(path, as: anna), 403, "not-own-alert")
            #expect(try await delete(path, as: ben).status == 204)
            let cancel = try #require(try await stream.next())
            #expect(cancel.data["message"] == "cancel" && cancel.data["references"] == [sent.json["id"]])
            #expect(try await service.get(path).json["ended"].text != nil)
            #expect(try await service.get(tile).etag != marked)
            expect(try await delete(path, as: ben), 403, "not-own-alert")
            expect(
                try await service.post(path + "/confirmations", "", bearer: anna), 409, "alert-over")
        }
        #expect(
            try await service.get("/v1/alerts?bbox=89,49,91,51").json["features"].elements.isEmpty)
    }

    @Test func `one account cannot flood`() async throws {
        let ben = try await account("ben-flood")
        var first = Date()...Date()
        for number in 1...5 {
            let body = report(100, 50, of: "birch", comment: "no. \(number)")
            let before = Date()
            #expect(try await service.post("/v1/alerts", body, bearer: ben).status == 201)
            if number == 1 {
                first = before...Date()
                expect(try await service.post("/v1/alerts", body, bearer: ben), 409, "duplicate-report")
                let far = report(101, 50, of: "birch")
                expect(
                    try await service.post("/v1/alerts", far, bearer: ben), 422, "implausible-report",
                    naming: "71 km")
            }
        }
        let before = Date()
        let sixth = try await service.post("/v1/alerts", report(100, 50), bearer: ben)
        let after = Date()
        expect(sixth, 429, "too-many-reports", naming: "5 in one hour")
        let wait = try #require(sixth.header("Retry-After").flatMap { Int($0) })
        // An hour after the first, in whole seconds.
        let shortest = 3_600 - after.timeIntervalSince(first.lowerBound)
        let longest = 3_600 - before.timeIntervalSince(first.upperBound)
        #expect((shortest - 1...longest + 1).contains(Double(wait)))
        #expect(sixth.header("RateLimit") == #""hour";r=0;t=\#(wait)"#)
        #expect(sixth.header("RateLimit-Policy") == #""hour";q=5;w=3600, "day";q=20;w=86400"#)
    }

    @Test func `moderators see flagged reports and decide on them`() async throws {
        let moderator = try await account("moderator", "--moderator")
        let anna = try await account("anna-flag")
        let ben = try await account("ben-flag")
        _ = try await service.post("/v1/me/fences", circle(110, 50), bearer: anna)
        let sent = try await service.post(
            "/v1/alerts", report(110, 50, of: "birch", comment: "buy now"), bearer: ben)
        let path = "/v1/alerts/\(sent.json["id"].text ?? "")"
        let decision = "/v1/moderation\(path.dropFirst("/v1".count))"
        func decide(_ hidden: Bool, as token: String) async throws -> Answer {
            try await service.send(
                "PUT", decision, body: Array(#"{"hidden":\#(hidden)}"#.utf8), type: "application/json",
                bearer: token)
        }
        expect(
            try await service.post(path + "/flags", #"{"reason":"boring"}"#, bearer: anna), 400,
            "invalid-json",
            naming: "/reason")
        let flag = try await service.post(path + "/flags", #"{"reason":"spam"}"#, bearer: anna)
        #expect(flag.status == 204)
        expect(try await service.get("/v1/moderation/alerts", bearer: anna), 403, "forbidden")
        expect(try await decide(true, as: anna), 403, "forbidden")
        let list = try await service.get("/v1/moderation/alerts", bearer: moderator)
        let entry = try #require(list.json["alerts"].elements.first { $0["alert"]["id"] == sent.json["id"] })
        #expect(entry["flags"]["spam"] == 1 && entry["comments"].elements[0]["comment"] == "buy now")

        #expect(try await decide(true, as: moderator).status == 204)
        let hidden = try await service.get(path)
        #expect(hidden.json["ended"].text != nil && !hidden.text.contains("buy now"))
        #expect(try await inbox(of: anna).map { $0["message"] } == ["alert", "cancel"])
        #expect(try await decide(false, as: moderator).status == 204)
        #expect(try await service.get(path).json["comment"] == "buy now")

        #expect(try await delete("\(decision)/decision", as: moderator).status == 204)
        #expect(try await service.get(path).json["ended"].text != nil)
        let made = try await service.get("/v1/moderation/decisions", bearer: moderator).json["decisions"]
            .elements
        #expect(made.prefix(2).map { $0["decision"]["hidden"] } == [false, true])
        #expect(made.prefix(2).map { $0["revocable"] } == [false, true])
        #expect(made.first?["decision"]["takenBack"].text != nil)
        expect(try await service.get("/v1/moderation/decisions", bearer: anna), 403, "forbidden")
        #expect(try await delete("\(decision)/decision", as: moderator).status == 204)
        expect(
            try await delete("\(decision)/decision", as: moderator), 409, "not-own-decision")

        let id = sent.json["id"].text ?? ""
        try await service.workspace.done("alert", "hide", id)
        #expect(try await service.workspace.done("alert", "list").lines.contains { $0.contains(id) })
        #expect(try await service.get(path).json["ended"].text != nil)
        try await service.workspace.done("alert", "show", id)
        #expect(try await service.get(path).json["ended"] == .null)
        try await service.workspace.done("account", "moderator", "moderator", "--revoke")
        expect(try await service.get("/v1/moderation/alerts", bearer: moderator), 403, "forbidden")
    }

    @Test func `the lifetime of reports is configurable`() async throws {
        try await Workspace.temporary { workspace in
            let ben = try await workspace.account("ben")
            try await RunningService.during(workspace, environment: ["BREATHE_REPORT_LIFETIME": "1"]) {
                service in
                let sent = try await service.post("/v1/alerts", report(7, 47, of: "birch"), bearer: ben)
                let times = try [sent.json["sent"], sent.json["expires"]].map {
                    try Date(#require($0.text), strategy: .iso8601)
                }
                #expect(times[1].timeIntervalSince(times[0]) == 3_600)
            }
            let outcome = try await Program.run(
                ["serve", "--database", workspace.database.path],
                environment: ["BREATHE_REPORT_LIFETIME": "73"],
                in: workspace.folder)
            #expect(outcome.status == 1 && outcome.errors.contains("1 to 72"))
        }
    }
}
