import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import SampleTesting
import Testing

@testable import API
@testable import HTTP

@Suite struct ValueTileRouteTests {
    @Test func `a tile of values says its cells in degrees, and stays below 8 kB with the longest numbers`()
        async throws
    {
        try await TestAPI().test { client in
            let answer = try await client.execute(uri: "/v1/grid/birch/7/133/30", method: .get)
            #expect(answer.status == .ok && answer.body.readableBytes <= 8_192)
            #expect(answer.headers[.cacheControl] == "public, max-age=60")
            let tile = try JSONDecoder().decode(JSONTree.self, from: Data(answer.body.readableBytesView))
            #expect(tile["origin"]?["longitude"] == .number(7.03125))
            #expect(tile["origin"]?["latitude"] == .number(46.40625))
            #expect(tile["step"] == .number(0.043_945_312_5) && tile["rows"] == .whole(32))
            #expect(tile["start"] == .whole(18_360 * 86_400_000))
            let values = tile["values"]?.elements ?? []
            #expect(values.count == 1_024 && values[0] == .null && values[1] == .whole(101_000))
        }
    }

    @Test func `a client that holds the tile is answered 304, and no tile is estimated twice`() async throws {
        let api = TestAPI()
        try await api.test { client in
            let first = try await client.execute(uri: "/v1/grid/birch/7/133/30", method: .get)
            let etag = try #require(first.headers[.eTag])
            let again = try await client.execute(
                uri: "/v1/grid/birch/7/133/30", method: .get, headers: [.ifNoneMatch: etag])
            #expect(again.status == .notModified && again.body.readableBytes == 0)
            _ = try await client.execute(uri: "/v1/grid/birch/7/133/30", method: .get)
        }
        #expect(api.valueTiles.estimated.value == 1)
    }

    @Test(arguments: [
        ("birch/3/1/1", HTTPResponse.Status.notFound), ("birch/8/1/1", .notFound),
        ("birch/7/256/1", .notFound), ("birch/7/1/128", .notFound), ("birch/7/01/1", .notFound),
        ("birch+grass/7/1/1", .notFound), ("birch/7/1/1?date=2020-04-10", .badRequest),
    ])
    func `a tile that does not exist is refused by name`(target: String, status: HTTPResponse.Status)
        async throws
    {
        try await TestAPI().test { client in
            let answer = try await client.execute(uri: "/v1/grid/\(target)", method: .get)
            #expect(answer.status == status)
            #expect(String(buffer: answer.body).contains("\"parameter\""))
        }
    }

    @Test(arguments: [
        (0.004, 0), (1.234, 1.23), (9.996, 10), (12.34, 12.3), (123.4, 123), (1_234, 1_230), (98_765, 98_800),
    ])
    func `values have three digits, and never more than two behind the point`(value: Double, short: Double) {
        #expect(ValueTileWire.shortened(value) == short)
    }
}
