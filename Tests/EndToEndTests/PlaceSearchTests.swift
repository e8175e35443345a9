import Foundation
import Testing

/// The search for towns, in a folder with a gazetteer of four towns.
@Suite(.timeLimit(.minutes(20))) struct PlaceSearchTests {
    /// Serves with a basemap folder that contains only towns.
    private func serve(
        hasTowns: Bool = true, _ body: (RunningService) async throws -> Void
    ) async throws {
        try await Workspace.temporary { workspace in
            if hasTowns { try workspace.addTowns() }
            try await RunningService.during(
                workspace, environment: ["BREATHE_BASEMAP": workspace.folder.path], body)
        }
    }

    @Test func `places are found by the beginnings of their words, the largest first`() async throws {
        try await serve { service in
            let answer = try await service.get("/v1/places?q=bas")
            #expect(answer.status == 200, "\(answer.text)")
            #expect(answer.json["places"].elements.map { $0["name"] } == ["Basra", "Basel"])
            let basel = answer.json["places"][1]
            #expect(basel["country"] == "CH" && basel["population"] == 164_488)
            #expect(basel["longitude"] == 7.57327 && basel["latitude"] == 47.55839)
            #expect(answer.header("Access-Control-Allow-Origin") == "*")
            #expect(answer.header("ETag") != nil && answer.header("Content-Language") == "en")
            let french = try await service.get("/v1/places?q=basel", headers: ["Accept-Language": "fr"])
            #expect(french.json["places"].elements.map { $0["name"] } == ["Bâle"], "\(french.text)")
            for text in ["Z%C3%BCrich", "zurich", "ZUERICH", "Zu%CC%88r"] {
                let found = try await service.get("/v1/places?q=\(text)")
                #expect(found.json["places"].elements.map { $0["name"] } == ["Zürich"], "\(text)")
            }
            #expect(try await service.get("/v1/places?q=b&limit=1").json["places"].elements.count == 1)
            #expect(try await service.get("/v1/places?q=nowhere").json["places"] == [])
            // Browsers send a space of a form as a plus sign, programs as %20.
            for text in ["bad+rag", "bad%20rag", "%62ad+rag"] {
                let found = try await service.get("/v1/places?q=\(text)")
                #expect(found.json["places"].elements.map { $0["name"] } == ["Bad Ragaz"], "\(text)")
            }
        }
    }

    @Test func `a position is named by the nearest town, and by none far from all`() async throws {
        try await serve { service in
            let near = try await service.get("/v1/places/nearest?lon=7.6&lat=47.5")
            #expect(near.json["places"].elements.map { $0["name"] } == ["Basel"], "\(near.text)")
            let sea = try await service.get("/v1/places/nearest?lon=-30&lat=40")
            #expect(sea.status == 200 && sea.json["places"] == [])
            expect(
                try await service.get("/v1/places/nearest?lon=7.6"), 400, "invalid-parameter", naming: "lat")
        }
    }

    @Test(arguments: [
        ("", "q"), ("?q=", "q"), ("?q=\(String(repeating: "a", count: 101))", "q"), ("?q=a&limit=0", "limit"),
        ("?q=a&limit=21", "limit"), ("?q=a&limit=many", "limit"), ("?q=a&q=b", "once"),
    ])
    func `an invalid search is refused`(query: String, word: String) async throws {
        try await serve { service in
            expect(
                try await service.get("/v1/places\(query)"), 400, "invalid-parameter", naming: word)
        }
    }

    @Test func `without a gazetteer the answer says so`() async throws {
        try await serve(hasTowns: false) { service in
            expect(try await service.get("/v1/places?q=basel"), 503, "not-ready", naming: "gazetteer")
        }
    }
}

extension Workspace {
    private static let towns = """
        {"1": {"name": "Basel", "latitude": 47.55839, "longitude": 7.57327, "countrycode": "CH", "population": 164488,
               "alternatenames": ["Bâle", "Basilea"]},
         "2": {"name": "Basra", "latitude": 30.50852, "longitude": 47.7804, "countrycode": "IQ", "population": 2600000},
         "3": {"name": "Zürich", "latitude": 47.36667, "longitude": 8.55, "countrycode": "CH", "population": 341730},
         "4": {"name": "Bad Ragaz", "latitude": 47.00296, "longitude": 9.50265, "countrycode": "CH", "population": 4942}}
        """

    /// Puts towns into the folder; a service with this basemap folder makes a gazetteer from them.
    func addTowns() throws {
        _ = try file("cities.json", Self.towns)
        _ = try file("countries.json", #"{"CH": {"capital": "Bern"}}"#)
    }
}
