import Alerts
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
import Testing

@testable import API
@testable import HTTP
@testable import Site

/// Pages and pictures of places.
@Suite struct PlacePageTests {
    private let api = TestAPI(address: "https://breathe.example")

    private func get(_ path: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
        try await api.test { try await $0.execute(uri: path, method: .get, headers: headers) }
    }

    private func page(_ path: String, language: String = "en") async throws -> String {
        String(buffer: try await get(path, [.acceptLanguage: language]).body)
    }

    private static func estimate(
        _ day: CivilDate, _ value: Double, _ level: Level, _ index: Double, _ basis: Basis,
        within interval: ForecastInterval? = nil
    ) -> AirValue.Estimate {
        AirValue.Estimate(
            day: day, value: value, level: level, index: index, basis: basis, interval: interval)
    }

    /// Much birch, yesterday's nettle and no grass.
    private func fill() throws {
        func air(_ id: Allergen.ID, _ now: AirValue.Estimate, _ next: AirValue.Estimate?) throws -> AirValue {
            AirValue(
                allergen: try #require(Taxonomy.standard[id]), today: now, station: "basel", distance: 4_210,
                tomorrow: next)
        }
        api.air.values.value = [
            try air(
                "birch", Self.estimate(today, 312, .veryHigh, 7.9, .measured),
                Self.estimate(
                    today.adding(days: 1), 150, .high, 6.1, .modelled,
                    within: ForecastInterval(low: 60, high: 380))),
            try air("nettle", Self.estimate(today.adding(days: -1), 12, .low, 1.2, .measured), nil),
            try air("grass", Self.estimate(today, 0, .none, 0, .measured), nil),
        ]
    }

    @Test(arguments: [
        (95.0, Level.high, true), (99, .veryHigh, true), (95, .moderate, false), (81, .high, false),
    ])
    func `a thunderstorm tomorrow is spoken of where grass pollen will be high, with its sources`(
        code: Double, level: Level, isTold: Bool
    ) async throws {
        let tomorrow = today.adding(days: 1)
        api.air.values.value = [
            AirValue(
                allergen: try #require(Taxonomy.standard["grass"]),
                today: Self.estimate(today, 40, .moderate, 4, .measured), station: "basel", distance: 4_210,
                tomorrow: Self.estimate(tomorrow, 90, level, 6, .forecast))
        ]
        let id = try #require(WeatherSite.ID(rawValue: "grid"))
        let site = WeatherSite(
            id: id, name: "grid", kind: .grid, position: .basel, altitude: nil, timeZone: .gmt,
            attribution: "Open-Meteo")
        var day = WeatherRecord(site: id, period: .day(tomorrow), issued: noon.addingTimeInterval(-60))
        day.values[.weatherCode] = code
        api.weather.series.value = [WeatherSeries(site: site, distance: 900, records: [day])]
        let body = try await page("/place/basel")
        #expect(body.contains("Thunderstorms are forecast for tomorrow") == isTold)
        #expect(body.contains("betterhealth.vic.gov.au") == isTold)
        #expect(!body.contains("Thunderstorms are forecast for today"))
    }

    @Test(arguments: [
        ("basel", "/place/basel"), ("Basel", "/place/basel"), ("B%C3%A2le", "/place/basel"),
        ("zuerich", "/place/zurich"), ("portland", "/place/portland"), ("portland-au", "/place/portland-au"),
        ("portland-us", "/place/portland"), ("47.5612,7.585", "/place/47.56,7.59"),
        ("47.5,-0.001", "/place/47.50,0.00"), ("+7,180", "/place/7.00,180.00"),
        ("-90,-180", "/place/-90.00,-180.00"), ("47.56,7.58", "/place/basel"),
    ])
    func `each place has one address`(part: String, path: String) async throws {
        let answer = try await get("/place/\(part)?from=x")
        if path == "/place/\(part)" {
            #expect(answer.status == .ok)
        } else {
            #expect(answer.status == .movedPermanently && answer.headers[.location] == "\(path)?from=x")
        }
        let body = try await page(path)
        #expect(body.contains(#"<link rel="canonical" href="https://breathe.example\#(path)?language=en">"#))
    }

    @Test func `of two towns of one name in a country, the smaller has its position for an address`() throws {
        let names = PlaceNames(source: api.towns)
        let paths = names.towns(like: "portland", limit: 5).map(\.path)
        #expect(paths == ["/place/portland", "/place/43.66,-70.26", "/place/portland-au"])
    }

