import Drawing
import Foundation
import SeededTesting
import Testing

private let tile = "/tiles/birch/7/66/45"
private let day = "date=2020-04-08"

@Suite(
    .serialized, .timeLimit(.minutes(20)),
    .serving { workspace in
        try await workspace.done(
            "import", "--feed", "swiss-14stations", workspace.file("birch.csv", birchSeason))
    })
struct TileLookTests {
    @Test func `the map and the number agree`() async throws {
        let legend = try await service.get("/tiles/birch/legend.json?style=banded").json
        var generator = SeededGenerator(seed: 20_200_408)
        var compared: [String] = []
        for _ in 0..<60 {
            let longitude = Double.random(in: 5.5...11.5, using: &generator)
            let latitude = Double.random(in: 45.4...48.4, using: &generator)
            let air = try await service.get("/v1/air?lon=\(longitude)&lat=\(latitude)&\(day)").json
            let birch = air["allergens"].elements.first { $0["allergen"] == "birch" }
            let address = Picture.tile(at: longitude, latitude, zoom: 14)
            let answer = try await service.get("/tiles/birch/\(address).png?\(day)&style=banded")
            let pixel = try Picture(answer.bytes).pixel(at: longitude, latitude, zoom: 14)
            guard let birch, let level = birch["level"].text, let index = birch["index"].number else {
                #expect(pixel.alpha == 0)
                continue
            }
            // In the last kilometres of the reach the opacity rounds to zero.
            guard pixel.alpha > 0 else { continue }
            // A pixel is some metres wide: exactly at a bound it may lie on the other side.
            guard [2.5, 5, 7.5].allSatisfy({ abs(index - $0) > 0.02 }) else { continue }
            #expect(Picture.level(of: pixel, legend) == level, "\(longitude) \(latitude) \(index)")
            compared.append(level)
        }
        #expect(compared.count > 30)
        #expect(Set(compared).count >= 3)
    }

    @Test func `a banded tile has one colour for each class`() async throws {
        func colours(_ style: String) async throws -> Int {
            let picture = try Picture(try await service.get("\(tile).png?\(day)&style=\(style)").bytes)
            let opaque = (0..<256 * 256).map { picture[$0 % 256, $0 / 256] }.filter { $0.alpha == 255 }
            return Set(opaque).count
        }
        let (smooth, stepped, banded) = (
            try await colours("smooth"), try await colours("stepped"), try await colours("banded")
        )
        #expect((2...5).contains(banded))
        #expect(banded < stepped && stepped < smooth)
    }

    @Test func `isolines leave most of the ground free`() async throws {
        let picture = try Picture(
            try await service.get("\(tile)@2x.png?\(day)&style=isolines").bytes)
        let drawn = (0..<512 * 512).count { picture[$0 % 512, $0 / 512].alpha > 0 }
        #expect(picture.size == [512, 512])
        #expect((1_000...60_000).contains(drawn))
    }

    @Test func `another ramp changes colours, not classes`() async throws {
        let legend = try await service.get("/tiles/birch/legend.json?ramp=traffic-light").json
        let plain = try await service.get("/tiles/birch/legend.json").json
        #expect(legend["classes"][4]["color"] != plain["classes"][4]["color"])
        let answer = try await service.get("\(tile).png?\(day)&ramp=traffic-light")
        let bern = try Picture(answer.bytes).pixel(at: 7.424661, 46.950342, zoom: 7)
        #expect(Picture.level(of: bern, legend) == "veryHigh")
        #expect(answer.etag != (try await service.get("\(tile).png?\(day)")).etag)
        #expect(try await service.get("/tiles/stations/7/66/45.png?\(day)&ramp=traffic-light").status == 200)
    }

    @Test func `a size of 512 is the tile for high-density screens`() async throws {
        let large = try await service.get("\(tile).png?\(day)&size=512")
        #expect(try Picture(large.bytes).size == [512, 512])
        #expect(large.bytes == (try await service.get("\(tile)@2x.png?\(day)")).bytes)
        #expect(try Picture(try await service.get("\(tile).png?\(day)&size=256").bytes).size == [256, 256])
    }

    @Test func `TileJSON gives tile addresses with its own query parameters`() async throws {
        let json = try await service.get("/tiles/birch.json?style=banded&ramp=traffic-light&size=512").json
        #expect(json["tilesize"] == 512)
        #expect(
            json["tiles"]
                == [
                    .text("\(service.address)/tiles/birch/{z}/{x}/{y}@2x.png?style=banded&ramp=traffic-light")
                ])
        #expect(
            json["legend"]
                == .text("\(service.address)/tiles/birch/legend.png?style=banded&ramp=traffic-light"))
    }

    @Test(arguments: [
        ("\(tile).png?style=fancy", "style", "isolines"), ("\(tile).png?ramp=pink", "ramp", "traffic-light"),
        ("\(tile).png?size=100000", "size", "512"), ("\(tile)@2x.png?size=256", "size", "512"),
        ("/tiles/birch.json?style=fancy", "style", "banded"),
        ("/tiles/birch/legend.png?ramp=pink", "ramp", "intensity"),
        ("/tiles/stations/7/66/45.png?style=banded", "style", "no style"),
    ])
    func `an unknown style is refused with the known ones`(
        path: String, parameter: String, allowed: String
    ) async throws {
        let answer = try await service.get(path)
        #expect(answer.status == 400)
        #expect(answer.type == "application/problem+json")
        let text = String(decoding: answer.bytes, as: UTF8.self)
        #expect(text.contains("\"parameter\":\"\(parameter)\""), "\(text)")
        #expect(text.contains(allowed), "\(text)")
    }
}
