import Allergens
import Foundation
import HTTP
import Testing

@Suite(
    .timeLimit(.minutes(20)),
    .serving { workspace in
        for (number, id) in ["one", "two", "three", "four", "five"].enumerated() {
            try await workspace.addStation(id, 7 + Double(number), 47)
        }
    })
struct OperatorTests {
    @Test func `a key is the only output`() async throws {
        let outcome = try await service.workspace.done("key", "create", "--station", "one")
        #expect(outcome.lines.count == 1)
        #expect(outcome.output.wholeMatch(of: /bes_[0-9a-f]{16}_[A-Za-z0-9_-]{43}\n/) != nil)
        let account = try await service.workspace.done("account", "create", "key-tests")
        #expect(account.output.wholeMatch(of: /bea_[0-9a-f]{16}_[A-Za-z0-9_-]{43}\n/) != nil)
        let other = try await service.workspace.breathe("key", "create", "--station", "nowhere")
        #expect(other.status == 1)
        #expect(other.output == "")
        #expect(other.errors.contains("nowhere"))
    }

    @Test func `a CSV is answered row by row`() async throws {
        let key = try await service.workspace.key(for: "one")
        let csv = """
            station,allergen,day,value,unit
            one,birch,\(today),312,grains/m3
            one,grass,\(today),-4,grains/m3
            one,grass,\(yesterday),,grains/m3
            one,moonflower,\(today),4,grains/m3

            """
        let answer = try await service.upload(csv, to: "one", key: key)
        #expect(answer.status == 200)
        #expect(answer.json["accepted"] == 1)
        #expect(answer.json["replaced"] == 0)
        #expect(answer.json["unchanged"] == 0)
        #expect(answer.json["missing"] == 1)
        let rejected = answer.json["rejected"].elements
        #expect(rejected.map { $0["line"] } == [3, 5])
        #expect(rejected.map { $0["column"] } == ["value", "allergen"])
        #expect(rejected.map { $0["value"] } == ["-4", "moonflower"])
        #expect(rejected.first?["reason"] == "a concentration cannot be negative")
    }

    @Test func `JSON is answered entry by entry`() async throws {
        let key = try await service.workspace.key(for: "two")
        let json = """
            {"readings":[
                {"allergen":"birch","day":"\(today)","value":312,"unit":"grains/m3","forecast":250},
                {"allergen":"birch","day":"2026-02-30","value":1},
                {"allergen":"hazel","day":"\(today)","value":"many"}]}
            """
        let answer = try await service.post("/v1/stations/two/readings", json, bearer: key)
        #expect(answer.status == 200)
        #expect(answer.json["accepted"] == 1)
        #expect(answer.json["rejected"].elements.map { $0["line"] } == [2, 3])
        #expect(answer.json["rejected"].elements.map { $0["column"] } == ["day", "value"])
        let air = try await service.get("/v1/air?lon=8&lat=47").json["allergens"].elements
        let birch = air.first { $0["allergen"] == "birch" }
        #expect(birch?["value"] == 312)
        #expect(birch?["tomorrow"]["basis"] == "forecast")
    }

