import Allergens
import Drawing
import Foundation
import Geography
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Observations
import People
import SampleTesting
import Seasons
import Testing

@testable import API
@testable import HTTP
@testable import Site

/// The pages of allergens and pollutants.
@Suite struct AllergenPageTests {
    private let api = TestAPI(address: "https://breathe.example")

    private func get(_ path: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
        try await api.test { try await $0.execute(uri: path, method: .get, headers: headers) }
    }

    private func page(_ path: String) async throws -> String {
        let answer = try await get(path)
        #expect(answer.status == .ok, "\(path)")
        return String(buffer: answer.body)
    }

    private static func value(_ value: Double, of allergen: Allergen.ID = "birch", daysAgo: Int = 0)
        -> DayValue
    {
        DayValue(
            station: "basel", position: .basel, allergen: allergen, day: today.adding(days: -daysAgo),
            value: value, basis: .measured)
    }

    @Test func `every allergen and pollutant has a page with a drawing in every language`() async throws {
        for allergen in Taxonomy.standard.allergens {
            let path = AllergenAddress(allergen).path
            let asset = try await get(AllergenDrawing.path(of: allergen.id))
            #expect(asset.status == .ok && asset.headers[.contentType] == "image/svg+xml")
            for language in Language.allCases {
                let text = try await page("\(path)?language=\(language.rawValue)")
                let words = PlaceText(language, taxonomy: .standard)
                #expect(text.contains("<h1>\(words.name(of: allergen))</h1>"), "\(path)")
                let drawing = try #require(AllergenDrawing.description(of: allergen.id, in: language))
                #expect(text.contains("alt=\"\(drawing)\""), "\(path) in \(language)")
                #expect(text.utf8.count < 150_000, "\(path): \(text.utf8.count) bytes")
            }
        }
    }

    @Test(arguments: [
        ("/allergens/betula", "/allergens/birch"), ("/allergens/Birch", "/allergens/birch"),
        ("/allergens/gr%C3%A4ser", "/allergens/grass"), ("/allergens/ozone", "/pollutants/ozone"),
        ("/pollutants/birch", "/allergens/birch"), ("/pollutants/o3", "/pollutants/ozone"),
        ("/pollutants/pm2.5", "/pollutants/pm2_5"), ("/pollutants", "/allergens"),
    ])
    func `each page has one address`(path: String, only: String) async throws {
        let answer = try await get("\(path)?language=de")
        #expect(answer.status == .movedPermanently)
        #expect(answer.headers[.location] == "\(only)?language=de", "\(path)")
    }

    @Test(arguments: [
        "unicorn", "%00", "%3Cscript%3Ealert(1)%3C%2Fscript%3E", "..", "a%2Fb",
        String(repeating: "x", count: 500),
        "%F0%28%8C%BC",
    ])
    func `what is unknown offers the list`(name: String) async throws {
        for folder in ["/allergens/", "/pollutants/"] {
            let answer = try await get(folder + name)
            #expect(answer.status == .notFound && answer.headers[.cacheControl] == "no-store", "\(name)")
            let text = String(buffer: answer.body)
            #expect(text.contains(#"<meta name="robots" content="noindex">"#) && !text.contains("<script>"))
            #expect(text.contains(#"<a href="/allergens/birch">"#), "\(name)")
        }
    }

    @Test func `the list is grouped, and finds names of any language without a script`() async throws {
        let all = try await page("/allergens")
        #expect(all.matches(of: /<img src="\/assets\/allergen-/).count == Taxonomy.standard.allergens.count)
        #expect(all.contains(#"<h2 id="weed-heading">Weeds</h2>"#))
        #expect(all.contains(#"<h2 id="pollutants-heading">"#))
        for words in ["betul", "BIRKE", "bouleau", "Bet%C3%BAla"] {
            let found = try await page("/allergens?q=\(words)")
            #expect(found.contains(#"href="/allergens/birch""#))
            #expect(!found.contains(#"href="/allergens/oak""#))
            #expect(found.contains(#"<meta name="robots" content="noindex">"#))
        }
        let none = try await page("/allergens?q=%22%3E%3Cb%3E")
        #expect(none.contains("Nothing has this name.") && none.contains(#"value="&quot;&gt;&lt;b&gt;""#))
    }

