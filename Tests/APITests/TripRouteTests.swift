import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import SampleTesting
import Testing

@testable import API
@testable import HTTP

@Suite struct TripRouteTests {
    private static let train = """
        {"start": "2020-04-08T06:12:04.900Z", "end": "2020-04-08T08:56:40+02:00", "mode": "train",
         "distance": 52310, "carbon": {"grams": 1569.3, "country": "GB", "year": 2019},
         "exposures": [{"allergen": "birch", "lowest": 0, "highest": 41.2, "knownMinutes": 39.5, "unknownMinutes": 5.1}]}
        """

    private func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String = "", to client: any TestClientProtocol,
        status: HTTPResponse.Status = .ok
    ) async throws -> JSONTree {
        let answer = try await client.execute(
            uri: "/v1/me/trips\(path)", method: method,
            headers: [.authorization: "Bearer anna", .contentType: "application/json"],
            body: ByteBuffer(string: body))
        #expect(answer.status == status, "\(String(buffer: answer.body))")
        guard answer.body.readableBytes > 0 else { return .null }
        return try JSONDecoder().decode(JSONTree.self, from: Data(answer.body.readableBytesView))
    }

    /// A trip of an hour on foot, with one member replaced.
    private static func trip(_ member: String, _ value: String) -> String {
        var members = [
            "start": "\"2020-04-07T06:00:00Z\"", "end": "\"2020-04-07T07:00:00Z\"", "mode": "\"onFoot\"",
            "distance": "4000",
        ]
        members[member] = value
        return "{" + members.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ",") + "}"
    }

    private static func exposure(
        of allergen: String = "birch", lowest: Int = 0, known: Int = 1, and more: String = ""
    ) -> String {
        """
        [{"allergen": "\(allergen)", "lowest": \(lowest), "highest": 1, "knownMinutes": \(known),
          "unknownMinutes": 0\(more)}]
        """
    }

    private static func document(_ trip: String) -> String { "{\"trips\": [\(trip)]}" }

    @Test func `a trip is kept once, read back without a place, corrected and deleted`() async throws {
        try await TestAPI().test { client in
            for (kept, unchanged) in [(1, 0), (0, 1)] {
                let receipt = try await send(.post, "", "{\"trips\": [\(Self.train)]}", to: client)
                #expect(receipt["kept"] == .whole(kept) && receipt["unchanged"] == .whole(unchanged))
            }
            let path = "/2020-04-08T06:12:04Z"
            let trip = try await send(.get, path, to: client)
            #expect(trip["minutes"] == .number(44.6) && trip["carbon"]?["grams"] == .number(1_569.3))
            #expect(trip["exposures"]?.elements.first?["highest"] == .number(41.2))
            let walk = try await send(.patch, path, #"{"mode": "onFoot"}"#, to: client)
            #expect(walk["mode"] == .text("onFoot") && walk["carbon"] == nil)
            #expect(walk["exposures"]?.elements.first?["lowest"] == .number(41.2))
            _ = try await send(.delete, path, to: client, status: .noContent)
            _ = try await send(.get, path, to: client, status: .notFound)
            #expect(try await send(.get, "", to: client)["trips"]?.elements.isEmpty == true)
        }
    }

    @Test(arguments: [
        ("start", "\"yesterday\"", "/start", "start"),
        ("start", "\"1999-12-31T23:00:00Z\"", "/start", "start"),
        ("end", "\"2020-04-07T06:00:00Z\"", "/end", "end"),
        ("end", "\"2020-04-10T06:00:01Z\"", "/end", "end"),
        ("mode", "\"boat\"", "/mode", "mode"), ("distance", "-1", "/distance", "distance"),
        ("distance", "1440001", "/distance", "distance"),
        ("carbon", #"{"grams": 0, "country": "GB", "year": 2019}"#, "/carbon/country", "carbon"),
        ("exposures", exposure(of: "pine nut"), "/exposures/0/allergen", "exposures"),
        ("exposures", exposure(lowest: 2), "/exposures/0/lowest", "exposures"),
        ("exposures", exposure(known: 62), "/exposures/0/knownMinutes", "exposures"),
    ])
    func `a mistake is named with its member, and other trips are kept`(
        member: String, value: String, pointer: String, reason: String
    ) async throws {
        try await TestAPI().test { client in
            let receipt = try await send(
                .post, "", "{\"trips\": [\(Self.trip(member, value)), \(Self.train)]}", to: client)
            #expect(receipt["kept"] == .whole(1))
            let refusal = receipt["refused"]?.elements.first
            #expect(refusal?["at"] == .text("/trips/0\(pointer)") && refusal?["reason"] == .text(reason))
        }
    }

    @Test func `carbon is at most what the named factor gives, and may be shared`() async throws {
        try await TestAPI().test { client in
            for (grams, kept) in [(600.0, 0), (350, 1)] {
                let receipt = try await send(
                    .post, "",
                    """
                    {"trips": [{"start": "2020-04-07T06:00:00Z", "end": "2020-04-07T07:00:00Z", "mode": "car",
                    "distance": 2000, "carbon": {"grams": \(grams), "country": "GB", "year": 2019}}]}
                    """, to: client)
                #expect(receipt["kept"] == .whole(kept))
            }
        }
    }

    @Test func `a bus may have the means of the European Union, which have no metro`() async throws {
        try await TestAPI().test { client in
            for (mode, kept) in [("metro", 0), ("bus", 1)] {
                let receipt = try await send(
                    .post, "",
                    """
                    {"trips": [{"start": "2020-04-07T06:00:00Z", "end": "2020-04-07T07:00:00Z", "mode": "\(mode)",
                    "distance": 10000, "carbon": {"grams": 800, "country": "EU", "year": 2018}}]}
                    """, to: client)
                #expect(receipt["kept"] == .whole(kept), "\(mode)")
            }
        }
    }

    @Test(arguments: [
        (document(trip("latitude", "47.5")), "/trips/0/latitude"),
        ("{\"trips\": [], \"track\": []}", "/track"),
        (document(trip("exposures", exposure(and: ", \"at\": [7, 47]"))), "/trips/0/exposures/0/at"),
    ])
    func `a member that could hold a position refuses all`(body: String, pointer: String) async throws {
        try await TestAPI().test { client in
            let problem = try await send(.post, "", body, to: client, status: .badRequest)
            #expect(problem["errors"]?.elements.first?["pointer"] == .text(pointer))
            #expect(try await send(.get, "", to: client)["trips"]?.elements.isEmpty == true)
        }
    }

    /// Pages follow each other in both orders, without a gap and without a trip on two of them.
    @Test(arguments: ["oldest", "newest"]) func `trips come in pages`(order: String) async throws {
        let days = (1...5).map { "2020-04-0\($0)" }
        let trips = days.map { day in
            Self.trip("start", "\"\(day)T06:00:00Z\"").replacing("2020-04-07T07", with: "\(day)T07")
        }
        try await TestAPI().test { client in
            _ = try await send(.post, "", Self.document(trips.joined(separator: ",")), to: client)
            var starts: [JSONTree] = []
            var sizes: [Int] = []
            var mark: String? = ""
            while let after = mark {
                let path = "?from=2020-04-01&to=2020-04-30&limit=2&order=\(order)\(after)"
                let page = try await send(.get, path, to: client)
                let elements = try #require(page["trips"]).elements
                sizes.append(elements.count)
                starts += elements.compactMap { $0["start"] }
                mark = page["next"]?.string.map { "&after=\($0)" }
            }
            #expect(sizes == [2, 2, 1])
            let expected = order == "oldest" ? days : days.reversed()
            #expect(starts == expected.map { .text("\($0)T06:00:00Z") })
        }
    }

    @Test(arguments: ["order=best", "limit=0", "limit=501", "limit=x", "after=now"])
    func `a page that cannot be is refused`(query: String) async throws {
        try await TestAPI().test { client in
            let problem = try await send(.get, "?\(query)", to: client, status: .badRequest)
            let name = try #require(query.split(separator: "=").first)
            #expect(problem["errors"]?.elements.first?["parameter"] == .text(String(name)))
        }
    }

    @Test(arguments: [
        "2020-04-07T06:00:00.0000000001Z", "2020-04-07T06:00:60Z", "0000-01-01T00:00:00Z",
        "9999-12-31T23:59:59-23:59", "2020-04-07T06:00:01.5Z", "2020-04-07", "now",
    ])
    func `an address at which no trip can start is that of an unknown trip`(start: String) async throws {
        try await TestAPI().test { client in
            let trip = Self.trip("start", "\"2020-04-07T06:00:00Z\"")
            _ = try await send(.post, "", Self.document(trip), to: client)
            for method in [HTTPRequest.Method.get, .delete] {
                let problem = try await send(method, "/\(start)", to: client, status: .notFound)
                #expect(problem["type"] == .text("/problems/unknown-trip"))
            }
            let answer = try await send(
                .patch, "/\(start)", #"{"mode": "bus"}"#, to: client, status: .notFound)
            #expect(answer["type"] == .text("/problems/unknown-trip"))
            #expect(try await send(.get, "", to: client)["trips"]?.elements.count == 1)
        }
    }

    @Test func `trips of many months at once are refused`() async throws {
        let late = Self.trip("start", "\"2020-04-07T06:00:00Z\"")
        let early = late.replacing("2020-04", with: "2020-02")
        try await TestAPI().test { client in
            let problem = try await send(
                .post, "", Self.document("\(early), \(late)"), to: client, status: .badRequest)
            #expect(problem["detail"] == .text("The trips that are sent at once start within 31 days."))
        }
    }

    @Test func `too many trips at once are refused`() async throws {
        let trips = Array(repeating: Self.train, count: TripRoutes.mostAtOnce + 1).joined(separator: ",")
        try await TestAPI().test { client in
            _ = try await send(.post, "", "{\"trips\": [\(trips)]}", to: client, status: .contentTooLarge)
        }
    }
}
