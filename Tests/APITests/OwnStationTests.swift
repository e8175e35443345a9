import Allergens
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Observations
import SampleTesting
import Synchronization
import Testing

@testable import API

@Suite struct OwnStationTests {
    private let api = TestAPI()

    private func get(
        _ target: String, bearer: String? = nil,
        _ check: @escaping @Sendable (TestResponse, String) throws -> Void
    ) async throws {
        var headers: HTTPFields = [:]
        headers[.authorization] = bearer.map { "Bearer \($0)" }
        try await api.test { [headers] client in
            let response = try await client.execute(uri: target, method: .get, headers: headers)
            try check(response, String(buffer: response.body))
        }
    }

    @Test func `a key reveals its station, its public part and how files may be written`() async throws {
        try await get("/v1/me/station", bearer: "basel") { response, text in
            #expect(response.status == .ok)
            #expect(response.headers[.cacheControl] == "private, no-store")
            for part in [
                #""key":"basel""#, #""today":"2020-04-08""#, #""coordinates":[7.58,47.56]"#,
                #""feeds":[{"name":"plain","title":"Plain readings"}]"#, #""timeZone":"Europe/Zurich""#,
                #""years":[2020,2018]"#,
            ] { #expect(text.contains(part), "\(text)") }
        }
    }

    @Test(arguments: [(nil, 401), ("wrong", 401), ("anna", 403)] as [(String?, Int)])
    func `without a station's key there is no answer`(bearer: String?, status: Int) async throws {
        try await get("/v1/me/station", bearer: bearer) { response, text in
            #expect(response.status.code == status)
            #expect(!text.contains("basel"), "\(text)")
        }
    }

    @Test func `an account that operates a station reads the same, without a key`() async throws {
        for bearer in ["operator:basel", "basel"] {
            try await get("/v1/stations/basel/operation", bearer: bearer) { response, text in
                #expect(response.status == .ok && response.headers[.cacheControl] == "private, no-store")
                for part in [
                    #""today":"2020-04-08""#, #""years":[2020,2018]"#,
                    #""feeds":[{"name":"plain","title":"Plain readings"}]"#,
                ] { #expect(text.contains(part), "\(text)") }
                #expect(!text.contains(#""key""#), "\(text)")
            }
        }
    }

    @Test(
        arguments: [
            (nil, "basel", 401), ("anna", "basel", 403), ("operator:basel", "bern", 403),
            ("bern", "basel", 403),
        ] as [(String?, String, Int)])
    func `nobody else reads what an operator's page needs`(
        bearer: String?, station: String, status: Int
    ) async throws {
        try await get("/v1/stations/\(station)/operation", bearer: bearer) { response, text in
            #expect(response.status.code == status && !text.contains("feeds"), "\(text)")
        }
    }

    @Test func `today is the station's local day`() async throws {
        // Half past eleven in the evening in UTC is after midnight in Zurich.
        api.clock.value = noon.addingTimeInterval(11.5 * 3_600)
        try await get("/v1/me/station", bearer: "basel") { _, text in
            #expect(text.contains(#""today":"2020-04-09""#), "\(text)")
        }
    }

    @Test func `normals give month and day, and use the years before the one requested`() async throws {
        try await get("/v1/stations/basel/normals?allergen=birch") { response, text in
            #expect(response.status == .ok)
            #expect(response.headers[.eTag] != nil)
            #expect(
                text == """
                    {"allergen":"birch","before":2020,"days":[{"day":"04-08","highest":700,"lowest":100,\
                    "mean":333.33,"years":3}],"station":"basel","unit":"grains/m3"}
                    """)
        }
        try await get("/v1/stations/basel/normals?allergen=Betula&year=2024") { _, text in
            #expect(text.contains(#""before":2024"#) && text.contains(#""years":7"#), "\(text)")
        }
    }

    @Test func `a season stands beside its earlier years, at a station and at a place`() async throws {
        try await get("/v1/stations/basel/season?allergen=birch") { response, text in
            #expect(response.status == .ok && response.headers[.eTag] != nil)
            for part in [
                #""season":{"delay":-11,"peak":{"day":"2020-03-01","value":10},"start":"2020-03-05","sum":1000}"#,
                #""usual":{"end":"06-14","peak":"03-12","start":"03-16"}"#, #""years":3"#,
                #"{"day":"04-08","median":10,"p10":10,"p25":10,"p75":10,"p90":10}"#,
            ] { #expect(text.contains(part), "\(text.prefix(99))") }
            #expect(!text.contains("distance"))
        }
        try await get("/v1/air/season?lat=47.5&lon=7.6&allergen=birch&year=2019") { _, text in
            #expect(
                text.contains(#""year":2019"#) && text.contains(#""distance":1200"#), "\(text.prefix(99))")
        }
        for (place, allergen) in [("lat=-47.5&lon=7.6", "birch"), ("lat=47.5&lon=7.6", "grass")] {
            try await get("/v1/air/season?\(place)&allergen=\(allergen)") { response, text in
                #expect(response.status == .notFound && text.contains("within 150 km"), "\(text.prefix(99))")
            }
        }
    }

    @Test func `this year's season goes on with forecasts, modelled ones with their interval`() async throws {
        let tomorrow = today.adding(days: 1)
        api.expected.value = [
            StationForecast(allergen: "birch", day: tomorrow, value: 20, issued: noon),
            StationForecast(
                allergen: "birch", day: tomorrow.adding(days: 1), value: 30, issued: noon,
                interval: ForecastInterval(low: 4, high: 80)),
        ]
        let expected =
            #""forecasts":[{"allergen":"birch","basis":"station","index":2.9,"issued":"2020-04-08T12:00:00Z","#
            + #""level":"moderate","unit":"grains/m3","valid":"2020-04-09","value":20},"#
        let modelled = #""interval":{"high":80,"low":4,"probability":0.8},"#
        for target in ["stations/basel/season?allergen=birch", "air/season?lat=47.5&lon=7.6&allergen=birch"] {
            try await get("/v1/\(target)") { _, text in
                #expect(text.contains(expected), "\(text.prefix(999))")
                #expect(text.contains(modelled) && text.contains(#""valid":"2020-04-10""#))
            }
        }
        try await get("/v1/stations/basel/season?allergen=birch&year=2019") { _, text in
            #expect(text.contains(#""forecasts":[]"#), "a past season has no tomorrow")
        }
    }

    @Test(arguments: [
        ("basel/normals", 400, "allergen is needed"),
        ("basel/normals?allergen=moonflower", 400, "moonflower"),
        ("basel/normals?allergen=birch&year=20", 400, "from 1870 to 2199"),
        ("nowhere/normals?allergen=birch", 404, "nowhere"),
        ("basel/season", 400, "allergen is needed"),
        ("basel/season?allergen=birch&year=20", 400, "from 1870 to 2199"),
        ("nowhere/season?allergen=birch", 404, "nowhere"),
    ])
    func `a request that cannot be answered is a problem with the reason`(
        rest: String, status: Int, word: String
    ) async throws {
        try await get("/v1/stations/\(rest)") { response, text in
            #expect(response.status.code == status)
            #expect(response.headers[.contentType] == "application/problem+json")
            #expect(text.contains(word), "\(text)")
        }
    }

    /// Follows the files that the page names and those that its scripts import.
    @Test func `every file that the operators' page loads exists, and none runs foreign code`() async throws {
        var waiting = ["/operate"]
        var seen: Set<String> = []
        while let path = waiting.popLast() {
            guard seen.insert(path).inserted else { continue }
            let text = try await page(path)
            waiting += text.matches(of: /(?:src|href)="(\/assets\/[^"]+)"/).map { String($0.1) }
                .filter { !$0.hasSuffix(".png") }
            waiting += text.matches(
                of: /(?:^import .* from |import\()"\.\/([^"]+)"/.anchorsMatchLineEndings()
            )
            .map { "/assets/\($0.1)" }
            // The page carries its messages as data.
            let foreign =
                /<script(?![^>]* src=)(?! type="application\/json")|<[^>]*\son[a-z]+="|javascript:/
            #expect(text.firstMatch(of: foreign) == nil, "\(path)")
        }
        #expect(seen.isSuperset(of: ["/assets/operate.js", "/assets/operate-page.css", "/assets/queue.js"]))
    }

    private func page(_ path: String) async throws -> String {
        let body = Mutex("")
        try await get(path) { response, text in
            #expect(response.status == .ok, "\(path)")
            let policy = response.headers[.contentSecurityPolicy]
            // A file is for the page that loads it; opened on its own it may do nothing.
            let isFile = path.hasPrefix("/assets/")
            #expect(
                policy?.contains(isFile ? "default-src 'none'" : "script-src 'self'; ") == true, "\(path)")
            #expect(isFile || policy?.contains("form-action 'none'") == true, "\(path)")
            body.withLock { $0 = text }
        }
        return body.withLock { $0 }
    }
}