    @Test func `a second upload changes nothing, and a correction replaces`() async throws {
        let key = try await service.workspace.key(for: "three")
        func counts(_ value: Double) async throws -> [JSONValue] {
            let answer = try await service.upload(value, of: "birch", on: "\(today)", to: "three", key: key)
            return ["accepted", "replaced", "unchanged"].map { answer.json[$0] }
        }
        #expect(try await counts(12) == [1, 0, 0])
        #expect(try await counts(12) == [0, 0, 1])
        #expect(try await counts(14) == [0, 1, 0])
        let readings = try await service.get("/v1/stations/three/readings").json["readings"]
        #expect(readings.elements.map { $0["value"] } == [14])
        let csv = try await service.get("/v1/stations/three/readings?format=csv")
        #expect(
            csv.text == "station,allergen,day,value,unit,quality\n"
                + "three,birch,\(today),14.0,grains/m3,confirmed\n"
        )
    }

    @Test func `a suspect value is marked until its operator confirms it`() async throws {
        let workspace = service.workspace
        let key = try await workspace.key(for: "one")
        let quiet = (1...4).map { "oak,\(today.adding(days: -$0)),1,\n" }.joined()
        let csv = "allergen,day,value,note\n\(quiet)oak,\(today),9000,Count it again\n"
        #expect(try await service.upload(csv, to: "one", key: key).json["suspect"] == 1)
        func newest() async throws -> JSONValue {
            try await service.get("/v1/stations/one/readings?allergen=oak").json
        }
        let doubtful = try await newest()
        let value = try #require(doubtful["readings"].elements.last)
        #expect(value["quality"] == "suspect" && value["level"] == .null)
        #expect(value["reasons"] == ["far above the values of the days before"])
        #expect(doubtful["notes"].elements.map { $0["text"] } == ["Count it again"])
        let confirmed = try await service.post(
            "/v1/stations/one/readings/confirmations",
            #"{"readings":[{"allergen":"oak","day":"\#(today)"}]}"#, bearer: key)
        #expect(confirmed.json["outcomes"] == ["changed"])
        #expect(try await newest()["readings"].elements.last?["level"] == "veryHigh")
        let revisions = try await service.get("/v1/stations/one/revisions", bearer: key).json["revisions"]
        #expect(revisions[0]["former"]["quality"] == "suspect" && revisions[0]["by"] == "key")
        #expect(key.contains(try #require(revisions[0]["name"].text)))
        let list = try await workspace.done("station", "revisions", "one", "--json")
        #expect(try list.json[0]["quality"] == "confirmed")
        let dismissed = try await workspace.done(
            "station", "confirm", "one", "--allergen", "oak", "--day", "\(today)", "--dismiss")
        #expect(dismissed.output.contains("changed"))
        let uploads = try await service.get("/v1/stations/one/uploads", bearer: key).json["uploads"]
        #expect(uploads.elements.contains { $0["suspect"] == 1 && $0["accepted"] == 5 })
    }

    @Test func `a suspect hour is listed, confirmed by command and dismissed over HTTP`() async throws {
        let workspace = service.workspace
        let key = try await workspace.key(for: "three")
        let hours = ["2019-04-08T13:00:00Z", "2019-04-08T14:00:00Z"]
        let rows = hours.map { "alder,\($0),30,suspect\n" }.joined()
        let upload = try await service.upload("allergen,time,value,quality\n" + rows, to: "three", key: key)
        #expect(upload.json["suspect"] == 2, "\(upload.text)")
        #expect(upload.json["suspects"][0]["doubts"] == ["declared"])
        func listed() async throws -> [JSONValue] {
            let list = try await service.get("/v1/stations/three/suspects", bearer: key).json
            return list["suspects"].elements.filter { $0["allergen"] == "alder" }
        }
        #expect(try await listed().map { $0["time"].text } == hours.reversed())
        let confirmed = try await workspace.done(
            "station", "confirm", "three", "--allergen", "alder", "--time", hours[0])
        #expect(confirmed.output == "\(hours[0])  changed\n")
        let dismissed = try await service.post(
            "/v1/stations/three/readings/confirmations",
            #"{"readings":[{"allergen":"alder","time":"\#(hours[1])","hours":1,"confirmed":false}]}"#,
            bearer: key)
        #expect(dismissed.json["outcomes"] == ["changed"])
        #expect(try await listed().isEmpty)
        let rest = try await workspace.done("station", "suspects", "three", "--json").json.elements
        #expect(!rest.contains { $0["allergen"] == "alder" })
        let changes = try await service.get("/v1/stations/three/revisions", bearer: key).json["revisions"]
        let revisions = changes.elements.filter { $0["allergen"] == "alder" }
        #expect(revisions.map { $0["by"] } == ["key", "command"])
        #expect(revisions[1]["current"]["quality"] == "confirmed" && revisions[1]["hours"] == 1)
    }

    @Test func `a key is replaced over HTTP and by command`() async throws {
        let workspace = service.workspace
        let first = try await workspace.key(for: "five")
        let list = try await workspace.done("key", "list", "--station", "five", "--json")
        let id = try #require(
            try list.json.elements.compactMap { $0["id"].text }.first(where: first.contains))
        let made = try await service.post(
            "/v1/stations/five/keys", #"{"label":"spare","replaces":"\#(id)","graceHours":0}"#, bearer: first)
        #expect(made.status == 201)
        let second = try #require(made.json["key"].text)
        expect(try await service.upload("x", to: "five", key: first), 401, "unauthorized")
        let csv = "allergen,day,value\noak,\(today),1\n"
        #expect(try await service.upload(csv, to: "five", key: second).status == 200)
        let rotated = try await workspace.done(
            "key", "rotate", try #require(made.json["id"].text), "--grace", "0")
        #expect(rotated.lines.count == 1)
        let third = try #require(rotated.lines.last)
        expect(try await service.upload(csv, to: "five", key: second), 401, "unauthorized")
        #expect(try await service.upload(csv, to: "five", key: third).json["unchanged"] == 1)
        try await workspace.done("key", "revoke", String(third.split(separator: "_")[1]))
        expect(try await service.upload(csv, to: "five", key: third), 401, "unauthorized")
    }

    @Test func `all or nothing is a problem that lists the rows`() async throws {
        let key = try await service.workspace.key(for: "two")
        let answer = try await service.send(
            "POST", "/v1/stations/two/readings?atomic=true",
            body: Array("allergen,day,value\nelm,\(today),1\nelm,\(yesterday),-1\n".utf8), type: "text/csv",
            bearer: key)
        expect(answer, 422, "rows-rejected")
        #expect(answer.json["rows"]["rejected"][0]["line"] == 3)
        #expect(try await service.get("/v1/stations/two/readings?allergen=elm").json["readings"] == [])
    }

    @Test func `a refused upload says why it is not permitted`() async throws {
        let workspace = service.workspace
        let (four, five) = (try await workspace.key(for: "four"), try await workspace.key(for: "five"))
        let token = try await workspace.account("operator-tests")
        let csv = "allergen,day,value\nbirch,\(today),1\n"
        let path = "/v1/stations/four/readings"
        let none = try await service.send("POST", path, body: Array(csv.utf8), type: "text/csv")
        expect(none, 401, "unauthorized", naming: "Bearer")
        #expect(none.header("WWW-Authenticate") == "Bearer")
        let changed = String(four.dropLast()) + (four.hasSuffix("A") ? "B" : "A")
        for wrong in [changed, "nonsense", "bes_0123456789abcdef_" + String(repeating: "a", count: 43), ""] {
            expect(try await service.upload(csv, to: "four", key: wrong), 401, "unauthorized")
        }
        expect(try await service.upload(csv, to: "four", key: five), 403, "forbidden", naming: "five")
        expect(
            try await service.upload(csv, to: "four", key: token), 403, "forbidden", naming: "station's key")
        // A key reveals nothing about other stations.
        expect(try await service.upload(csv, to: "nowhere", key: four), 403, "forbidden", naming: "four")
        #expect(try await service.get("/v1/stations/four/readings").json["readings"] == [])
        #expect(try await service.upload(csv, to: "four", key: four).status == 200)
    }

    @Test func `a body of another type is refused`() async throws {
        let key = try await service.workspace.key(for: "four")
        for type in ["application/xml", "application/octet-stream", nil] {
            let answer = try await service.send(
                "POST", "/v1/stations/four/readings", body: Array("x".utf8), type: type, bearer: key)
            expect(answer, 415, "unsupported-media-type", naming: "text/csv", "application/json")
        }
    }

    @Test func `an unknown station is a 404 with its name`() async throws {
        expect(try await service.get("/v1/stations/nowhere"), 404, "unknown-station", naming: "nowhere")
        expect(
            try await service.get("/v1/stations/nowhere/readings"), 404, "unknown-station", naming: "nowhere")
        expect(try await service.get("/v1/stations/NO%20WHERE"), 404, "unknown-station", naming: "a–z")
    }

    @Test func `a station cannot be added twice or at an invalid place`() async throws {
        let workspace = service.workspace
        let again = try await workspace.breathe(
            "station", "add", "one", "--name", "X", "--lon", "7", "--lat", "47")
        #expect(again.status == 1)
        #expect(again.errors.contains("one"))
        for (option, value) in [("--lon", "181"), ("--lat", "-91"), ("--timezone", "Mars/Base")] {
            var place = ["--lon": "7", "--lat": "47", "--timezone": "UTC"]
            place[option] = value
            let outcome = try await Program.run(
                ["station", "add", "new", "--name", "X", "--database", workspace.database.path]
                    + place.map { "\($0.key)=\($0.value)" }, in: workspace.folder)
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains(option) || outcome.errors.contains(value))
        }
        let list = try await workspace.done("station", "list", "--json")
        #expect(try list.json.elements.count == 5)
    }
}