    @Test(arguments: ["atlantis", "91,7", "7,181", "basel-us", "%00", "...", "%3Cscript%3E", "1e1,2", "12"])
    func `an unknown place offers the search`(part: String) async throws {
        let answer = try await get("/place/\(part)")
        #expect(answer.status == .notFound && answer.headers[.cacheControl] == "no-store")
        let text = String(buffer: answer.body)
        #expect(text.contains(#"<form action="/place" method="get""#) && !text.contains("<script>"))
        #expect(text.contains(#"<meta name="robots" content="noindex">"#))
    }

    @Test func `the search lists towns with their addresses, without a script`() async throws {
        let found = try await page("/place?q=portl", language: "de")
        #expect(found.contains(#"<a class="what" href="/place/portland-au">Portland</a>"#))
        #expect(found.contains("Australien") && found.contains(#"value="portl""#))
        #expect(try await page("/place?q=%22%3E%3Cb%3E").contains(#"value="&quot;&gt;&lt;b&gt;""#))
    }

    @Test(arguments: [
        (Language.english, "Basel"), (.german, "Basel"), (.french, "Bâle"), (.italian, "Basilea"),
        (.spanish, "Basilea"),
    ])
    func `a town has its name in the reader's language, and one address`(
        language: Language, name: String
    ) async throws {
        let code = language.rawValue
        #expect(try await page("/place/basel", language: code).contains("<h1>\(name)</h1>"))
        let text = PlaceText(language, taxonomy: .standard)
        let near = text("place.near", ["name": name])
        #expect(try await page("/place/47.50,7.60", language: code).contains("<h1>\(near)</h1>"))
        for query in ["basel", "b%C3%A2le"] {
            let found = try await page("/place?q=\(query)", language: code)
            #expect(found.contains("<a class=\"what\" href=\"/place/basel\">\(name)</a>"), "\(query)")
        }
    }

    @Test(arguments: [("/place/zurihc", 404), ("/place?q=zurihc", 200)])
    func `a misspelt town is said to be taken for the one that is meant`(
        path: String, status: Int
    ) async throws {
        #expect(try await get(path).status.code == status)
        let text = try await page(path)
        #expect(text.contains("We found no place called “zurihc”. Did you mean Zürich?"), "\(text)")
        #expect(text.contains(#"<a class="what" href="/place/zurich">Zürich</a>"#))
        let german = try await page(path, language: "de")
        #expect(german.contains("keinen Ort namens „zurihc“ gefunden. Meinten Sie Zürich?"))
        for other in ["/place?q=portl", "/place?q=atlantis", "/place/atlantis"] {
            #expect(!(try await page(other).contains("Did you mean")), "\(other)")
        }
    }

    @Test func `a position that another app shares leads to its page`() async throws {
        let answer = try await get(
            "/place?title=Dropped%20pin&q=Look&link=https%3A%2F%2Fosm.org%2F%23map%3D9%2F47.5%2F7.5")
        #expect(answer.status == .found && answer.headers[.location] == "/place/47.50,7.50")
        #expect(try await page("/place?q=https%3A%2F%2Fx.example%2F&title=portl").contains(">Portland</a>"))
    }

    @Test func `a page says the worst, and each day as far as it is known`() async throws {
        try fill()
        let text = try await page("/place/basel")
        #expect(text.contains("<title>Basel: what is in the air</title>"))
        #expect(text.contains("<h1>Basel</h1>") && text.contains("Switzerland · 47.56° N 7.58° E"))
        #expect(text.contains("Birch: very high</p>"))
        #expect(text.contains("Spend as little time outside as you can."))
        #expect(text.contains("150 grains/m³ · 60 to 380 · modelled"))
        #expect(text.contains("12 grains/m³ · measured · 1 day earlier"))
        #expect(text.contains("None found: Grass"))
        #expect(text.contains(#"<a class="what" href="/station/basel">Basel</a>"#))
    }

    @Test func `five days have a column each, with their ranges`() async throws {
        func coming(in days: Int) -> AirValue.Estimate {
            Self.estimate(
                today.adding(days: days), 150, .high, 6.1, .modelled,
                within: ForecastInterval(low: 60, high: 380))
        }
        api.air.values.value = [
            AirValue(
                allergen: try #require(Taxonomy.standard["birch"]), today: coming(in: 0), station: "basel",
                distance: 4_210, tomorrow: coming(in: 1), dayAfter: coming(in: 2))
        ]
        let text = try await page("/place/basel")
        let table = try #require(text.firstMatch(of: /<table class="day-table".*?<\/table>/)?.0)
        #expect(table.matches(of: /role="columnheader"/).count == 6, "the allergen and five days")
        #expect(table.matches(of: /150 grains\/m³ · 60 to 380 · modelled/).count == 5)
    }

