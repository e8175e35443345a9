import Alerts
import Allergens
import Foundation
import Geography
import HTTPTypes
import HummingbirdTesting
import NIOCore
import SampleTesting
import Synchronization
import Testing

@testable import API
@testable import HTTP

@Suite struct ResearchTests {
    private let api = TestAPI()
    private static let path = "/v1/research/reports"

    private func get(
        _ query: String = "", as bearer: String = "researcher", accepting type: String = "application/json"
    ) async throws -> (status: HTTPResponse.Status, headers: HTTPFields, text: String) {
        let headers: HTTPFields = [.authorization: "Bearer \(bearer)", .accept: type]
        let kept = Kept()
        try await api.test { client in
            try await client.execute(uri: Self.path + query, method: .get, headers: headers) { answer in
                kept.answer.withLock { $0 = (answer.status, answer.headers, String(buffer: answer.body)) }
            }
        }
        return try #require(kept.answer.withLock { $0 })
    }

    private final class Kept: Sendable {
        let answer = Mutex<(status: HTTPResponse.Status, headers: HTTPFields, text: String)?>(nil)
    }

    private func keep(_ count: Int) {
        api.records.research.value = (1...Int64(count)).map {
            ResearchReport(
                number: $0, cell: .basel, hour: noon, allergens: ["birch", "oak"],
                symptoms: [.cough, .sneezing], confirmations: 2)
        }
    }

    @Test func `only researchers read reports for research`() async throws {
        for (bearer, status) in [("anna", 403), ("moderator", 403), ("basel", 403), ("nobody", 401)] {
            #expect(try await get(as: bearer).status.code == status, "\(bearer)")
        }
        #expect(try await get().status == .ok)
    }

    @Test func `a report reveals nothing about its author, as JSON or as a table`() async throws {
        keep(1)
        let json = try await get()
        let cell = "[\(Coordinate.basel.longitude),\(Coordinate.basel.latitude)]"
        let expected =
            #"{"reports":[{"allergens":["birch","oak"],"cell":\#(cell),"confirmations":2,"#
            + #""hour":"2020-04-08T12:00:00Z","symptoms":["cough","sneezing"]}]}"#
        #expect(json.text == expected && json.headers[.link] == nil)
        #expect(json.headers[.cacheControl] == Freshness.personal)
        for csv in [try await get("?format=csv"), try await get(accepting: "text/csv")] {
            #expect(csv.headers[.contentType] == "text/csv; charset=utf-8")
            #expect(
                csv.text.hasPrefix(
                    "hour,longitude,latitude,allergens,symptoms,confirmations\r\n2020-04-08T12:00:00Z,"))
            #expect(csv.text.hasSuffix(",birch oak,cough sneezing,2\r\n"))
        }
        #expect(try await get("?format=xml").status == .badRequest)
    }

    @Test func `pages link to one another`() async throws {
        keep(ResearchRoutes.pageSize + 3)
        let first = try await get("?allergen=birch&after=1&from=2020-03-01")
        let next = ResearchRoutes.pageSize + 1
        #expect(first.text.hasPrefix(#"{"next":\#(next),"#))
        #expect(
            first.headers[.link]
                == "<\(Self.path)?allergen=birch&from=2020-03-01&after=\(next)>; rel=\"next\"")
        let last = try await get("?after=\(next)")
        #expect(!last.text.contains("next") && last.headers[.link] == nil)
        let query = try #require(api.records.researchQueries.value.first)
        #expect(query.allergen == "birch" && query.after == 1 && query.days.upperBound == today)
        #expect(query.days.lowerBound == CivilDate("2020-03-01"))
    }

    @Test(arguments: [
        "from=2020-04-09&to=2020-04-01", "from=2010-01-01", "from=yesterday", "bbox=1,2,3",
        "allergen=dust-of-mars",
        "after=0", "after=x", "after=1&after=2",
    ])
    func `an invalid query is refused`(query: String) async throws {
        #expect(try await get("?\(query)").status == .badRequest, "\(query)")
    }
}
