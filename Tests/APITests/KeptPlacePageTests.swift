import Allergens
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Observations
import SampleTesting
import Testing

@testable import API
@testable import HTTP

/// Pages of places that are composed once for many readers.
@Suite struct KeptPlacePageTests {
    private let api = TestAPI(address: "https://breathe.example")

    private func get(_ path: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
        try await api.test { try await $0.execute(uri: path, method: .get, headers: headers) }
    }

    /// Lets the air at Basel have so much birch.
    private func measure(_ value: Double) throws {
        let estimate = AirValue.Estimate(
            day: today, value: value, level: .high, index: 6, basis: .measured)
        api.air.values.value = [
            AirValue(
                allergen: try #require(Taxonomy.standard["birch"]), today: estimate, station: "basel",
                distance: 4_210, tomorrow: nil)
        ]
    }

    @Test func `a page is composed for its first reader, and anew for a new reading`() async throws {
        try measure(150)
        let first = try await get("/place/basel")
        #expect(first.status == .ok && api.placePages.composed == 1)
        let second = try await get("/place/basel", [.acceptLanguage: "en-GB", .userAgent: "another"])
        #expect(api.placePages.composed == 1 && second.body == first.body)
        #expect(second.headers[.eTag] == first.headers[.eTag] && second.status == .ok)
        try measure(151)
        let third = String(buffer: try await get("/place/basel").body)
        #expect(api.placePages.composed == 2 && third.contains("151 grains/m³"))
        #expect(third.contains("150 grains/m³") == false, "the former reading")
    }

    @Test func `a reader who holds the page gets no other, and nothing is composed for it`() async throws {
        try measure(150)
        for encoding in ["", "gzip"] {
            let first = try await get("/place/basel", [.acceptEncoding: encoding])
            let etag = try #require(first.headers[.eTag])
            #expect(etag.hasSuffix("-gzip\"") == (encoding == "gzip"))
            let again = try await get("/place/basel", [.acceptEncoding: encoding, .ifNoneMatch: etag])
            #expect(again.status == .notModified && again.body.readableBytes == 0)
            #expect(again.headers[.eTag] == etag && api.placePages.composed == 1)
        }
    }

    @Test(arguments: [
        HTTPField(name: .acceptLanguage, value: "de"), HTTPField(name: .cookie, value: "language=fr"),
    ])
    func `each language has a page of its own`(field: HTTPField) async throws {
        try measure(150)
        let english = try await get("/place/basel")
        let other = try await get("/place/basel", [field.name: field.value])
        #expect(api.placePages.composed == 2 && api.placePages.count == 2)
        #expect(other.headers[.contentLanguage] != english.headers[.contentLanguage])
        #expect(other.body != english.body)
    }

    @Test func `each day and each place has a page of its own`() async throws {
        try measure(150)
        let yesterday = today.adding(days: -1)
        let paths = [
            "/place/basel", "/place/basel?date=\(today)", "/place/basel?date=\(yesterday)",
            "/place/47.50,7.60", "/station/basel",
        ]
        for path in paths + paths { #expect(try await get(path).status == .ok, "\(path)") }
        #expect(api.placePages.composed == paths.count && api.placePages.count == paths.count)
        api.clock.value = noon.addingTimeInterval(86_400)
        _ = try await get("/place/basel")
        #expect(api.placePages.composed == paths.count + 1)
    }

    @Test(arguments: [
        HTTPField(name: .cookie, value: "session=bew_1"),
        HTTPField(name: .authorization, value: "Bearer bea_1"),
    ])
    func `who is signed in gets a page composed anew, which nobody else gets`(field: HTTPField) async throws {
        try measure(150)
        let signedIn: HTTPFields = [field.name: field.value]
        for composed in 1...2 {
            #expect(try await get("/place/basel", signedIn).status == .ok)
            #expect(api.placePages.composed == composed && api.placePages.count == 0)
        }
        let guest = try await get("/place/basel")
        #expect(api.placePages.composed == 3 && api.placePages.count == 1)
        let member = try await get("/place/basel", signedIn)
        #expect(api.placePages.composed == 4 && member.body == guest.body)
    }
}
