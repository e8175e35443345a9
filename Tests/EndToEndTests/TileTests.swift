import Foundation
import Testing

private let april = "/tiles/birch/7/66/45.png?date=2020-04-08"

@Suite(
    .serialized, .timeLimit(.minutes(20)),
    .serving { workspace in
        try await workspace.done(
            "import", "--feed", "swiss-14stations", workspace.file("birch.csv", birchSeason))
        try await workspace.addStation("nairobi", 36.8, -1.3)
        try await workspace.importPlain(["nairobi,birch,\(today),80", "basel,birch,\(today),80"])
    })
struct TileTests {
    @Test func `a tile is a picture of 256 pixels with the classes of its day`() async throws {
        let answer = try await service.get(april)
        #expect(answer.status == 200)
        #expect(answer.type == "image/png")
        let legend = try await service.get("/tiles/birch/legend.json").json
        let picture = try Picture(answer.bytes)
        #expect(picture.size == [256, 256])
        #expect(picture.shares(of: ["veryHigh"], legend: legend) > 0.002)
        #expect(picture.shares(of: ["high", "veryHigh"], legend: legend) > 0.1)
    }

    @Test func `a tile of another day shows that day`() async throws {
        let answer = try await service.get("/tiles/birch/7/66/45.png?date=2020-01-15")
        let legend = try await service.get("/tiles/birch/legend.json").json
        let picture = try Picture(answer.bytes)
        #expect(!picture.isTransparent)
        #expect(picture.shares(of: ["none"], legend: legend) == 1)
    }

    @Test(arguments: [
        ("bern", 7.424661, 46.950342, "veryHigh"), ("basel", 7.583931, 47.5618, "high"),
        ("neuchâtel", 6.956, 46.999, "moderate"), ("genève", 6.147544, 46.191969, "low"),
        ("lausanne", 6.642367, 46.53, "none"),
    ])
    func `the pixel of a station has the colour of its class`(
        station: String, longitude: Double, latitude: Double, level: String
    ) async throws {
        let legend = try await service.get("/tiles/birch/legend.json").json
        let row = latitude > 47.05 ? 44 : 45
        for file in ["\(row).png", "\(row)@2x.png"] {
            let answer = try await service.get("/tiles/birch/7/66/\(file)?date=2020-04-08")
            let pixel = try Picture(answer.bytes).pixel(at: longitude, latitude, zoom: 7)
            #expect(Picture.level(of: pixel, legend) == level, "\(station) \(file)")
        }
    }

    @Test func `a tile for high-density screens has 512 pixels`() async throws {
        let answer = try await service.get("/tiles/birch/7/66/45@2x.png?date=2020-04-08")
        let picture = try Picture(answer.bytes)
        #expect(picture.size == [512, 512])
    }

    @Test func `tiles that no station reaches are transparent and identical`() async throws {
        let paths = [
            "/tiles/birch/7/10/45.png?date=2020-04-08", "/tiles/birch/5/3/3.png", "/tiles/grass/7/66/45.png",
        ]
        var answers: [Answer] = []
        for path in paths { answers.append(try await service.get(path)) }
        #expect(try answers.allSatisfy { try Picture($0.bytes).isTransparent })
        #expect(Set(answers.map(\.bytes)).count == 1)
        #expect(answers[0].bytes.count < 1_000)
    }

    @Test func `a client that has the tile gets 304 without its bytes`() async throws {
        let first = try await service.get(april)
        let etag = try #require(first.etag)
        #expect(etag.hasPrefix("\"") && etag.hasSuffix("\""))
        for header in [etag, "W/\(etag)", "\"other\", \(etag)", "*"] {
            let again = try await service.get(april, headers: ["If-None-Match": header])
            #expect(again.status == 304, "\(header)")
            #expect(again.bytes == [])
            #expect(again.etag == etag)
        }
        let other = try await service.get(april, headers: ["If-None-Match": "\"other\""])
        #expect(other.status == 200)
        #expect(other.bytes == first.bytes)
    }

    @Test func `HEAD has the headers of GET`() async throws {
        let get = try await service.get(april)
        for path in [april, april + "&v=7"] {
            let head = try await service.send("HEAD", path)
            #expect(head.status == 200)
            #expect(head.bytes == [])
            #expect(head.etag == get.etag)
            #expect(head.type == "image/png")
            #expect(head.header("Content-Length") == "\(get.bytes.count)")
        }
    }