    @Test func `a season is told by country, with the years and stations that say so`() async throws {
        let text = try await page("/allergens/birch")
        #expect(text.contains("<strong>Switzerland</strong>"))
        #expect(text.contains("16 March to 14 June, most around 12 March"))
        #expect(text.contains("1 station · 3 years"))
        #expect(text.contains(#"<rect class="flying" x="74""#))
        let oak = try await page("/allergens/oak")
        #expect(oak.contains("Unknown: no station has counted it in these years."))
    }

    private static func station(_ id: Station.ID, north degrees: Double) -> Station {
        let basel = Coordinate.basel
        let there = Coordinate(longitude: basel.longitude, latitude: basel.latitude + degrees)
        return .sample(id, at: there ?? basel)
    }

    @Test func `a season is told by region where stations of a country are far from one another`()
        async throws
    {
        #expect(try await !page("/allergens/birch").contains("season-regions"))
        api.stations.others.value = [
            (Self.station("near", north: 0.3), 0), (Self.station("south", north: -0.6), 20),
        ]
        let text = try await page("/allergens/birch")
        let card = /(?s)<details class="season-regions"><summary>By region<\/summary>(.*?)<\/details>/
        let regions = try #require(text.firstMatch(of: card)?.1)
        #expect(regions.matches(of: /<strong>/).count == 2)
        let north = try #require(regions.firstRange(of: "<strong>Near and Basel</strong>"))
        let south = try #require(regions.firstRange(of: "<strong>South</strong>"))
        #expect(north.upperBound < south.lowerBound)
        let parts = (regions[north.upperBound..<south.lowerBound], regions[south.upperBound...])
        #expect(parts.0.contains("16 March to 14 June") && parts.0.contains("2 stations · 3 years"))
        #expect(parts.1.contains("5 April to 4 July") && parts.1.contains("1 station · 3 years"))
        let whole = try #require(text.firstMatch(of: /(?s)<strong>Switzerland.*?<details/)?.output)
        #expect(whole.contains("16 March to 14 June") && whole.contains("3 stations · 3 years"))
    }

    @Test func `a region is named by the parts of the country in which its stations are`() async throws {
        api.stations.others.value = [
            (Self.station("near", north: 0.3), 0), (Self.station("south", north: -0.6), 20),
        ]
        let north = Subdivision(name: "Basel-Stadt", country: "CH")
        api.subdivisions.parts.value = [
            (47.2...48.5, north), (46...47.2, Subdivision(name: "Bern", country: "CH")),
        ]
        let named = try await page("/allergens/birch")
        #expect(named.contains("<strong>Basel-Stadt</strong>") && named.contains("<strong>Bern</strong>"))
        #expect(!named.contains("<strong>South</strong>"))
        api.subdivisions.parts.value = [(46...48.5, north)]
        let shared = try await page("/allergens/birch")
        #expect(shared.contains("<strong>Near and Basel</strong>") && !shared.contains("Basel-Stadt"))
    }

