import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Observations
import SampleTesting
import Synchronization
import Testing

@testable import API

@Suite struct FeedRoutesTests {
    private func health(_ state: FeedHealth.State, _ fault: FeedFault?) -> FeedHealth {
        FeedHealth(
            name: "sample", title: "Sample", source: "A provider", licence: "CC BY 4.0",
            attribution: "Source: A",
            state: state, addresses: 16, failing: 1, lastAttempt: noon,
            lastSuccess: noon.addingTimeInterval(-60),
            lastChange: nil, nextAttempt: noon.addingTimeInterval(3_600), fault: fault)
    }

    @Test func `feeds are listed with their state, times and fault, cacheable for a minute`() async throws {
        let api = TestAPI()
        api.feeds.kept.value = [health(.stale, .tooManyRequests)]
        try await api.test { client in
            let answer = try await client.execute(uri: "/v1/feeds", method: .get)
            #expect(answer.status == .ok)
            #expect(
                String(buffer: answer.body)
                    == #"{"feeds":[{"addresses":16,"attribution":"Source: A","error":{"detail":"#
                    + #""The provider asks for fewer requests.","kind":"tooManyRequests"},"failing":1,"#
                    + #""lastAttempt":"2020-04-08T12:00:00Z","lastSuccess":"2020-04-08T11:59:00Z","#
                    + #""licence":"CC BY 4.0","name":"sample","nextAttempt":"2020-04-08T13:00:00Z","#
                    + #""source":"A provider","state":"stale","title":"Sample"}]}"#)
            #expect(answer.headers[.cacheControl] == "public, max-age=60")
            #expect(answer.headers[.accessControlAllowOrigin] == "*")
            let etag = try #require(answer.headers[.eTag])
            let again = try await client.execute(
                uri: "/v1/feeds", method: .get, headers: [.ifNoneMatch: etag])
            #expect(again.status == .notModified)
            api.feeds.kept.value = [health(.ok, nil)]
            let changed = try await client.execute(
                uri: "/v1/feeds", method: .get, headers: [.ifNoneMatch: etag])
            #expect(changed.status == .ok)
            #expect(!String(buffer: changed.body).contains("error"))
        }
    }

    @Test func `without feeds the list is empty`() async throws {
        try await TestAPI().test { client in
            let answer = try await client.execute(uri: "/v1/feeds", method: .get)
            #expect(String(buffer: answer.body) == #"{"feeds":[]}"#)
        }
    }
}
