import Allergens
import Drawing
import Foundation
import Geography
import Testing

@Suite(
    .serialized, .timeLimit(.minutes(20)),
    .serving { workspace in
        try await workspace.done(
            "import", "--feed", "swiss-14stations", workspace.file("birch.csv", birchSeason))
        try await workspace.importPlain(["basel,birch,\(today),80", "bern,grass,\(today),12"])
    })
struct GISTests {
    private func run(_ tool: String, _ arguments: String...) async throws -> String {
        let outcome = try await GeospatialTool.run(tool, arguments, in: service.workspace.folder)
        try #require(outcome.status == 0, "\(outcome.errors)")
        #expect(!outcome.errors.contains("ERROR"), "\(outcome.errors)")
        return outcome.output
    }

    @Test(arguments: ["/wmts/1.0.0/WMTSCapabilities.xml", "/wmts?SERVICE=WMTS&REQUEST=GetCapabilities"])
    func `GDAL finds every layer through the address of the capabilities`(path: String) async throws {
        let list = try await run("gdalinfo", "WMTS:\(service.address)\(path)")
        let layers = try await service.get("/tiles").json["layers"].elements.compactMap { $0["id"].text }
        #expect(layers.count > 20)
        for layer in layers { #expect(list.contains("layer=\(layer)"), "\(layer)") }
        let birch = try await run("gdalinfo", "WMTS:\(service.address)\(path),layer=birch")
        #expect(birch.contains("TITLE=Birch pollen"))
        #expect(birch.contains(#"ID["EPSG",3857]"#))
        #expect(birch.contains("Size is 1073741824, 1073741824"))
    }

    @Test func `GDAL cuts a region out of the map that shows what the tiles show`() async throws {
        let folder = service.workspace.folder
        let source =
            "WMTS:\(service.address)/wmts/1.0.0/WMTSCapabilities.xml?time=2020-04-08,layer=birch,tilematrix=7"
        _ = try await run(
            "gdal_translate", "-q", "-of", "PNG", "-projwin", "660000", "6080000", "1180000", "5740000",
            source,
            "region.png")
        let picture = try Picture(Array(try Data(contentsOf: folder.appending(path: "region.png"))))
        let metres = WebMercator.metresPerPixel(zoom: 7)
        #expect(picture.width == Int((520_000 / metres).rounded()))
        for (longitude, latitude) in [(7.424661, 46.950342), (6.956, 46.999), (7.0, 46.6)] {
            let tile = try await service.get("/tiles/birch/7/66/45.png?date=2020-04-08")
            let expected = try Picture(tile.bytes).pixel(at: longitude, latitude, zoom: 7)
            #expect(expected.alpha > 0)
            // GDAL cuts at the pixel that begins at or before the corner.
            let column = Self.pixel(WebMercator.x(longitude: longitude), from: 660_000, metres)
            let row = Self.pixel(WebMercator.y(latitude: latitude), from: -6_080_000, metres)
            let found = (-1...1).flatMap { x in (-1...1).map { y in picture[column + x, row + y] } }
            #expect(found.contains(expected), "\(longitude) \(latitude): \(found) has no \(expected)")
        }
    }

    /// The column or row of a share of the world, in a picture that begins at a coordinate of EPSG:3857.
    private static func pixel(_ share: Double, from start: Double, _ metresPerPixel: Double) -> Int {
        Int(((share * 2 - 1) * WebMercator.halfWidth - start) / metresPerPixel)
    }

    @Test func `the ocean is transparent to GDAL`() async throws {
        let folder = service.workspace.folder
        _ = try await run(
            "gdal_translate", "-q", "-of", "PNG", "-projwin", "-4000000", "5500000", "-3500000", "5000000",
            "WMTS:\(service.address)/wmts/1.0.0/WMTSCapabilities.xml,layer=birch,tilematrix=7", "ocean.png")
        let picture = try Picture(Array(try Data(contentsOf: folder.appending(path: "ocean.png"))))
        #expect(picture.width > 300 && picture.isTransparent)
    }

    @Test func `OGR lists all stations with their columns`() async throws {
        let all = try await service.get("/v1/stations").json["features"].elements
        #expect(all.count == 5)
        let stations = try await run("ogrinfo", "-so", "OAPIF:\(service.address)/ogc", "stations")
        #expect(stations.contains("Feature Count: \(all.count)"))
        for column in ["index: Real", "level: String", "day: Date", "index_birch: Real", "index_grass: Real"]
        {
            #expect(stations.contains("\(column) "), "\(column)")
        }
        let birch = try await run("ogrinfo", "OAPIF:\(service.address)/ogc?datetime=2020-04-08", "birch")
        #expect(birch.contains("Feature Count: 5"))
        #expect(birch.contains("value (Real) = 437.5"))
        #expect(birch.contains("level (String) = veryHigh"))
        #expect(try await run("ogrinfo", "OAPIF:\(service.address)/ogc").contains("alder (title: Alder"))
    }

    @Test func `OGR chooses by day and by level at the server`()
        async throws
    {
        let source = "OAPIF:\(service.address)/ogc"
        for (condition, count) in [
            ("day = '2020/04/08'", 5), ("level = 'veryHigh'", 0),
            ("level = 'high' AND allergen = 'birch'", 1),
        ] {
            let found = try await run("ogrinfo", "-so", source, "stations", "-where", condition)
            #expect(found.contains("Feature Count: \(count)"), "\(condition): \(found)")
        }
    }

    @Test func `a span that ends in the future has the readings up to today`() async throws {
        let items = "/ogc/collections/birch/items/basel"
        let open = try await service.get("\(items)?datetime=\(today.adding(days: -7))/2190-01-01")
        #expect(open.json["properties"]["value"] == 80, "\(open.text)")
        #expect(open.json["properties"]["day"] == .text(today.description))
        let later = try await service.get("\(items)?datetime=2190-01-01")
        expect(later, 400, "invalid-parameter", naming: "after tomorrow")
        #expect(later.json["errors"][0]["parameter"] == "datetime")
    }

    @Test func `a tile has the same bytes and tag under each of its names`() async throws {
        let names = [
            "/tiles/birch/7/66/45.png?date=2020-04-08",
            "/ogc/collections/birch/map/tiles/WebMercatorQuad/7/45/66?date=2020-04-08",
            "/wmts?service=WMTS&Request=GetTile&version=1.0.0&LAYER=birch&style=default"
                + "&TileMatrixSet=WebMercatorQuad&TileMatrix=7&TileRow=45&TileCol=66&format=image/png"
                + "&time=2020-04-08T00:00:00Z",
        ]
        var answers: [Answer] = []
        for name in names { answers.append(try await service.get(name)) }
        #expect(answers.map(\.status) == [200, 200, 200], "\(answers.last?.text ?? "")")
        #expect(Set(answers.map(\.etag)).count == 1 && Set(answers.map(\.bytes)).count == 1)
        #expect(answers.allSatisfy { $0.type == "image/png" })
        let current = try await service.get("/tiles/birch/7/66/45.png?date=current")
        #expect(current.etag == (try await service.get("/tiles/birch/7/66/45.png")).etag)
    }

    @Test(arguments: [
        ("REQUEST=GetTile", "MissingParameterValue", "SERVICE"),
        ("SERVICE=WMS&REQUEST=GetTile", "InvalidParameterValue", "SERVICE"),
        ("SERVICE=WMTS", "MissingParameterValue", "REQUEST"),
        ("SERVICE=WMTS&REQUEST=GetFeatureInfo", "OperationNotSupported", "REQUEST"),
        (
            "SERVICE=WMTS&REQUEST=GetCapabilities&AcceptVersions=2.0.0", "VersionNegotiationFailed",
            "ACCEPTVERSIONS"
        ),
        ("SERVICE=WMTS&REQUEST=GetCapabilities&time=2020-02-30", "InvalidParameterValue", "TIME"),
        ("LAYER=moss", "InvalidParameterValue", "LAYER"), ("LAYER=", "MissingParameterValue", "LAYER"),
        ("FORMAT=image/webp", "InvalidParameterValue", "FORMAT"),
        ("STYLE=loud", "InvalidParameterValue", "STYLE"),
        ("TILEMATRIXSET=WorldCRS84Quad", "InvalidParameterValue", "TILEMATRIXSET"),
        ("TILEMATRIX=23", "InvalidParameterValue", "TILEMATRIX"),
        ("TILEROW=128", "TileOutOfRange", "TILEROW"), ("TILECOL=-1", "TileOutOfRange", "TILECOL"),
        ("TILECOL=x", "InvalidParameterValue", "TILECOL"),
        ("TIME=9999-12-31", "InvalidParameterValue", "TIME"),
    ])
    func `a mistake in a WMTS request is an exception that names the parameter`(
        query: String, code: String, locator: String
    ) async throws {
        let good = [
            "SERVICE=WMTS", "REQUEST=GetTile", "VERSION=1.0.0", "LAYER=birch", "STYLE=default",
            "FORMAT=image/png", "TILEMATRIXSET=WebMercatorQuad", "TILEMATRIX=7", "TILEROW=45", "TILECOL=66",
        ]
        let name = "\(query.prefix { $0 != "=" })="
        let isTile = !query.hasPrefix("SERVICE") && !query.hasPrefix("REQUEST")
        let rest = isTile ? good.filter { !$0.hasPrefix(name) } : []
        let answer = try await service.get("/wmts?" + (rest + [query]).joined(separator: "&"))
        #expect(answer.status == (code == "OperationNotSupported" ? 501 : 400))
        #expect(answer.type == "application/xml")
        #expect(answer.text.contains(#"exceptionCode="\#(code)" locator="\#(locator)""#), "\(answer.text)")
    }
}