    @Test func `tomorrow's worst is said at a glance`() async throws {
        try fill()
        #expect(try await page("/place/basel").contains(" Tomorrow: Birch: high</p>"))
    }

    @Test func `the season is told beside its earlier years, and drawn without a script`() async throws {
        try fill()
        let text = try await page("/place/basel")
        #expect(text.contains(", 11 days early."))
        #expect(text.contains("Dashed: the middle of 3 earlier years."))
        let chart = try #require(text.firstMatch(of: /<svg class="season".*?<\/svg>/)?.0)
        #expect(chart.contains(#"<polygon class="band""#) && chart.contains(#"<polyline class="this-year""#))
        #expect(!chart.contains("nan") && !chart.contains("inf"))
        #expect(try await page("/station/basel").contains(#"<svg class="season""#))
    }

    @Test func `the coming hours say when there is least, as bars and in figures`() async throws {
        try fill()
        let birch = try #require(Taxonomy.standard["birch"])
        let interval = try #require(ForecastInterval(low: 2, high: 900))
        api.air.coming.value = [
            ComingHours(
                allergen: birch,
                hours: (0..<48).map { hour in
                    let isHigh = (3..<29).contains(hour)
                    return ComingHours.Hour(
                        end: noon.addingTimeInterval(Double(hour + 1) * 3_600), value: isHigh ? 400 : 3,
                        level: isHigh ? .veryHigh : .low, interval: interval, knowsWeather: false)
                })
        ]
        let text = try await page("/place/basel")
        #expect(text.contains("Best time outside today: 14:00 to 17:00, with low at most."))
        #expect(text.contains("Best time outside tomorrow: 19:00 to 22:00, with low at most."))
        let chart = try #require(text.firstMatch(of: /<svg class="hours".*?<\/svg>/)?.0)
        #expect(chart.matches(of: /<rect\s/).count == 48)
        #expect(text.contains("<td>3 grains/m³ · 2 to 900</td>"))
    }

    @Test func `where nothing is known, the page says so and calls no level`() async throws {
        let text = try await page("/place/basel")
        #expect(text.contains(#"<p class="verdict-level">No data today</p>"#))
        #expect(text.contains("That does not mean the air is clear"))
        #expect(!text.contains("day-table") && !text.contains("class=\"swatch\""))
    }

    @Test(arguments: Language.allCases)
    func `a page is complete in every language`(language: Language) async throws {
        try fill()
        let answer = try await get("/place/basel", [.acceptLanguage: language.rawValue])
        #expect(answer.headers[.contentLanguage] == language.rawValue)
        let text = String(buffer: answer.body)
        #expect(!text.contains("{{") && !text.contains("<noscript>"))
        #expect(text.contains("og:title") && text.contains("/preview.png?language=\(language.rawValue)"))
    }

    @Test func `what others wrote cannot become an element or end a block of data`() async throws {
        try fill()
        let hostile = #"</script><img src=x onerror="alert(1)">&'"#
        api.stations.name.value = hostile
        api.alerts.kept.value = [
            Alert(
                kind: .user, allergens: ["birch"], level: nil, publicPosition: .basel, sent: noon,
                expires: noon.addingTimeInterval(3_600),
                testimony: Alert.Testimony(
                    reports: 1, confirmations: 0, reporter: nil, symptoms: [.sneezing], comment: hostile))
        ]
        for path in ["/place/basel", "/station/basel", "/embed/place/basel"] {
            let text = try await page(path)
            #expect(!text.contains("<img src=x") && !text.contains("</script><"), "\(path)")
            #expect(text.contains("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;"), "\(path)")
        }
        #expect(try await page("/station/basel").contains(#"\u003c/script>"#))
    }

    @Test func `an unchanged page is not sent again, and a changed one is`() async throws {
        try fill()
        let first = try await get("/place/basel")
        #expect(first.headers[.cacheControl] == "public, no-cache")
        let vary = Set(first.headers[values: .vary].joined(separator: ", ").split(separator: ", "))
        #expect(vary == ["accept-encoding", "accept-language", "cookie"])
        let etag = try #require(first.headers[.eTag])
        let again = try await get("/place/basel", [.ifNoneMatch: etag])
        #expect(again.status == .notModified)
        // Browsers replace the headers of the page that they hold.
        for name in ["Content-Security-Policy", "Referrer-Policy", "Permissions-Policy"] {
            let field = HTTPField.Name.named(name)
            #expect(again.headers[field] == first.headers[field] && first.headers[field] != nil, "\(name)")
        }
        api.air.values.value.removeLast()
        #expect(try await get("/place/basel", [.ifNoneMatch: etag]).status == .ok)
    }

