import Geography
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import API
@testable import HTTP

/// A basemap whose tiles are three bytes, unless they have a picture.
struct SampleBasemap: BasemapTileSource {
    var isInstalled = true
    var background: Background?
    let attribution = "Somebody"
    let zooms = 0...14
    var pictures: [BasemapTheme: [UInt8]] = [:]

    func etag(_ tile: TileAddress, scale: Int, tone: BasemapTheme) -> String {
        "\"\(tone)-\(tile.zoom)-\(scale)\""
    }
    func png(_ tile: TileAddress, scale: Int, tone: BasemapTheme) async throws -> [UInt8]? {
        pictures[tone] ?? [1, 2, 3]
    }
    let blockZooms = 0...12
    func labels(in block: TileAddress) throws -> BasemapLabels? {
        BasemapLabels(
            zoom: block.zoom + 2,
            labels: [.init(text: "Basel", kind: .town, left: 1.6, top: 2, right: 30.2, bottom: 16.5)])
    }
    func places(named text: String, limit: Int) throws -> [PlaceWire]? { nil }
    func places(nearestTo position: Coordinate) throws -> [PlaceWire]? { nil }
}

@Suite struct BasemapRoutesTests {
    @Test func `a tile is a picture that clients may cache for a day`() async throws {
        try await TestAPI().test { client in
            let tile = try await client.execute(uri: "/tiles/basemap/3/4/2@2x.png", method: .get)
            #expect(tile.status == .ok)
            #expect(tile.headers[.contentType] == "image/png")
            #expect(tile.headers[.cacheControl] == "public, max-age=86400")
            #expect(tile.headers[.eTag] == "\"light-3-2\"")
            #expect(Array(buffer: tile.body) == [1, 2, 3])
        }
    }

    @Test(arguments: [("basemap-lines", "lightLines"), ("basemap-lines-dark", "darkLines")])
    func `lines and names have tiles of their own`(name: String, tone: String) async throws {
        try await TestAPI().test { client in
            let tile = try await client.execute(uri: "/tiles/\(name)/3/4/2.png", method: .get)
            #expect(tile.status == .ok)
            #expect(tile.headers[.eTag] == "\"\(tone)-3-1\"")
            let description = try await client.execute(uri: "/tiles/\(name).json", method: .get)
            let text = String(buffer: description.body)
            #expect(text.contains("/tiles/\(name)/{z}/{x}/{y}.png") && text.contains("Lines and names"))
        }
    }

    @Test func `the names on tiles are listed with whole pixels, and clients may cache them for a day`()
        async throws
    {
        try await TestAPI().test { client in
            let list = try await client.execute(uri: "/tiles/basemap-labels/3/4/2.json", method: .get)
            #expect(list.status == .ok)
            #expect(list.headers[.cacheControl] == "public, max-age=86400")
            #expect(
                String(buffer: list.body)
                    == #"{"labels":[{"box":[1,2,31,17],"kind":"town","text":"Basel"}],"zoom":5}"#)
        }
    }

    @Test(arguments: ["13/0/0.json", "3/8/0.json", "3/0/0.png", "3/0/0", "03/0/0.json"])
    func `a block of names that does not exist is a 404`(address: String) async throws {
        try await TestAPI().test { client in
            let answer = try await client.execute(uri: "/tiles/basemap-labels/\(address)", method: .get)
            #expect(answer.status == .notFound)
        }
    }

    @Test func `a tile that the client already has is not sent again`() async throws {
        try await TestAPI().test { client in
            let tile = try await client.execute(
                uri: "/tiles/basemap-dark/3/4/2.png", method: .get,
                headers: [.ifNoneMatch: "\"dark-3-1\""])
            #expect(tile.status == .notModified)
            #expect(tile.body.readableBytes == 0)
        }
    }

    @Test(arguments: [
        "/tiles/basemap/3/4/2.png", "/tiles/basemap-dark.json", "/tiles/basemap-lines/3/4/2.png",
        "/tiles/basemap-labels/3/4/2.json",
    ])
    func `without data the answer is a 404 that says so`(path: String) async throws {
        try await TestAPI(basemap: SampleBasemap(isInstalled: false)).test { client in
            let answer = try await client.execute(uri: path, method: .get)
            #expect(answer.status == .notFound)
            #expect(String(buffer: answer.body).contains("problems/no-basemap"))
        }
    }

    @Test(arguments: ["15/0/0", "23/0/0", "-1/0/0", "text/0/0", "3/8/0", "3/0/8", "3/0/..%2f0"])
    func `a tile that does not exist is a 404`(address: String) async throws {
        try await TestAPI().test { client in
            let answer = try await client.execute(uri: "/tiles/basemap/\(address).png", method: .get)
            #expect(answer.status == .notFound)
        }
    }

    @Test func `the description lists the zooms and the attribution`() async throws {
        try await TestAPI().test { client in
            let answer = try await client.execute(uri: "/tiles/basemap.json", method: .get)
            let text = String(buffer: answer.body)
            #expect(text.contains("\"attribution\":\"Somebody\""))
            #expect(text.contains("\"maxzoom\":14"))
            #expect(!text.contains("legend"))
        }
    }

    @Test func `size sets the pixels of a tile and of its description`() async throws {
        try await TestAPI().test { client in
            let large = try await client.execute(uri: "/tiles/basemap/3/4/2.png?size=512", method: .get)
            #expect(large.headers[.eTag] == "\"light-3-2\"")
            let description = try await client.execute(uri: "/tiles/basemap.json?size=512", method: .get)
            #expect(String(buffer: description.body).contains("/{y}@2x.png"))
            #expect(String(buffer: description.body).contains("\"tilesize\":512"))
            for target in ["/3/4/2.png?size=300", "/3/4/2@2x.png?size=256", ".json?size=1"] {
                let answer = try await client.execute(uri: "/tiles/basemap\(target)", method: .get)
                #expect(answer.status == .badRequest, "\(target)")
            }
        }
    }

    @Test(arguments: [
        ("https://tile.example.org/{z}/{x}/{y}.png", "https://tile.example.org"),
        ("https://{s}.example.org/{z}/{x}/{y}.png", "https://*.example.org"),
        ("https://tile-{s}.example.org:8443/{z}", "https://*.example.org:8443"),
        ("http://a.{s}.example.org/{z}", "http://*.example.org"),
    ])
    func `a template's hosts are written as the security policy needs them`(template: String, origin: String)
    {
        #expect(SecurityHeaders.origin(of: template) == origin)
    }

    @Test func `only the server of another basemap may send pictures`() async throws {
        let other = Background(
            light: "https://{s}.tile.example/{z}/{x}/{y}.png",
            dark: "https://{s}.tile.example/{z}/{x}/{y}.png",
            maxzoom: 19, attribution: "Somebody else", retina: false)
        try await TestAPI(basemap: SampleBasemap(background: other)).test { client in
            let policy = try await client.execute(uri: "/", method: .get).headers[.contentSecurityPolicy]
            #expect(policy?.contains("img-src 'self' data: https://*.tile.example;") == true)
        }
        try await TestAPI().test { client in
            let policy = try await client.execute(uri: "/", method: .get).headers[.contentSecurityPolicy]
            #expect(policy?.contains("img-src 'self' data:;") == true)
        }
    }
}