    @Test func `nothing follows the head of an answer to HEAD`() async throws {
        let connection = try RawConnection(service)
        // The first answer puts the tile into the cache.
        for _ in 0..<3 {
            try await connection.write("HEAD \(april) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let head = try await connection.read(until: "\r\n\r\n")
            #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(head.hasSuffix("\r\n\r\n"))
            try await connection.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let next = try await connection.read(until: "}")
            #expect(next.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(next.prefix(100))")
        }
    }

    @Test(arguments: [
        "/tiles", "/tiles/birch.json", "/tiles/birch/legend.json", "/tiles/birch/legend.png",
        "/tiles/birch/7/66/45.png?date=2020-04-08", "/v1/stations", "/v1/stations/basel", "/v1/allergens",
        "/v1/scales", "/v1/alerts", "/v1/air?lon=7.6&lat=47.5", "/v1/stations/basel/readings",
        "/wmts?SERVICE=WMTS&REQUEST=GetCapabilities", "/wmts/1.0.0/WMTSCapabilities.xml", "/ogc", "/ogc/api",
        "/ogc/collections", "/ogc/collections/birch", "/ogc/collections/stations/items",
        "/ogc/collections/birch/map/tiles/WebMercatorQuad/7/45/66?date=2020-04-08",
    ])
    func `public answers can be cached, revalidated and read by pages of any origin`(path: String)
        async throws
    {
        // Requested twice, because the second answer may come from memory.
        for _ in 0..<2 {
            let answer = try await service.get(path, headers: ["Origin": "https://example.org"])
            #expect(answer.status == 200)
            #expect(answer.header("Access-Control-Allow-Origin") == "*")
            // Links to the host that this client named are for this client alone.
            let holder = answer.text.contains(service.address) ? "private" : "public"
            #expect(answer.header("Cache-Control") == "\(holder), max-age=60")
            let etag = try #require(answer.etag)
            let again = try await service.get(path, headers: ["If-None-Match": etag])
            #expect(again.status == 304)
            #expect(again.header("Access-Control-Allow-Origin") == "*")
        }
    }

    @Test func `a layer is described by TileJSON 3`() async throws {
        let plain = try await service.get("/tiles/birch.json").json
        #expect(plain["tilejson"] == "3.0.0")
        #expect(plain["tiles"] == [.text("\(service.address)/tiles/birch/{z}/{x}/{y}.png")])
        #expect(plain["scheme"] == "xyz")
        #expect(plain["minzoom"] == 0)
        #expect((plain["maxzoom"].number ?? 0) >= 12)
        #expect(plain["bounds"].elements.count == 4)
        #expect(plain["name"].text?.isEmpty == false)
        #expect(plain["attribution"].text != nil)
        let mix = try await service.get("/tiles/grass+birch.json?date=2020-04-08").json
        #expect(
            mix["tiles"] == [.text("\(service.address)/tiles/birch+grass/{z}/{x}/{y}.png?date=2020-04-08")])
    }

    @Test func `a legend is a picture and a document`() async throws {
        let picture = try Picture(try await service.get("/tiles/birch/legend.png").bytes)
        let double = try Picture(try await service.get("/tiles/birch/legend@2x.png").bytes)
        #expect(double.size == picture.size.map { 2 * $0 })
        let legend = try await service.get("/tiles/birch/legend.json").json
        #expect(legend["unknown"] == "transparent")
        #expect(legend["classes"].elements.map { $0["from"] } == [0, 1, 11, 70, 300])
        let layers = try await service.get("/tiles").json
        #expect(layers["demonstration"] == false)
        #expect(
            layers["layers"].elements.contains {
                $0["id"] == "birch" && $0["tilejson"] == "/tiles/birch.json"
            })
    }

    @Test func `an upload changes the tiles near its station at once and no others`() async throws {
        let near = "/tiles/birch/7/66/45.png"
        let far = "/tiles/birch/7/77/64.png"
        let key = try await service.workspace.key(for: "basel")
        let before = try await service.get(near)
        let farBefore = try await service.get(far)
        #expect(try !Picture(farBefore.bytes).isTransparent)
        for value in [500.0, 20, 0] {
            let answer = try await service.upload(value, of: "birch", on: "\(today)", to: "basel", key: key)
            #expect(answer.json["replaced"] == 1)
            let after = try await service.get(near, headers: ["If-None-Match": before.etag ?? ""])
            #expect(after.status == 200)
            #expect(after.etag != before.etag)
            #expect(after.bytes != before.bytes)
            let farAfter = try await service.get(far)
            #expect(farAfter.etag == farBefore.etag)
            #expect(farAfter.bytes == farBefore.bytes)
        }
        _ = try await service.upload(80, of: "birch", on: "\(today)", to: "basel", key: key)
        let restored = try await service.get(near)
        #expect(restored.etag == before.etag)
        #expect(restored.bytes == before.bytes)
    }

    @Test func `the command draws the tile that the service serves`() async throws {
        let file = service.workspace.folder.appending(path: "tile.png")
        try await service.workspace.done(
            "tile", "birch", "7", "66", "45", "--date", "2020-04-08", "--out", file.path)
        #expect(try await service.get(april).bytes == Array(try Data(contentsOf: file)))
    }

    @Test func `the air at a place names its station, day and level`() async throws {
        let air = try await service.get("/v1/air?lon=7.6&lat=47.55&date=2020-04-08").json
        #expect(air["date"] == "2020-04-08")
        let birch = try #require(air["allergens"].elements.first { $0["allergen"] == "birch" })
        #expect(birch["station"]["id"] == "basel")
        #expect(birch["basis"] == "measured")
        #expect(birch["level"] == "high")
        #expect(birch["unit"] == "grains/m3")
        let nowhere = try await service.get("/v1/air?lon=-140&lat=0").json
        #expect(nowhere["allergens"] == [])
        let words = try await service.workspace.done("air", "7.6", "47.55", "--date", "2020-04-08")
        #expect(words.output.contains("birch: high"))
        let database = service.workspace.database.path
        for place in [["-140", "-8.6"], ["--", "-140", "-8.6"]] {
            let west = try await Program.run(
                ["air", "--database", database, "--resources", Program.root.path] + place,
                in: service.workspace.folder)
            #expect(west.output.hasPrefix("no data"), "\(west.errors)")
        }
    }
}