    @Test func `other sites may frame a place, which runs nothing and knows no cookie`() async throws {
        try fill()
        let answer = try await get("/embed/place/basel?language=de", [.cookie: "language=fr"])
        let policy = try #require(answer.headers[.contentSecurityPolicy])
        #expect(policy.contains("frame-ancestors *") && policy.hasPrefix("default-src 'none'"))
        #expect(answer.headers[.contentLanguage] == "de" && answer.headers[.setCookie] == nil)
        #expect(!answer.headers[values: .vary].joined().contains("cookie"))
        let text = String(buffer: answer.body)
        #expect(!text.contains("<script") && text.contains("Birke: sehr hoch"))
        let links = text.matches(of: /<a [^>]*>/).map { String($0.0) }
        #expect(links.count == 1)
        #expect(links.allSatisfy { $0.contains(#"target="_blank" rel="noopener""#) })
        let framed = try await get("/place/basel").headers[.contentSecurityPolicy]
        #expect(framed?.contains("frame-ancestors 'none'") == true)
    }

    @Test(arguments: [
        ("preview.png", 1_200, 630), ("card.png", 600, 200), ("card.png?size=paper", 800, 480),
        ("card.png?size=watch&theme=dark", 396, 484), ("card.png?size=home", 360, 360),
    ])
    func `a card has its size, and is drawn once for what it says`(file: String, width: Int, height: Int)
        async throws
    {
        try fill()
        let answer = try await get("/place/basel/\(file)")
        #expect(answer.status == .ok && answer.headers[.cacheControl] == "public, max-age=60")
        let canvas = try Canvas(png: Array(buffer: answer.body))
        #expect(canvas.width == width && canvas.height == height)
        let colours = Set(try canvas.pixels())
        #expect(file.contains("paper") ? colours.count == 2 : colours.count > 20)
        let etag = try #require(answer.headers[.eTag])
        #expect(try await get("/place/basel/\(file)", [.ifNoneMatch: etag]).status == .notModified)
        #expect(
            try await get("/place/basel/\(file)", [.acceptLanguage: "de", .ifNoneMatch: etag]).status == .ok)
    }

    @Test func `a preview has the verdict in words beside the map around the place`() async throws {
        try fill()
        let answer = try await get("/place/basel/preview.png?language=en")
        let pixels = try Canvas(png: Array(buffer: answer.body)).pixels()
        func isAlmost(_ red: Int, _ green: Int, _ blue: Int, x: Int, y: Int) -> Bool {
            let pixel = pixels[y * 1_200 + x]
            return zip([pixel.red, pixel.green, pixel.blue], [red, green, blue])
                .allSatisfy { abs(Int($0) - $1) <= 8 }
        }
        #expect(isAlmost(248, 248, 248, x: 20, y: 20), "the ground of the words")
        #expect(isAlmost(16, 32, 40, x: 858, y: 315), "the ring around the place")
        #expect(isAlmost(232, 160, 136, x: 1_100, y: 300), "the field above the land")
        #expect(isAlmost(216, 152, 128, x: 700, y: 500), "the field above the water")
        #expect(isAlmost(248, 248, 248, x: 1_100, y: 600), "the strip of levels")
        api.tiles.stamped.value += 1
        let changed = try await get("/place/basel/preview.png?language=en")
        #expect(changed.headers[.eTag] != answer.headers[.eTag])
    }

    @Test func `a link to a day has the preview of that day, tomorrow at the latest`() async throws {
        try fill()
        let tomorrow = today.adding(days: 1)
        let body = try await page("/place/basel?date=\(tomorrow)")
        #expect(body.contains("/preview.png?language=en&amp;date=\(tomorrow)"))
        #expect(body.contains("https://breathe.example/place/basel?language=en&amp;date=\(tomorrow)"))
        #expect(!(try await page("/place/basel?date=\(today.adding(days: 2))")).contains("&amp;date="))
        let now = try await get("/place/basel/preview.png").headers[.eTag]
        let next = try await get("/place/basel/preview.png?date=\(tomorrow)").headers[.eTag]
        #expect(now != next && next != nil)
        let late = "/place/basel/preview.png?date=\(today.adding(days: 2))"
        #expect(try await get(late).status == .badRequest)
    }

    @Test(arguments: Language.allCases, [-1, 1])
    func `a link to another day shows that day, says so, and leads to today`(language: Language, days: Int)
        async throws
    {
        try fill()
        let (shown, text) = (today.adding(days: days), PlaceText(language, taxonomy: .standard))
        let notice = text("place.day.other", ["day": text.longDay(shown)])
        let link = #"<a href="/place/basel">\#(text("place.day.today"))</a>"#
        let body = try await page("/place/basel?date=\(shown)", language: language.rawValue)
        #expect(body.contains("<strong>\(notice)</strong> \(link)"))
        #expect(body.contains(" · \(text.longDay(shown))</title>"))
        #expect(body.contains(">\(text("place.day.verdict"))</h2>"))
        #expect(!body.contains(">\(text("place.verdict"))</h2>") && !body.contains(#"id="alerts""#))
        #expect(body.contains("/overall/\(shown)\""), "the map opens on the day")
        for path in ["/place/basel", "/place/basel?date=\(today)", "/place/basel?date=yesterday"] {
            let now = try await page(path, language: language.rawValue)
            #expect(!now.contains("place-day") && now.contains(#"id="alerts""#), "\(path)")
        }
    }

    @Test func `a day that is over has its values, what came next, and no advice`() async throws {
        let yesterday = today.adding(days: -1)
        api.air.values.value = [
            AirValue(
                allergen: try #require(Taxonomy.standard["birch"]),
                today: Self.estimate(yesterday, 312, .veryHigh, 7.9, .measured), station: "basel",
                distance: 4_210, tomorrow: Self.estimate(today, 20, .moderate, 3.1, .measured))
        ]
        let body = try await page("/place/basel?date=\(yesterday)")
        #expect(body.contains("Birch: very high</p>") && body.contains(" Today: Birch: moderate</p>"))
        #expect(!body.contains("Spend as little time outside as you can."))
        api.air.values.value = []
        let empty = try await page("/place/basel?date=\(yesterday)")
        #expect(empty.contains(#"<p class="verdict-level">No data for this day</p>"#))
        #expect(!empty.contains("No data today"))
    }

    @Test(arguments: [(7.6, 47.5), (179.99, -16.0), (-180, 0), (0, 90), (12, -90)])
    func `the tiles of a map cover it and begin outside it`(longitude: Double, latitude: Double) throws {
        let place = try #require(Coordinate(longitude: longitude, latitude: latitude))
        let tiles = PlaceMap.tiles(around: place)
        let covered = tiles.reduce(0) { sum, tile in
            let columns = min(tile.x + 512, PlaceMap.width) - max(tile.x, 0)
            let rows = min(tile.y + 512, PlaceMap.height) - max(tile.y, 0)
            #expect(columns > 0 && rows > 0)
            return sum + columns * rows
        }
        // Beyond a pole there is nothing.
        let rows = abs(latitude) > 85 ? PlaceMap.height / 2 : PlaceMap.height
        #expect(covered == PlaceMap.width * rows)
    }

    @Test func `a card is also a drawing that needs no fonts`() async throws {
        try fill()
        let answer = try await get("/place/basel/card.svg?size=home", [.acceptEncoding: "gzip"])
        #expect(answer.headers[.contentEncoding] == "gzip")
        let etag = try #require(answer.headers[.eTag])
        let again = try await get(
            "/place/basel/card.svg?size=home", [.acceptEncoding: "gzip", .ifNoneMatch: etag])
        #expect(again.status == .notModified)
        let text = String(buffer: try await get("/place/basel/card.svg?size=home").body)
        #expect(text.contains("<svg") && text.contains("viewBox=\"0 0 360 360\"") && !text.contains("<text"))
    }

    @Test(arguments: [
        ("/place/basel/card.png?size=huge", 400), ("/place/basel/card.png?theme=red", 400),
        ("/place/basel/card.svg?language=la", 400), ("/place/atlantis/card.png", 404),
        ("/place/atlantis/preview.png", 404), ("/embed/place/atlantis", 404),
        ("/station/none/preview.png", 404),
        ("/station/none", 404), ("/place/47.5612,7.58/card.png?size=home", 301),
    ])
    func `a wrong wish is refused`(target: String, status: Int) async throws {
        #expect(try await get(target).status.code == status)
    }

    @Test func `without towns positions still have pages, and names have none`() async throws {
        api.towns.gazetteer.value = nil
        #expect(try await get("/place/47.56,7.58").status == .ok)
        #expect(try await get("/place/basel").status == .notFound)
        #expect(try await get("/place?q=basel").status == .ok)
    }
}
