import Foundation
import Testing

@Suite(.timeLimit(.minutes(20)), .serving())
struct ReportStreamTests {
    @Test(arguments: [false, true])
    func `a report inside a fence about its allergen arrives`(isPolygon: Bool) async throws {
        let west = isPolygon ? 10.0 : 12.0
        let anna = try await service.workspace.account("anna-\(isPolygon)")
        let ben = try await service.workspace.account("ben-\(isPolygon)")
        let fence = isPolygon ? square(west, 50) : circle(west + 0.1, 50.1)
        let created = try await service.post("/v1/me/fences", fence, bearer: anna)
        #expect(created.status == 201)
        #expect(created.header("Location") == "/v1/me/fences/\(created.json["id"].text ?? "")")
        try await LiveStream.open(service, as: anna) { stream in
            let sent = try await service.post(
                "/v1/alerts", report(west + 0.1001, 50.1001, of: "birch", "hazel", comment: "at noon"),
                bearer: ben)
            #expect(sent.status == 201)
            let event = try #require(try await stream.next())
            #expect(event.name == "alert")
            #expect(event.id != nil)
            #expect(event.data["id"] == sent.json["id"])
            #expect(event.data["kind"] == "user")
            #expect(event.data["allergens"] == sent.json["allergens"])
            #expect(event.data["level"] == nil)
            #expect(event.data["fences"] == [isPolygon ? "Field" : "Home"])
            #expect(event.data["comment"] == "at noon")
            // Others see the place only on a coarse grid.
            #expect(event.data["area"]["coordinates"] != [.number(west + 0.1001), 50.1001])
        }
    }

    @Test func `a report that does not concern a fence does not arrive`() async throws {
        let anna = try await service.workspace.account("anna-quiet")
        let ben = try await service.workspace.account("ben-quiet")
        for fence in [
            circle(20, 50, named: "Home"),
            circle(
                20, 50, named: "Not reports", watching: #"{"allergen":"oak"}"#,
                alerts: #","alerts":["station"]"#),
        ] {
            #expect(try await service.post("/v1/me/fences", fence, bearer: anna).status == 201)
        }
        try await LiveStream.open(service, as: anna) { stream in
            for (words, sender, body) in [
                ("outside", ben, report(20.2, 50, of: "birch", comment: "outside")),
                ("another allergen", ben, report(20, 50, of: "grass", comment: "another allergen")),
                ("not wanted", ben, report(20, 50, of: "oak", comment: "not wanted")),
                ("her own", anna, report(20, 50, of: "birch", comment: "her own")),
                ("proof", ben, report(20, 50, of: "birch", "hazel", comment: "proof")),
            ] {
                #expect(try await service.post("/v1/alerts", body, bearer: sender).status == 201, "\(words)")
            }
            let first = try await stream.next()
            #expect(first?.data["comment"] == "proof")
        }
        let inbox = try await service.get("/v1/me/alerts", bearer: anna)
        #expect(inbox.json["alerts"].elements.count == 1)
        #expect(try await service.get("/v1/me/alerts", bearer: ben).json["alerts"] == [])
    }

    @Test func `a report of unknown cause concerns every fence`() async throws {
        let anna = try await service.workspace.account("anna-unsure")
        let ben = try await service.workspace.account("ben-unsure")
        _ = try await service.post("/v1/me/fences", circle(30, 50), bearer: anna)
        try await LiveStream.open(service, as: anna) { stream in
            _ = try await service.post("/v1/alerts", report(30, 50), bearer: ben)
            let event = try #require(try await stream.next())
            #expect(event.data["allergens"] == [])
            #expect(!event.headline.isEmpty)
        }
    }

    @Test func `two devices of an account get the same`() async throws {
        let anna = try await service.workspace.account("anna-devices")
        let ben = try await service.workspace.account("ben-devices")
        _ = try await service.post("/v1/me/fences", circle(40, 50), bearer: anna)
        try await LiveStream.open(service, as: anna) { phone in
            try await LiveStream.open(service, as: anna) { tablet in
                for allergen in ["birch", "hazel", "alder"] {
                    _ = try await service.post(
                        "/v1/alerts", report(40, 50, of: "birch", allergen), bearer: ben)
                    let first = try #require(try await phone.next())
                    let second = try #require(try await tablet.next())
                    #expect(first.id == second.id)
                    #expect(first.data == second.data)
                }
            }
        }
    }

    @Test func `a fence that was changed or removed takes effect in its new form`() async throws {
        let anna = try await service.workspace.account("anna-change")
        let ben = try await service.workspace.account("ben-change")
        let id = try #require(
            try await service.post("/v1/me/fences", circle(50, 50), bearer: anna).json["id"].text)
        let path = "/v1/me/fences/\(id)"
        let stranger = try await service.send(
            "PUT", path, body: Array(circle(50.5, 50).utf8), type: "application/json", bearer: ben)
        expect(stranger, 404, "unknown-fence")
        expect(try await service.send("DELETE", path, bearer: ben), 404, "unknown-fence")
        try await LiveStream.open(service, as: anna) { stream in
            _ = try await service.post(
                "/v1/alerts", report(50, 50, of: "birch", comment: "first"), bearer: ben)
            #expect(try await stream.next()?.data["comment"] == "first")
            let moved = try await service.send(
                "PUT", path, body: Array(circle(50.5, 50, named: "Away").utf8), type: "application/json",
                bearer: anna)
            #expect(moved.status == 200)
            _ = try await service.post(
                "/v1/alerts", report(50, 50, of: "birch", comment: "second"), bearer: ben)
            _ = try await service.post(
                "/v1/alerts", report(50.5, 50, of: "birch", comment: "third"), bearer: ben)
            let event = try #require(try await stream.next())
            #expect(event.data["comment"] == "third")
            #expect(event.data["fences"] == ["Away"])
        }
        #expect(try await service.send("DELETE", path, bearer: anna).status == 204)
        _ = try await service.post("/v1/alerts", report(50.5, 50, of: "birch"), bearer: ben)
        #expect(try await service.get("/v1/me/alerts", bearer: anna).json["alerts"].elements.count == 2)
    }

    @Test func `strangers see a report without its exact place`() async throws {
        let ben = try await service.workspace.account("ben-public")
        let sent = try await service.post("/v1/alerts", report(60.00321, 50.00321, of: "birch"), bearer: ben)
        let id = try #require(sent.json["id"].text)
        let list = try await service.get("/v1/alerts?bbox=59,49,61,51&allergen=birch")
        #expect(list.json["features"].elements.map { $0["id"].text } == [id])
        let one = try await service.get("/v1/alerts/\(id)")
        #expect(one.status == 200)
        for answer in [sent, list, one] { #expect(!answer.text.contains("00321")) }
    }
}
