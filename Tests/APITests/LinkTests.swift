import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import SampleTesting
import Testing

@testable import API
@testable import HTTP

/// Absolute links, and the caches that may keep them.
@Suite struct LinkTests {
    private static let paths = [
        "/tiles/birch.json", "/tiles/basemap.json", "/wmts/1.0.0/WMTSCapabilities.xml", "/ogc",
        "/ogc/collections", "/ogc/collections/birch", "/ogc/collections/birch/items",
        "/ogc/collections/stations/queryables", "/ogc/collections/birch/map/tiles", "/ogc/tileMatrixSets",
        "/openapi.json", "/v1/alerts.atom",
    ]

    private func get(_ path: String, from api: TestAPI) async throws -> TestResponse {
        try await api.test { client in
            try await client.execute(uri: path, method: .get)
        }
    }

    @Test(arguments: paths)
    func `no shared cache keeps links to a host that a client has named`(path: String) async throws {
        let answer = try await get(path, from: TestAPI())
        #expect(answer.status == .ok)
        #expect(answer.headers[.cacheControl] == "private, max-age=60")
        #expect(answer.headers[.vary]?.contains("x-forwarded-proto") == true)
        var held: HTTPFields = [:]
        held[.ifNoneMatch] = answer.headers[.eTag]
        let current = try await TestAPI().test { [held] client in
            try await client.execute(uri: path, method: .get, headers: held)
        }
        #expect(current.status == .notModified)
        #expect(current.headers[.cacheControl] == "private, max-age=60")
    }

    @Test(arguments: paths)
    func `links start with the public address, whatever host a client names`(path: String) async throws {
        let answer = try await get(path, from: TestAPI(address: "https://breathe.example"))
        #expect(answer.status == .ok)
        #expect(answer.headers[.cacheControl] == "public, max-age=60")
        let body = String(buffer: answer.body)
        #expect(!body.contains("localhost"), "\(body)")
        #expect(body.contains("https://breathe.example/"), "\(body)")
    }
}
