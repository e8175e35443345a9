import Foundation
import SampleTesting
import Testing

/// Links to encrypted files, as their owner makes them and a viewer opens them.
@Suite(.timeLimit(.minutes(20)), .serving())
struct SharedLinkTests {
    private struct Shared {
        let token: String
        let id: String
        /// Where viewers ask, without the service's address.
        let path: String
    }

    private func share(_ name: String, passcode: String? = nil) async throws -> Shared {
        let token = try await service.workspace.account(name)
        let consent = try await service.send(
            "PUT", "/v1/me/consents/health", body: Array(#"{"version":1}"#.utf8),
            type: "application/json", bearer: token)
        #expect(consent.status == 200)
        let body = Household.link(named: "Spring")
            .replacing(#""passcode":"1234","#, with: passcode.map { "\"passcode\":\"\($0)\"," } ?? "")
        let made = try await service.post("/v1/me/links", body, bearer: token)
        #expect(made.status == 201, "\(made.text)")
        let address = try #require(made.json["url"].text)
        #expect(address.count <= 128)
        let path = try #require(
            address.firstRange(of: "/v1/links/").map { String(address[$0.lowerBound...]) })
        return Shared(token: token, id: try #require(made.json["id"].text), path: path)
    }

    private func open(_ path: String, _ body: String) async throws -> Answer {
        try await service.send(
            "POST", path, body: Array(body.utf8), type: "application/json",
            headers: ["Origin": "https://viewer.example"])
    }

    private func link(of shared: Shared) async throws -> JSONValue {
        try await service.get("/v1/me/links", bearer: shared.token).json["links"][0]
    }

    @Test func `a viewer of another origin gets the files, and the owner sees who did`() async throws {
        let shared = try await share("shares-openly")
        #expect(try await link(of: shared)["url"] == .null)
        let preflight = try await service.send(
            "OPTIONS", shared.path,
            headers: ["Origin": "https://viewer.example", "Access-Control-Request-Method": "POST"])
        #expect(preflight.header("Access-Control-Allow-Methods")?.contains("POST") == true)
        #expect(preflight.header("Access-Control-Allow-Headers")?.contains("Content-Type") == true)
        let opened = try await open(shared.path, #"{"recipient":"Dr. Weber","vendor":1}"#)
        #expect(opened.status == 200, "\(opened.text)")
        #expect(opened.header("Access-Control-Allow-Origin") == "*")
        #expect(opened.json["files"][0]["contentType"] == "application/fhir+json")
        #expect(opened.json["files"][0]["embedded"].text?.hasPrefix("eyJ") == true)
        let seen = try await link(of: shared)
        #expect(seen["state"] == "open" && seen["openings"][0]["recipient"] == "Dr. Weber")
        #expect(seen["openings"][0]["outcome"] == "opened")
    }

    @Test func `a file that is too long to embed is read by its location, with a ticket`() async throws {
        let shared = try await share("shares-at-length")
        let opened = try await open(shared.path, #"{"recipient":"Dr. Weber","embeddedLengthMax":10}"#)
        let file = opened.json["files"][0]
        #expect(file["embedded"] == .null)
        let location = try #require(file["location"].text)
        let path = try #require(
            location.firstRange(of: "/v1/links/").map { String(location[$0.lowerBound...]) })
        let read = try await service.send("GET", path)
        #expect(read.status == 200 && read.type == "application/jose" && read.text.hasPrefix("eyJ"))
        let parts = path.split(separator: ".").map(String.init)
        let later = "\(parts[0]).\((Int(parts[1]) ?? 0) + 60).\(parts[2])"
        for wrong in ["\(shared.path)/files/0", "\(shared.path)/files/0.x.y", later, path + "A"] {
            let answer = try await service.send("GET", wrong)
            expect(answer, 404, "unknown-link")
        }
    }

    @Test func `a passcode may be wrong five times, and not once more`() async throws {
        let shared = try await share("shares-behind", passcode: "birch")
        let right = try await open(shared.path, #"{"recipient":"Dr. Weber","passcode":"birch"}"#)
        #expect(right.status == 200)
        for left in [4, 3, 2, 1, 0] {
            let body = left % 2 == 0 ? #"{"recipient":"x","passcode":"BIRCH"}"# : #"{"recipient":"x"}"#
            let wrong = try await open(shared.path, body)
            expect(wrong, 401, "wrong-passcode")
            #expect(wrong.json["remainingAttempts"] == .number(Double(left)))
        }
        expect(
            try await open(shared.path, #"{"recipient":"x","passcode":"birch"}"#), 404, "unknown-link")
        #expect(try await link(of: shared)["state"] == "locked")
        #expect(try await link(of: shared)["openings"].elements.count == 6)
    }

    @Test func `a closed link opens for nobody, and its files are gone`() async throws {
        let shared = try await share("shares-no-more")
        let closed = try await service.send("DELETE", "/v1/me/links/\(shared.id)", bearer: shared.token)
        #expect(closed.status == 204)
        expect(try await open(shared.path, #"{"recipient":"x"}"#), 404, "unknown-link")
        #expect(try await link(of: shared)["state"] == "closed")
        let files = try await GeospatialTool.run(
            "sqlite3",
            [
                "-cmd", ".timeout 60000", service.workspace.database.path,
                "SELECT count(*) FROM sharedFile JOIN sharedLink ON number = link WHERE id = '\(shared.id)'",
            ], in: service.workspace.folder)
        #expect(files.lines == ["0"])
    }

    @Test func `every mistake in a link is named, and nothing is kept`() async throws {
        let shared = try await share("shares-wrongly")
        let body = """
            {"label":"\(String(repeating: "x", count: 81))","passcode":"123","expires":"2020-01-01T00:00:00Z",
             "files":[{"contentType":"text/plain","content":"plain text"},
             {"contentType":"application/fhir+json","content":"e30..AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA"}]}
            """
        let refused = try await service.post("/v1/me/links", body, bearer: shared.token)
        expect(refused, 400, "invalid-link")
        let places = refused.json["errors"].elements.compactMap { $0["pointer"].text }
        #expect(
            Set(places) == [
                "/label", "/passcode", "/expires", "/files/0/contentType", "/files/0/content",
                "/files/1/content",
            ])
        #expect(try await service.get("/v1/me/links", bearer: shared.token).json["links"].elements.count == 1)
        expect(try await open(shared.path, #"{"recipient":""}"#), 400, "invalid-link")
        expect(try await open(shared.path, "[]"), 400, "invalid-json")
    }

    @Test func `the twenty-first open link is refused until one is closed`() async throws {
        let shared = try await share("shares-a-lot")
        let body = Household.link(named: "x")
        for _ in 1..<20 {
            #expect(try await service.post("/v1/me/links", body, bearer: shared.token).status == 201)
        }
        expect(try await service.post("/v1/me/links", body, bearer: shared.token), 409, "too-many-links")
        _ = try await service.send("DELETE", "/v1/me/links/\(shared.id)", bearer: shared.token)
        #expect(try await service.post("/v1/me/links", body, bearer: shared.token).status == 201)
    }

    @Test func `what is handed over is listed apart from the diary, and goes with its own consent`()
        async throws
    {
        let shared = try await share("hands-over")
        let body = Household.handover(named: "Babysitter")
        expect(
            try await service.post("/v1/me/help/links", body, bearer: shared.token), 403, "consent-required")
        let consent = try await service.send(
            "PUT", "/v1/me/consents/help", body: Array(#"{"version":1}"#.utf8), bearer: shared.token)
        #expect(consent.status == 200)
        for (path, wrong) in [
            ("/v1/me/help/links", Household.link(named: "x")), ("/v1/me/links", body),
        ] {
            let refused = try await service.post(path, wrong, bearer: shared.token)
            expect(refused, 400, "invalid-link")
            #expect(refused.json["errors"][0]["pointer"] == "/files/0/contentType")
        }
        let made = try await service.post("/v1/me/help/links", body, bearer: shared.token)
        #expect(made.status == 201, "\(made.text)")
        let labels = try await labels(of: shared)
        #expect(labels.diary == ["Spring"] && labels.help == ["Babysitter"])
        let address = try #require(made.json["url"].text)
        let path = try #require(
            address.firstRange(of: "/v1/links/").map { String(address[$0.lowerBound...]) })
        let opened = try await open(path, #"{"recipient":"Nora","passcode":"1234"}"#)
        #expect(opened.json["files"][0]["contentType"] == "application/vnd.breathe-easy.help+json")
        _ = try await service.send("DELETE", "/v1/me/consents/help", bearer: shared.token)
        let left = try await self.labels(of: shared)
        #expect(left.diary == ["Spring"] && left.help == [])
        expect(try await open(path, #"{"recipient":"Nora","passcode":"1234"}"#), 404, "unknown-link")
    }

    private func labels(of shared: Shared) async throws -> (diary: [String], help: [String]) {
        func list(_ path: String) async throws -> [String] {
            try await service.get(path, bearer: shared.token).json["links"].elements.compactMap {
                $0["label"].text
            }
        }
        return (try await list("/v1/me/links"), try await list("/v1/me/help/links"))
    }
}
