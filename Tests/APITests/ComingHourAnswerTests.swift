import Allergens
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Observations
import SampleTesting
import SeededTesting
import Testing

@testable import API
@testable import HTTP

/// How the coming hours of a place are written and kept.
@Suite struct ComingHourAnswerTests {
    private let api = TestAPI()

    /// Hours of two allergens from a moment on, with random values.
    private func hours(
        seed: UInt64, from start: Date = noon, count: Int = ComingHours.count, knowsWeather: Bool = true
    ) throws -> [ComingHours] {
        var generator = SeededGenerator(seed: seed)
        return try ["birch", "grass"].map { id in
            let hours = try (1...count).map { hour in
                let value = Double.random(in: 0...3_000, using: &generator)
                let interval = try #require(ForecastInterval(low: value / 2, high: value * 4))
                return ComingHours.Hour(
                    end: start.addingTimeInterval(Double(hour) * 3_600), value: value.rounded(), level: .high,
                    basis: hour % 5 == 0 ? .simulated : .modelled,
                    interval: hour % 7 == 0 ? try #require(interval.moved(from: 1, to: 2)) : interval,
                    knowsWeather: knowsWeather)
            }
            return ComingHours(
                allergen: try #require(Taxonomy.standard[Allergen.ID(rawValue: id)]), hours: hours)
        }
    }

    private static func get(
        _ client: any TestClientProtocol, _ headers: HTTPFields
    ) async throws -> TestResponse {
        try await client.execute(uri: "/v1/air/hours?lon=7.6&lat=47.5", method: .get, headers: headers)
    }

    /// What a client reads.
    private struct Answer: Decodable {
        struct Interval: Decodable {
            let low: Double
            let high: Double
            let probability: Double?
        }

        struct Hour: Decodable {
            let time: Date
            let value: Double
            let level: Level
            let basis: Basis
            let interval: Interval
            let knowsWeather: Bool
        }

        struct Entry: Decodable {
            let allergen: Allergen.ID
            let name: String
            let unit: ConcentrationUnit?
            let hours: [Hour]
        }

        let allergens: [Entry]
    }

    @Test(arguments: UInt64(0)..<5)
    func `the hours are written as an encoder writes them, and read as they were`(seed: UInt64) throws {
        let hours = try hours(seed: seed)
        let bytes = Data(ComingHoursWire(allergens: hours).json().readableBytesView)
        #expect(try JSON.encoder.encode(JSONDecoder().decode(JSONTree.self, from: bytes)) == bytes)
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let answer = try decoder.decode(Answer.self, from: bytes)
        #expect(answer.allergens.map(\.allergen) == hours.map(\.allergen.id))
        #expect(answer.allergens.map(\.name) == hours.map(\.allergen.name))
        #expect(answer.allergens.map(\.unit) == hours.map(\.allergen.unit))
        let pairs = zip(answer.allergens.flatMap(\.hours), hours.flatMap(\.hours))
        #expect(answer.allergens.map(\.hours.count) == hours.map(\.hours.count))
        for (read, hour) in pairs {
            #expect(read.time == hour.end && read.value == hour.value && read.level == hour.level)
            #expect(read.basis == hour.basis && read.knowsWeather == hour.knowsWeather)
            #expect(read.interval.low == hour.interval.low.inHundredths)
            #expect(read.interval.high == hour.interval.high.inHundredths)
            let probability = hour.interval.isMoved ? nil : ForecastInterval.probability
            #expect(read.interval.probability == probability)
        }
    }

    @Test func `equal hours are written once, and everything that they tell makes another answer`() throws {
        let kept = KeptHours()
        let first = try hours(seed: 1)
        let tag = kept.answer(first, compressed: false).etag
        #expect(kept.answer(try hours(seed: 1), compressed: false).etag == tag && kept.count == 1)
        let others = [
            try hours(seed: 2), try hours(seed: 1, from: noon.addingTimeInterval(3_600)),
            try hours(seed: 1, count: ComingHours.count - 1), try hours(seed: 1, knowsWeather: false),
            first.reversed(), [first[0]], [ComingHours(allergen: first[1].allergen, hours: first[0].hours)],
            [],
        ]
        for (place, other) in others.enumerated() {
            let answer = kept.answer(other, compressed: false)
            #expect(answer.etag != tag && kept.count == place + 2)
            #expect(answer.entity.bytes == ComingHoursWire(allergens: other).json())
        }
        #expect(
            kept.answer(first, compressed: false).entity.bytes == ComingHoursWire(allergens: first).json())
    }

    @Test(arguments: [HTTPFields(), [.acceptEncoding: "gzip"]])
    func `an answer holds until the hours change`(headers: HTTPFields) async throws {
        let air = api.air
        let isPacked = !headers.isEmpty
        let (first, second) = (try hours(seed: 1), try hours(seed: 2))
        try await api.test { client in
            var tags: [String] = []
            // After a change back, the first answer is right again.
            for hours in [first, second, first] {
                air.coming.value = hours
                let text = ComingHoursWire(allergens: hours).json()
                let answer = try await Self.get(client, headers)
                #expect((answer.headers[.contentEncoding] == "gzip") == isPacked)
                #expect(answer.body == (isPacked ? Compression.gzip(text) : text))
                #expect(answer.headers[.vary]?.contains("accept-encoding") == true)
                #expect(answer.headers[.cacheControl] == Freshness.shared)
                tags.append(try #require(answer.headers[.eTag]))
                for (tag, isHeld) in [(tags[0], tags.last == tags[0]), (tags.last, true)] {
                    var again = headers
                    again[.ifNoneMatch] = tag
                    let status = try await Self.get(client, again).status
                    #expect(status == (isHeld ? .notModified : .ok))
                }
            }
            #expect(tags[0] == tags[2] && tags[0] != tags[1])
        }
    }

    @Test func `names of an object are in order beside those of the objects in it, and texts are escaped`() {
        var writer = JSONWriter()
        writer.object { outer in
            outer.name("b")
            outer.object { inner in
                inner.name("a")
                inner.value(#"a "quoted" \ text"#)
            }
            outer.name("c")
            outer.list { list in for number in [1, 0.5, 1e20, .infinity] { list.value(number) } }
            outer.name("d")
            outer.list { _ in }
            outer.name("e")
            outer.value(true)
        }
        let text = String(decoding: writer.bytes, as: UTF8.self)
        #expect(text == #"{"b":{"a":"a \"quoted\" \\ text"},"c":[1,0.5,1e+20,null],"d":[],"e":true}"#)
    }
}
