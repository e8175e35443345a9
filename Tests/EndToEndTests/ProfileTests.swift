import Foundation
import Testing

@Suite(.timeLimit(.minutes(20)), .serving { try await $0.addStation("basel", 7.58, 47.56) })
struct ProfileTests {
    private let profile = #"""
        {"allergens":[{"allergen":"Betula","level":"moderate"},{"allergen":"weed"}],"crossReactions":true,
         "notSure":false,"language":"de","tone":"plain","timeZone":"Europe/Zurich",
         "forecast":{"when":"morning","at":"06:30"},"digest":"07:15"}
        """#

    private func put(_ profile: String, as token: String) async throws -> Answer {
        try await service.send(
            "PUT", "/v1/me/profile", body: Array(profile.utf8), type: "application/json", bearer: token)
    }

    /// The watches in an answer, as `birch:moderate` or `alder:moderate<birch`.
    private func watches(_ answer: JSONValue) -> [String] {
        answer["watches"].elements.map { watched in
            let through = watched["through"].text.map { "<\($0)" } ?? ""
            return "\(watched["allergen"].text ?? ""):\(watched["level"].text ?? "")\(through)"
        }
    }

    @Test func `a profile comes back unchanged, with everything that it watches`() async throws {
        let token = try await service.workspace.account("profile-reader")
        let before = try await service.get("/v1/me/profile", bearer: token)
        #expect(before.json["allergens"] == [] && before.json["watches"] == [])
        #expect(before.json["forecast"]["when"] == "evening" && before.json["forecast"]["at"] == "18:00")
        let written = try await put(profile, as: token)
        #expect(written.status == 200)
        let read = try await service.get("/v1/me/profile", bearer: token)
        #expect(read.json == written.json)
        #expect(read.json["allergens"].elements.map { $0["allergen"] } == ["birch", "weed"])
        #expect(read.json["allergens"].elements.map { $0["level"] } == ["moderate", nil])
        #expect(read.json["crossReactions"] == true && read.json["notSure"] == false)
        #expect(read.json["language"] == "de" && read.json["tone"] == "plain")
        #expect(read.json["timeZone"] == "Europe/Zurich" && read.json["digest"] == "07:15")
        #expect(read.json["forecast"]["when"] == "morning" && read.json["forecast"]["at"] == "06:30")
        let watches = watches(read.json)
        #expect(watches.contains("birch:moderate") && watches.contains("alder:moderate<birch"))
        #expect(watches.contains("mugwort:high") && !watches.contains { $0.hasPrefix("grass") })
        #expect(try await service.get("/v1/me", bearer: token).json["name"] == "profile-reader")
    }

    @Test func `a profile takes effect on fences at once, and for no other account`() async throws {
        let anna = try await service.workspace.account("profile-anna")
        let fence = #"{"name":"Home","area":{"type":"Point","coordinates":[40,50]},"radius":200000}"#
        #expect(try await service.post("/v1/me/fences", fence, bearer: anna).status == 201)
        try await LiveStream.open(service, as: anna) { [profile] stream in
            // Each report comes from another account and place, so that they are not a cluster.
            func report(_ allergen: String, _ words: String) async throws {
                let reporter = try await service.workspace.account("profile \(words)")
                let longitude = 39 + 0.4 * Double(words.count % 5)
                let body = EndToEndTests.report(longitude, 50, of: allergen, comment: words)
                #expect(try await service.post("/v1/alerts", body, bearer: reporter).status == 201)
            }
            try await report("alder", "unheard")
            #expect(try await put(profile, as: anna).status == 200)
            try await report("alder", "crossed")
            let event = try #require(try await stream.next())
            #expect(event.headline.contains("crossed"))
            #expect(event.data["crossReaction"] == "birch")
            #expect(try await put("{}", as: anna).status == 200)
            try await report("birch", "unheard again")
            #expect(try await put(#"{"allergens":[{"allergen":"birch"}]}"#, as: anna).status == 200)
            try await report("birch", "own")
            let own = try #require(try await stream.next())
            #expect(own.headline.contains("own") && own.data["crossReaction"] == nil)
        }
        let ben = try await service.workspace.account("profile-ben")
        #expect(try await service.get("/v1/me/profile", bearer: ben).json["allergens"] == [])
    }

    @Test func `a fence returns its rules, and the watches that follow from them`() async throws {
        let token = try await service.workspace.account("rules-reader")
        #expect(try await put(profile, as: token).status == 200)
        let created = try await service.post(
            "/v1/me/fences",
            #"""
            {"name":"Cabin","area":{"type":"Point","coordinates":[7.5,47.5]},"radius":500,
             "allergens":[{"allergen":"birch"},{"allergen":"olive","level":"low"}],
             "alerts":["forecast","station"],"value":"field",
             "quietHours":{"from":"22:00","until":"07:00","except":"veryHigh"},"timeZone":"Pacific/Apia",
             "active":{"from":"2026-07-01","until":"2026-07-14"}}
            """#, bearer: token)
        #expect(created.status == 201)
        let fence = created.json
        #expect(fence["alerts"] == ["station", "forecast"] && fence["value"] == "field")
        #expect(fence["quietHours"]["from"] == "22:00" && fence["quietHours"]["until"] == "07:00")
        #expect(fence["quietHours"]["except"] == "veryHigh" && fence["timeZone"] == "Pacific/Apia")
        #expect(fence["active"]["from"] == "2026-07-01" && fence["active"]["until"] == "2026-07-14")
        let watches = watches(fence)
        #expect(watches.contains("birch:moderate") && watches.contains("olive:low"))
        #expect(watches.contains("ash:low<olive") && watches.contains("hazel:moderate<birch"))
        let location = try #require(created.header("Location"))
        #expect(try await service.get(location, bearer: token).json == fence)
        let open = try await service.send(
            "PUT", location,
            body: Array(circle(7.5, 47.5, alerts: #","active":{"from":"2026-07-01"}"#).utf8), bearer: token)
        #expect(open.json["active"]["from"] == "2026-07-01" && open.json["active"]["until"] == nil)
        #expect(open.json["quietHours"] == nil && open.json["value"] == "station")
        expect(try await service.get("/v1/me/fences/none", bearer: token), 404, "unknown-fence")
    }

    @Test func `the vocabulary names groups and cross-reactions, with their source`() async throws {
        let answer = try await service.get("/v1/allergens")
        let groups = answer.json["groups"].elements
        #expect(groups.map { $0["key"] } == ["tree", "grass", "weed", "spore"])
        #expect(groups[0]["names"]["de"] == "Bäume")
        #expect(groups[0]["allergens"].elements.contains("birch"))
        let families = answer.json["crossReactions"].elements
        #expect(families.count == 6)
        let birch = try #require(families.first { $0["key"] == "birchFamily" })
        #expect(birch["allergens"].elements.contains("alder") && birch["names"]["fr"].text != nil)
        #expect(birch["source"].text?.contains("pollenwarndienst.at") == true)
        let key = answer.json["allergens"].elements.first { $0["key"] == "birch" }
        #expect(key?["crossReaction"] == "birchFamily" && key?["names"]["it"] == "betulla")
    }
}
