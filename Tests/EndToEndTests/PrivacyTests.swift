import Foundation
import SampleTesting
import Testing

@Suite(.timeLimit(.minutes(20)), .serving())
struct PrivacyTests {
    /// The content of a zip file, as Python's reader finds it.
    private func entries(of zip: Data) async throws -> JSONValue {
        let script = """
            import io, json, sys, zipfile
            with zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read())) as file:
                assert file.testzip() is None
                print(json.dumps({name: file.read(name).decode(errors="backslashreplace") for name in file.namelist()}))
            """
        return try JSONDecoder().decode(JSONValue.self, from: try await Python.run(script, input: zip))
    }

    @Test func `an account's owner exports everything, and sees who accessed it`() async throws {
        let anna = try await service.workspace.account("anna-export")
        let ben = try await service.workspace.account("ben-export")
        #expect(
            try await service.post("/v1/me/fences", circle(60, 50, named: "=Garden, home"), bearer: anna)
                .status == 201)
        #expect(
            try await service.post("/v1/alerts", report(60, 50, of: "birch", comment: "by ben"), bearer: ben)
                .status == 201)
        #expect(
            try await service.post(
                "/v1/alerts", report(61, 50, of: "grass", comment: "her own"), bearer: anna
            ).status == 201)
        let answer = try await service.get("/v1/me/export", bearer: anna)
        #expect(answer.status == 200 && answer.header("Content-Type") == "application/zip")
        #expect(answer.header("Cache-Control") == "private, no-store")
        let files = try await entries(of: Data(answer.bytes))
        #expect(files["account.json"].text?.contains("anna-export") == true)
        #expect(files["fences.json"].text?.contains("=Garden, home") == true)
        #expect(files["fences.csv"].text?.contains("\"'=Garden, home\",60.0,50.0,") == true)
        #expect(files["alerts.json"].text?.contains("by ben") == true)
        #expect(files["reports.csv"].text?.contains(",grass,sneezing,,her own,") == true)
        #expect(files["reports.csv"].text?.contains("by ben") == false)
        #expect(files["consents.csv"].text?.contains("warnings,1,command,") == true)
        let audit = try await service.get("/v1/me/audit", bearer: anna)
        #expect(audit.json["entries"][0]["act"] == "exported")
        #expect(try await service.get("/v1/me/audit", bearer: ben).json["entries"] == [])
    }

    @Test func `data stored by consent are removed when it is withdrawn`() async throws {
        let anna = try await service.workspace.account("anna-consent")
        #expect(try await service.post("/v1/me/fences", circle(70, 50), bearer: anna).status == 201)
        let child = try await service.post("/v1/me/persons", #"{"name":"Mia"}"#, bearer: anna)
        let person = "/v1/me/persons/\(try #require(child.json["id"].text))"
        #expect(try await service.post("\(person)/fences", circle(70, 50), bearer: anna).status == 201)
        let quiz = Array(#"{"allergens":[{"allergen":"birch","severity":"severe"}]}"#.utf8)
        #expect(
            try await service.send("PUT", "\(person)/quiz/welcome", body: quiz, bearer: anna).status == 200)
        let sent = try await service.post("/v1/alerts", report(71, 50, of: "birch"), bearer: anna)
        let alert = try #require(sent.json["id"].text)
        for purpose in ["warnings", "reports"] {
            let answer = try await service.send("DELETE", "/v1/me/consents/\(purpose)", bearer: anna)
            #expect(answer.status == 200, "\(answer)")
        }
        for path in ["/v1/me", person] {
            #expect(try await service.get("\(path)/fences", bearer: anna).json["fences"] == [])
            #expect(try await service.get("\(path)/profile", bearer: anna).json["allergens"] == [])
        }
        #expect(
            try await service.get("\(person)/quiz/welcome", bearer: anna).json["answered"] == false)
        #expect(try await service.post("/v1/me/fences", circle(70, 50), bearer: anna).status == 403)
        #expect(try await service.get("/v1/alerts/\(alert)").json["ended"].text != nil)
        let body = Array(#"{"version":1}"#.utf8)
        #expect(
            try await service.send("PUT", "/v1/me/consents/warnings", body: body, bearer: anna).status == 200)
        #expect(try await service.post("/v1/me/fences", circle(70, 50), bearer: anna).status == 201)
        let past = try await service.get("/v1/me/consents", bearer: anna).json["past"].elements
        #expect(past.map { $0["purpose"] } == ["warnings", "reports"])
    }

    @Test func `trips are removed when their consent is withdrawn, and do not come back with it`()
        async throws
    {
        let anna = try await service.workspace.account("anna-trips")
        let consent = "/v1/me/consents/trips"
        let version = Array(#"{"version":1}"#.utf8)
        let listed = "/v1/me/trips?from=2000-01-01"
        #expect(try await service.send("PUT", consent, body: version, bearer: anna).status == 200)
        let kept = try await service.post("/v1/me/trips", Household.trips, bearer: anna)
        #expect(kept.json["kept"].number == 1, "\(kept.text)")
        #expect(try await service.get(listed, bearer: anna).json["trips"].elements.count == 1)
        #expect(try await service.send("DELETE", consent, bearer: anna).status == 200)
        #expect(try await service.post("/v1/me/trips", Household.trips, bearer: anna).status == 403)
        #expect(try await service.send("PUT", consent, body: version, bearer: anna).status == 200)
        #expect(try await service.get(listed, bearer: anna).json["trips"] == [])
    }
}
