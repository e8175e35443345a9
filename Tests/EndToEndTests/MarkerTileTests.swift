import Drawing
import Foundation
import Testing

@Suite(
    .serialized, .timeLimit(.minutes(20)),
    .serving { workspace in
        try await workspace.addStation("basel", 7.58, 47.56)
        try await workspace.addStation("nairobi", 36.8, -1.3)
        try await workspace.importPlain(["nairobi,birch,\(today),80", "basel,birch,\(today),5"])
    })
struct MarkerTileTests {
    @Test(arguments: ["stations", "alerts"])
    func `a marker layer is listed and described like any other`(layer: String) async throws {
        let list = try await service.get("/tiles").json["layers"].elements
        let entry = try #require(list.first { $0["id"] == .text(layer) })
        #expect(entry["kind"] == "markers" && entry["tilejson"] == .text("/tiles/\(layer).json"))
        #expect(list.first { $0["id"] == "birch" }?["kind"] == "field")
        let description = try await service.get("/tiles/\(layer).json?allergen=birch&date=2020-04-08").json
        #expect(description["tilejson"] == "3.0.0")
        #expect(
            description["tiles"] == [
                .text("\(service.address)/tiles/\(layer)/{z}/{x}/{y}.png?date=2020-04-08&allergen=birch")
            ])
        let legend = try await service.get("/tiles/\(layer)/legend.json").json
        #expect(legend["symbols"].elements.count >= 4 && legend["classes"].elements.count >= 4)
        let picture = try Picture(try await service.get("/tiles/\(layer)/legend.png").bytes)
        let double = try Picture(try await service.get("/tiles/\(layer)/legend@2x.png").bytes)
        #expect(double.size == picture.size.map { 2 * $0 })
        for path in [
            "/tiles/\(layer)/8/133/89.png", "/tiles/\(layer)/8/133/89@2x.png",
            "/tiles/\(layer)/legend.png", "/tiles/\(layer).json",
        ] {
            let answer = try await service.get(path)
            let holder = path.hasSuffix(".json") ? "private" : "public"
            #expect(answer.status == 200 && answer.header("Cache-Control") == "\(holder), max-age=60")
            let again = try await service.get(path, headers: ["If-None-Match": answer.etag ?? ""])
            #expect(again.status == 304 && again.bytes == [])
        }
    }

    @Test(arguments: ["birch+stations", "alerts+birch", "alerts+stations"])
    func `marker layers cannot be mixed`(mix: String) async throws {
        for path in ["/tiles/\(mix)/3/4/2.png", "/tiles/\(mix).json", "/tiles/\(mix)/legend.json"] {
            expect(try await service.get(path), 404, "unknown-layer", naming: "cannot be mixed")
        }
    }

    @Test(arguments: [
        ("moonflower", "there are"), ("stations", "layer of markers"), ("birch+birch", "twice"),
    ])
    func `an allergen without a layer is a 400 that says so`(allergen: String, words: String) async throws {
        for path in ["/tiles/stations/3/4/2.png", "/tiles/alerts/3/4/2.png", "/tiles/stations.json"] {
            let answer = try await service.get("\(path)?allergen=\(allergen)")
            expect(answer, 400, "invalid-parameter", naming: words)
            #expect(answer.json["errors"][0]["parameter"] == "allergen")
        }
    }

    @Test func `an upload changes its station's pin at once and no others`() async throws {
        // Basel lies in 8/133/89, Nairobi in 8/154/128.
        let near = "/tiles/stations/8/133/89.png"
        let far = "/tiles/stations/8/154/128.png"
        let key = try await service.workspace.key(for: "basel")
        let legend = try await service.get("/tiles/stations/legend.json").json
        let farBefore = try await service.get(far)
        #expect(try !Picture(farBefore.bytes).isTransparent)
        var etags: Set<String?> = []
        for (value, level) in [(400.0, "veryHigh"), (100, "high"), (20, "moderate"), (5, "low")] {
            _ = try await service.upload(value, of: "birch", on: "\(today)", to: "basel", key: key)
            let answer = try await service.get(near)
            etags.insert(answer.etag)
            // Left of the figure in the pin's head, 18 pixels above the tip.
            let pixel = try Picture(answer.bytes).pixel(
                at: 7.58, 47.56, zoom: 8, movedBy: (right: -6, down: -18))
            #expect(Picture.level(of: pixel, legend) == level && pixel.alpha == 255)
            #expect(try await service.get(far).etag == farBefore.etag)
        }
        #expect(etags.count == 4)
        let grass = try await service.get(near + "?allergen=grass")
        let birch = try await service.get(near + "?allergen=birch")
        #expect(grass.status == 200 && grass.etag != birch.etag)
        for query in ["", "?allergen=birch+grass", "?allergen=tree&date=\(today)"] {
            #expect(try await service.get(near + query).etag == birch.etag, "\(query)")
        }
        #expect(try await service.get(near + "?date=2001-01-01").etag == grass.etag)
    }

    @Test func `a report is on the map at once, and only at its public position`() async throws {
        let ben = try await service.workspace.account("ben-map")
        // The report is near a corner of its cell of a hundredth of a degree, with
        // its middle at 60.005, 50.005.
        let path = "/tiles/alerts/14/10922/5556.png"
        for _ in 0..<2 { #expect(try Picture(try await service.get(path).bytes).isTransparent) }
        let far = try await service.get("/tiles/alerts/14/0/0.png")
        var etags: [String?] = []
        // A report that says more than the first is an alert of its own.
        for allergens in ["birch", #"birch","hazel"#] {
            #expect(
                try await service.post("/v1/alerts", report(60.0009, 50.0009, of: allergens), bearer: ben)
                    .status == 201)
            let answer = try await service.get(path)
            let picture = try Picture(answer.bytes)
            #expect(picture.pixel(at: 60.005, 50.005, zoom: 14).alpha == 255)
            #expect(picture.pixel(at: 60.0009, 50.005, zoom: 14).alpha == 0)
            etags.append(answer.etag)
        }
        // The second time there is a count.
        #expect(etags[0] != etags[1])
        #expect(try await service.get(path, headers: ["If-None-Match": etags[1] ?? ""]).status == 304)
        #expect(try await service.get(path + "?allergen=birch").etag == etags[1])
        #expect(try await service.get(path + "?allergen=grass").etag == far.etag)
        #expect(try await service.get("/tiles/alerts/14/0/0.png").etag == far.etag)
    }

    @Test func `an alert raised by a reading is on the map when the upload is answered`() async throws {
        let anna = try await service.workspace.account("anna-map")
        try await service.workspace.addStation("quito", -78.5, -0.2)
        let key = try await service.workspace.key(for: "quito")
        #expect(try await service.post("/v1/me/fences", circle(-78.5, -0.2), bearer: anna).status == 201)
        let path = "/tiles/alerts/\(Picture.tile(at: -78.5, -0.2, zoom: 9)).png"
        for _ in 0..<2 { #expect(try Picture(try await service.get(path).bytes).isTransparent) }
        _ = try await service.upload(150, of: "birch", on: "\(today)", to: "quito", key: key)
        let legend = try await service.get("/tiles/alerts/legend.json").json
        // The lower left of the triangle, because its exclamation mark is in the middle.
        let pixel = try Picture(try await service.get(path).bytes).pixel(
            at: -78.5, -0.2, zoom: 9, movedBy: (right: -8, down: 8))
        #expect(pixel.alpha == 255 && Picture.level(of: pixel, legend) == "high")
    }

    @Test func `the command draws the markers that the service serves`() async throws {
        let file = service.workspace.folder.appending(path: "stations.png")
        try await service.workspace.done(
            "tile", "stations", "8", "154", "128", "--allergen", "birch", "--out", file.path)
        let served = try await service.get("/tiles/stations/8/154/128.png?allergen=birch")
        #expect(served.bytes == Array(try Data(contentsOf: file)))
    }
}
