import Allergens
import Foundation
import Geography
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Observations
import SampleTesting
import Synchronization
import Testing

@testable import API

@Suite struct RegionTests {
    private let api = TestAPI()

    private func json(_ target: String, status: Int = 200) async throws -> [String: Any] {
        let (stream, continuation) = AsyncStream.makeStream(of: (Int, String).self)
        try await api.test { client in
            let response = try await client.execute(uri: target, method: .get)
            continuation.yield((response.status.code, String(buffer: response.body)))
        }
        continuation.finish()
        let answer = try #require(await stream.first { _ in true })
        #expect(answer.0 == status, "\(target): \(answer.1)")
        return try #require(
            try JSONSerialization.jsonObject(with: Data(answer.1.utf8)) as? [String: Any])
    }

    private func reading(_ subject: AirSubject, _ code: String) throws -> ClassReading {
        ClassReading(
            place: .region(try #require(Region.ID(rawValue: "dwd-11"))), subject: subject, day: today,
            scale: "dwd", code: code, basis: .forecast)
    }

    private func fill(polygons: [Polygon] = [.rectangle(BoundingBox(9, 53, 10, 54))]) throws {
        let region = Region(
            id: try #require(Region.ID(rawValue: "dwd-11")), name: "Inseln und Marschen", partOf: "Norden",
            polygons: polygons, attribution: "Source: them")
        let air = RegionAir(
            region: region, day: today,
            classes: [try reading(.allergen("birch"), "2-3"), try reading(.group(.tree), "1")],
            concentrations: [
                .init(allergen: "alder", value: 80, hours: 24, basis: .modelled),
                .init(allergen: "grass", value: 80, hours: 1, basis: .modelled),
            ])
        api.regions.only.value = air
    }

    @Test func `out of reach of any station the air shows the region's classes and their scale`()
        async throws
    {
        try fill()
        let air = try await json("/v1/air?lon=9.5&lat=53.5")
        #expect((air["allergens"] as? [Any])?.isEmpty == true)
        let region = try #require((air["regions"] as? [[String: Any]])?.first)
        #expect(region["name"] as? String == "Inseln und Marschen")
        #expect(region["partOf"] as? String == "Norden")
        #expect(region["attribution"] as? String == "Source: them")
        let classes = try #require(region["classes"] as? [[String: Any]])
        #expect(classes.map { $0["code"] as? String } == ["2-3", "1"])
        #expect(classes.map { $0["allergen"] as? String } == ["birch", nil])
        #expect(classes.map { $0["group"] as? String } == [nil, "tree"])
        #expect(classes[0]["level"] as? String == "high")
        #expect(classes[0]["index"] as? Double == 5)
        #expect(classes[0]["basis"] as? String == "forecast")
        #expect(classes[0]["value"] == nil, "a class is no concentration")
        let scale = try #require(classes[0]["scale"] as? [String: Any])
        #expect(scale["id"] as? String == "dwd")
        #expect((scale["title"] as? String)?.contains("German weather service") == true)
    }

    @Test func `the mean of too few hours has no level`() async throws {
        try fill()
        let air = try await json("/v1/air?lon=9.5&lat=53.5")
        let region = try #require((air["regions"] as? [[String: Any]])?.first)
        let values = try #require(region["concentrations"] as? [[String: Any]])
        #expect(values.map { $0["level"] as? String } == ["high", nil])
        #expect(values.map { $0["hours"] as? Int } == [24, 1])
        #expect(values.map { $0["value"] as? Double } == [80, 80])
    }

    @Test func `an allergen that a nearby station measures comes from the station alone`() async throws {
        try fill()
        let birch = try #require(Taxonomy.standard["birch"])
        let value = AirValue(
            allergen: birch, today: .init(day: today, value: 80, level: .high, index: 6, basis: .measured),
            station: "basel", distance: 10, tomorrow: nil)
        api.air.values.value = [value]
        let air = try await json("/v1/air?lon=9.5&lat=53.5")
        let region = try #require((air["regions"] as? [[String: Any]])?.first)
        let classes = try #require(region["classes"] as? [[String: Any]])
        #expect(classes.map { $0["code"] as? String } == ["1"])
    }

    @Test func `the class scales are listed with their steps`() async throws {
        let scales = try #require(try await json("/v1/scales")["classScales"] as? [[String: Any]])
        #expect(scales.compactMap { $0["id"] as? String } == ["dwd", "upi", "ean", "ambee", "words"])
        #expect((scales[0]["classes"] as? [[String: Any]])?.compactMap { $0["code"] as? String }.count == 7)
    }

    @Test func `a region is a feature with its outline, and one without an outline has none`() async throws {
        try fill()
        let feature = try await json("/v1/regions/dwd-11")
        #expect((feature["geometry"] as? [String: Any])?["type"] as? String == "MultiPolygon")
        #expect(((feature["properties"] as? [String: Any])?["classes"] as? [Any])?.count == 2)
        let list = try await json("/v1/regions")
        #expect((list["features"] as? [[String: Any]])?.first?["id"] as? String == "dwd-11")
        let dated = try await json("/v1/regions?date=2020-04-08&bbox=0,40,20,60")
        let properties = (dated["features"] as? [[String: Any]])?.first?["properties"] as? [String: Any]
        #expect((properties?["classes"] as? [[String: Any]])?.map { $0["code"] as? String } == ["2-3", "1"])
        let bare = (list["features"] as? [[String: Any]])?.first?["properties"] as? [String: Any]
        #expect(bare?["classes"] == nil, "without a day nothing is known")
        try fill(polygons: [])
        #expect(try await json("/v1/regions/dwd-11")["geometry"] is NSNull)
    }

    @Test(arguments: ["/v1/regions/dwd-99", "/v1/regions/Nord%20see"])
    func `an unknown region is a problem of its own kind`(target: String) async throws {
        let problem = try await json(target, status: 404)
        #expect((problem["type"] as? String)?.hasSuffix("/problems/unknown-region") == true)
    }

    @Test func `a station's classes accompany its readings`() async throws {
        let high = ClassReading(
            place: .station("basel"), subject: .allergen("oak"), day: today, scale: "words", code: "high",
            basis: .measured)
        api.regions.classes.value = [high]
        let all = try await json("/v1/stations/basel/readings")
        #expect((all["classes"] as? [[String: Any]])?.map { $0["codeName"] as? String } == ["high"])
        let birch = try await json("/v1/stations/basel/readings?allergen=birch")
        #expect((birch["classes"] as? [Any])?.isEmpty == true)
    }
}
