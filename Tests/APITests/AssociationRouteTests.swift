import Allergens
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Observations
import SampleTesting
import Testing

@testable import API
@testable import HTTP

/// `GET /v1/me/diary/associations`: a diary of three weeks beside what was measured.
@Suite struct AssociationRouteTests {
    private static let owner: HTTPFields = [.authorization: "Bearer anna"]
    private let today = CivilDate(daysSinceEpoch: 18_360)

    private func sent(
        _ method: HTTPRequest.Method, _ path: String, _ body: String, as type: String,
        to client: any TestClientProtocol
    ) async throws {
        var headers = Self.owner
        headers[.contentType] = type
        let response = try await client.execute(
            uri: path, method: method, headers: headers, body: ByteBuffer(string: body))
        #expect(response.status.kind == .successful, "\(String(buffer: response.body))")
    }

    private func associations(_ client: any TestClientProtocol) async throws -> JSONTree {
        let response = try await client.execute(
            uri: "/v1/me/diary/associations", method: .get, headers: Self.owner)
        #expect(response.status == .ok && response.headers[.contentType] == "application/json")
        let bytes = Data(response.body.readableBytesView)
        let answer = try JSONDecoder().decode(JSONTree.self, from: bytes)
        #expect(try JSON.encoder.encode(answer) == bytes, "an encoder writes the same bytes")
        return answer
    }

    /// Writes a day of each week with and without symptoms, in step with the birch in the air.
    private func fill(_ api: TestAPI, _ client: any TestClientProtocol) async throws {
        var values: [CivilDate: Double] = [:]
        for back in 0..<21 {
            let day = today.adding(days: -back)
            let isBad = back / 5 % 2 == 0
            values[day] = isBad ? 900 : 0
            try await sent(
                .patch, "/v1/me/diary/\(day)",
                #"{"said":"\#(day)T11:00:00Z","answers":{"vasOverall":\#(isBad ? 60 + back : 0)}}"#,
                as: "application/merge-patch+json", to: client)
        }
        api.air.measured.value = MeasuredAir(
            stations: [], series: ["birch": MeasuredAir.Series(stations: [], values: values)])
        try await sent(
            .post, "/v1/me/fences",
            """
            {"name":"Home","area":{"type":"Point","coordinates":[7.6,47.5]},"radius":900,
            "allergens":[{"allergen":"birch"}]}
            """, as: "application/json", to: client)
    }

    @Test func `three weeks beside birch come with a number, an interval and a point for each day`()
        async throws
    {
        let api = TestAPI()
        try await api.test { client in
            try await fill(api, client)
            let answer = try await associations(client)
            #expect(answer["measure"] == .text("vasOverall") && answer["entries"] == .whole(21))
            #expect(answer["fences"] == .list([.text("Home")]))
            let birch = try #require(answer["associations"]?.elements.first)
            #expect(birch["allergen"] == .text("birch") && birch["count"] == .whole(21))
            #expect(birch["correlation"] != nil && birch["low"] != nil && birch["high"] != nil)
            let points = birch["points"]?.elements ?? []
            #expect(points.count == 21)
            #expect(points.first?["day"] == .text("\(today.adding(days: -20))"))
            let last = try #require(points.last)
            #expect(last.members.count == 3 && last["day"] == .text("\(today)"))
            #expect(last["exposure"] == .whole(900) && last["symptoms"] == .whole(60))
        }
    }

    @Test func `without entries nothing is said`() async throws {
        try await TestAPI().test { client in
            let answer = try await associations(client)
            #expect(answer["associations"] == .list([]) && answer["entries"] == .whole(0))
        }
    }
}