    @Test func `a region without parts of its own has the names of its stations`() {
        let groups = [
            [Self.station("one", north: 0), Self.station("two", north: -0.2)],
            [Self.station("three", north: -1)],
        ]
        func names(_ parts: [(ClosedRange<Double>, String, String)]) -> [[String]] {
            StationRegions.names(of: groups, in: "CH") { position in
                let north = position.latitude - Coordinate.basel.latitude
                return parts.first { $0.0.contains(north) }.map { Subdivision(name: $0.1, country: $0.2) }
            }
        }
        let (stations, last) = ([["One", "Two"], ["Three"]], (-2 ... -0.9, "Bern", "CH"))
        #expect(names([]) == stations)
        #expect(names([(-0.3...1, "Jura", "CH"), last]) == [["Jura"], ["Bern"]])
        #expect(
            names([(-0.1...1, "Jura", "CH"), (-0.3 ... -0.1, "Uri", "CH")]) == [["Jura", "Uri"], ["Three"]])
        #expect(names([(-0.1...1, "Jura", "CH"), last]) == [["One", "Two"], ["Bern"]])
        #expect(names([(-0.3...1, "Jura", "FR"), last]) == [["One", "Two"], ["Bern"]])
        // One is in a part in which Three is, and Two is in none.
        #expect(
            names([(-0.1...1, "Jura", "CH"), (-2 ... -0.9, "Jura", "CH")]) == stations)
        #expect(names([(-2...1, "Jura", "CH")]) == stations)
    }

    @Test func `a region reaches as far as a station represents places, and farther where there are many`() {
        func groups(_ degrees: [Double]) -> [[String]] {
            StationRegions.groups(
                of: degrees.enumerated().map { place, north in
                    Self.station(Station.ID(rawValue: "s\(place)") ?? "basel", north: north)
                }
            ).map { $0.map(\.id.rawValue) }
        }
        #expect(groups([]).isEmpty)
        // A degree of latitude is 111 km.
        #expect(groups([0, 0.44, -0.46]) == [["s1", "s0"], ["s2"]])
        #expect(groups([0, 0.44, 0.88]) == [["s2", "s1"], ["s0"]])
        let far = groups((0..<40).map { -Double($0) })
        #expect(far.count <= StationRegions.most && far.joined().count == 40)
        #expect(far.first == ["s0", "s1", "s2", "s3"])
    }

    @Test func `the newest values are told with their station, their day and the levels`() async throws {
        api.stations.newest.value = [Self.value(312, daysAgo: 1), Self.value(40, of: "ozone")]
        let birch = try await page("/allergens/birch")
        #expect(birch.contains("Highest: 312 grains/m³, very high"))
        #expect(birch.contains(#"<a href="/station/basel">Basel</a> · measured · 7 April"#))
        #expect(birch.contains(#"href="/#9/47.560/7.580/birch""#))
        #expect(birch.contains(#"href="/places?allergen=birch#new""#))
        let ozone = try await page("/pollutants/ozone")
        #expect(ozone.contains("Highest: 40 µg/m³, low"))
        #expect(try await page("/allergens/hazel").contains("No station has a value of the last days."))
    }

    @Test func `what no station measures says so, and has no season, level or map`() async throws {
        let text = try await page("/allergens/cat")
        #expect(text.contains("No station measures this."))
        #expect([#"id="season""#, #"id="scale""#, "/places?"].allSatisfy { !text.contains($0) })
        #expect(text.contains("Pork") && text.contains("https://doi.org/10.5662/wjm.v5.i2.31"))
    }

    @Test func `relatives, cross-reactions, foods and levels name their sources`() async throws {
        let text = try await page("/allergens/hazel")
        #expect(text.contains("The same family, Betulaceae:") && text.contains("birch and beech family"))
        #expect(text.contains("Pollenwarndienst") && text.contains("https://doi.org/10.1111/cea.14208"))
        #expect(text.contains("Apple, cherry, peach"))
        #expect(text.contains("MeteoSwiss load classes") && text.contains(">250</td>"))
        #expect(AllergenFacts.builtIn.strays(in: .standard) == [])
    }

    @Test func `each source of a fact about an allergen leads to a document`() {
        let facts = AllergenFacts.builtIn
        let sources = Taxonomy.standard.allergens.flatMap { allergen in
            facts.foods(with: allergen.id, in: .english).flatMap(\.sources) + facts.sources(of: allergen.id)
        }
        #expect(sources.count > 15)
        #expect(sources.map(\.url).filter { !leadsToDocument($0) } == [])
    }

    @Test(arguments: Language.allCases)
    func `where no foods are listed, a page says from which sources the list is`(language: Language)
        async throws
    {
        let said = PlaceText(language, taxonomy: .standard)
        let words = said("allergen.noFoods")
        let read = AllergenFacts.builtIn.foodSources
        let cited = said.cited(read).source
        #expect(read.count == 4 && read.allSatisfy { cited.contains($0.url) })
        var without = 0
        for allergen in Taxonomy.standard.allergens where allergen.category != .pollutant {
            let path = AllergenAddress(allergen).path
            let text = try await page("\(path)?language=\(language.rawValue)")
            let isNamed = !AllergenFacts.builtIn.foods(with: allergen.id, in: language).isEmpty
            #expect(text.contains(#"id="foods""#), "\(path)")
            #expect(text.contains("<p>\(words)</p>\(cited)") == !isNamed, "\(path)")
            without += isNamed ? 0 : 1
        }
        #expect((10..<Taxonomy.standard.allergens.count).contains(without))
        let ozone = try await page("/pollutants/ozone?language=\(language.rawValue)")
        #expect(!ozone.contains(words))
    }

    @Test func `a pollutant has its indices with their limits, and advice with sources`() async throws {
        let text = try await page("/pollutants/ozone")
        #expect(text.contains("European Air Quality Index, average of an hour"))
        #expect(text.contains("61–100") && text.contains("above 180"))
        #expect(text.contains("US Air Quality Index, average of 8 hours") && text.contains("55–70"))
        #expect(text.contains("stay indoors") && text.contains("GeoSphere Austria"))
        #expect(!text.contains(#"id="season""#))
        #expect(text.contains("Unknown: no station has measured it in these years."))
        #expect(try await page("/pollutants/pm2_5").contains("35.5–55.4"))
        let monoxide = try await page("/pollutants/carbon_monoxide")
        #expect(monoxide.contains("4.5–9.4") && !monoxide.contains("European Air Quality Index, average"))
    }

    /// Every day of the four years before this one: ten times the month, and in July by turns 60 and 90.
    private static let ozone: [DailyValue] = {
        let end = CivilDate(year: today.components.year, month: 1, day: 1)?.daysSinceEpoch ?? 0
        return (end - 4 * 365..<end).map { number in
            let day = CivilDate(daysSinceEpoch: number)
            let month = day.components.month
            return DailyValue(day: day, value: month == 7 ? (number % 2 == 0 ? 60 : 90) : Double(month * 2))
        }
    }()

    @Test func `the year of a pollutant is told by country, in words, as bars and in figures`() async throws {
        api.stations.past.change { $0["ozone"] = Self.ozone }
        let text = try await page("/pollutants/ozone")
        let card = /(?s)<section class="part card" id="year".*?<\/section>/
        let year = try #require(text.firstMatch(of: card)?.output)
        #expect(year.contains("<strong>Switzerland</strong>") && year.contains("1 station · 4 years"))
        #expect(year.contains("Most in July: 75 µg/m³ on a usual day. Least in January: 2 µg/m³."))
        #expect(year.matches(of: /<rect class="flying"/).count == 12)
        // The scale ends at 100, so 60 to 90 of 56 units of height are 16.8, from 23.6 on.
        #expect(year.contains(#"<rect class="flying" x="183" y="23.6" width="27" height="16.8""#))
        #expect(year.contains(#">100 µg/m³</text>"#) && year.contains(#"aria-hidden="true""#))
        let july = #"<th scope="row">July</th><td class="figure">75</td><td class="figure">60–90</td>"#
        #expect(year.contains(july))
    }

    @Test func `a month without enough years is said to be unknown, and so is a year`() async throws {
        api.stations.past.change { $0["ozone"] = Self.ozone.filter { $0.day.components.month != 7 } }
        let text = try await page("/pollutants/ozone")
        #expect(text.contains(#"July</th><td class="figure">no data</td><td class="figure"></td>"#))
        #expect(text.contains("Most in December: 24 µg/m³ on a usual day."))
        #expect(text.matches(of: /<rect class="flying"/).count == 11)
        api.stations.past.change { $0["pm10"] = Self.ozone.suffix(700) }
        let particles = try await page("/pollutants/pm10")
        #expect(particles.contains("<p>Unknown: no station with three whole years.</p>"))
        #expect(!particles.contains(#"class="season-bars""#))
        #expect(try await !page("/allergens/birch").contains(#"id="year""#))
    }

    @Test func `a page names its only address, its languages and what it is about`() async throws {
        let text = try await page("/allergens/birch?language=de")
        #expect(
            text.contains(
                #"<link rel="canonical" href="https://breathe.example/allergens/birch?language=de">"#))
        #expect(
            text.contains(
                #"hreflang="it" href="https://breathe.example/allergens/birch?language=it">"#))
        #expect(text.contains(#"hreflang="x-default" href="https://breathe.example/allergens/birch">"#))
        let data = try #require(
            text.firstMatch(of: /<script type="application\/ld\+json">(.*?)<\/script>/)?.1)
        let tree = try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any]
        let about = try #require(tree?["about"] as? [String: Any])
        #expect(about["name"] as? String == "Birke" && tree?["@type"] as? String == "WebPage")
    }

    @Test func `a page names a picture for previews of links, in its language`() async throws {
        let text = try await page("/allergens/birch?language=de")
        let picture = "https://breathe.example/allergens/birch/preview.png?language=de"
        #expect(text.contains(#"<meta property="og:image" content="\#(picture)">"#))
        #expect(text.contains(#"<meta name="twitter:card" content="summary_large_image">"#))
        #expect(text.contains(#"<meta property="og:image:alt" content="Birke"#))
    }

    @Test(arguments: ["/allergens/birch", "/allergens/hazel", "/allergens/cat", "/pollutants/ozone"])
    func `a preview is drawn for what it says, in the language that is asked for`(path: String) async throws {
        api.stations.newest.value = [Self.value(312, daysAgo: 1), Self.value(40, of: "ozone")]
        let answer = try await get("\(path)/preview.png?language=en")
        #expect(answer.status == .ok && answer.headers[.contentType] == "image/png")
        #expect(answer.headers[.contentLanguage] == "en")
        let canvas = try Canvas(png: Array(buffer: answer.body))
        #expect(canvas.width == 1_200 && canvas.height == 630)
        #expect(answer.body.readableBytes < 100_000, "\(answer.body.readableBytes) bytes")
        let etag = try #require(answer.headers[.eTag])
        #expect(try await get("\(path)/preview.png", [.ifNoneMatch: etag]).status == .notModified)
        let german = try await get("\(path)/preview.png", [.acceptLanguage: "de", .ifNoneMatch: etag])
        #expect(german.status == .ok)
    }

    @Test func `a new value changes the preview of its allergen and no other`() async throws {
        func tags() async throws -> [String?] {
            try await [get("/allergens/birch/preview.png"), get("/pollutants/ozone/preview.png")]
                .map { $0.headers[.eTag] }
        }
        let before = try await tags()
        api.stations.newest.value = [Self.value(312)]
        api.tiles.stamped.change { $0 += 1 }
        let after = try await tags()
        #expect(before[0] != after[0] && before[1] == after[1])
    }

    @Test(arguments: [
        ("/allergens/betula/preview.png", 301), ("/allergens/ozone/preview.png", 301),
        ("/allergens/unicorn/preview.png", 404), ("/pollutants/none/preview.png", 404),
        ("/allergens/birch/preview.png?language=la", 400),
    ])
    func `a preview has one address`(target: String, status: Int) async throws {
        #expect(try await get(target).status.code == status)
    }

    @Test func `every drawing can be drawn on a preview`() {
        for allergen in Taxonomy.standard.allergens {
            let drawing = AllergenDrawing.svg(of: allergen.id)
            #expect(LineArt(svg: drawing) != nil, "\(allergen.id.rawValue)")
        }
    }

    @Test func `past years are read again only some time after a change, and a held page is not sent`()
        async throws
    {
        let api = api
        try await api.test { client in
            func ask(_ headers: HTTPFields = [:]) async throws -> TestResponse {
                try await client.execute(uri: "/allergens/birch", method: .get, headers: headers)
            }
            let tag = try #require(try await ask().headers[.eTag])
            #expect(try await ask([.ifNoneMatch: tag]).status == .notModified)
            api.tiles.stamped.change { $0 += 1 }
            api.stations.newest.value = [Self.value(312)]
            #expect(try await ask([.ifNoneMatch: tag]).status == .ok, "a new value is told at once")
            #expect(api.stations.seasonsRead.value == 1)
            api.clock.change { $0 += 21_601 }
            api.tiles.stamped.change { $0 += 1 }
            #expect(try await ask().status == .ok)
            #expect(api.stations.seasonsRead.value == 2)
        }
    }

    @Test func `what is prepared is read by nobody who asks, and again an hour after a change`() async throws
    {
        let reader = AllergenReader(
            sources: AllergenPageSources(
                stations: api.stations, seasons: api.stations, tiles: api.tiles, towns: api.towns,
                subdivisions: api.subdivisions, articles: InMemoryArticles(api.submissions)),
            environment: api.environment)
        let birch = try #require(Taxonomy.standard["birch"])
        try await reader.prepareYears()
        let count = api.stations.seasonsRead.value
        #expect(count > 20)
        api.tiles.stamped.change { $0 += 1 }
        for _ in 0..<2 {
            try await reader.prepareYears()
            _ = try await reader.report(of: birch)
        }
        #expect(api.stations.seasonsRead.value == count)
        api.clock.change { $0 += 3_600 }
        try await reader.prepareYears()
        #expect(api.stations.seasonsRead.value == 2 * count)
    }

    @Test func `the page of a place leads to the pages of its allergens`() async throws {
        api.air.values.value = [
            AirValue(
                allergen: try #require(Taxonomy.standard["birch"]),
                today: AirValue.Estimate(
                    day: today, value: 312, level: .veryHigh, index: 7.9, basis: .measured, interval: nil),
                station: "basel", distance: 4_210, tomorrow: nil)
        ]
        let text = try await page("/place/basel")
        #expect(text.contains(#"<a href="/allergens/birch">Birch</a>"#))
        #expect(text.contains("Sources: <a") && text.contains(">NHS</a>"))
    }
}
