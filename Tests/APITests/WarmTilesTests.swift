import Allergens
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import SampleTesting
import Synchronization
import Testing

@testable import API
@testable import HTTP

@Suite struct WarmTilesTests {
    private let warm = WarmTiles()
    private let target = "/tiles/birch/7/66/45.png"

    private func keep(_ target: String, stamp: Int = 1, in warm: WarmTiles? = nil) {
        let bytes = ByteBuffer(string: target)
        (warm ?? self.warm).keep(
            WarmTiles.Entry(bytes: bytes, etag: "\"abc\"", stamp: stamp, today: today), for: request(target))
    }

    private func head(
        _ target: String, method: HTTPRequest.Method = .get, headers: HTTPFields = [:]
    ) -> HTTPRequest { request(target, method: method, headers: headers).head }

    @Test func `a tile stays warm while stamp and day are unchanged`() {
        keep(target)
        #expect(warm.answer(to: head(target), stamp: 1, today: today)?.head.status == .ok)
        #expect(warm.answer(to: head(target), stamp: 2, today: today) == nil)
        #expect(warm.answer(to: head(target), stamp: 1, today: today.adding(days: 1)) == nil)
        keep(target, stamp: 2)
        #expect(warm.answer(to: head(target), stamp: 2, today: today)?.head.status == .ok)
    }

    @Test func `another target or method is not warm`() {
        keep(target)
        keep("/v1/stations")
        for other in ["\(target)?date=2020-04-08", "/tiles/grass/7/66/45.png", "/v1/stations", "/"] {
            #expect(warm.answer(to: head(other), stamp: 1, today: today) == nil, "\(other)")
        }
        for method in [HTTPRequest.Method.post, .put, .delete, .options] {
            #expect(warm.answer(to: head(target, method: method), stamp: 1, today: today) == nil)
        }
    }

    @Test func `a client that has a warm tile gets 304`() {
        keep(target)
        let held = head(target, headers: [.ifNoneMatch: "\"abc\""])
        #expect(warm.answer(to: held, stamp: 1, today: today)?.head.status == .notModified)
    }

    @Test func `the newest tiles are cached, up to a number of bytes`() {
        let small = WarmTiles(capacity: 20_000)
        let targets = (0..<500).map { "/tiles/birch/22/0/\($0).png" }
        for target in targets { keep(target, in: small) }
        let kept = targets.count { small.answer(to: head($0), stamp: 1, today: today) != nil }
        #expect((20..<500).contains(kept))
        #expect(small.keptBytes <= 20_000)
        #expect(small.answer(to: head(targets[targets.count - 1]), stamp: 1, today: today) != nil)
    }

    @Test func `a tile with an absurdly long address is not cached`() {
        let long = "/tiles/birch/1/0/0.png?x=" + String(repeating: "a", count: 600)
        keep(long)
        #expect(warm.answer(to: head(long), stamp: 1, today: today) == nil)
    }

    @Test func `a repeated request is not drawn again until something changes`() async throws {
        let api = TestAPI()
        try await api.test { [target] client in
            let drawings = { api.tiles.drawings.value }
            let first = try await client.execute(uri: target, method: .get)
            let second = try await client.execute(uri: target, method: .get)
            #expect(first.status == .ok && drawings() == 1)
            #expect(String(buffer: first.body) == "birch 7/66/45@1 2020-04-08 0")
            #expect(second.body == first.body && second.headers[.eTag] == first.headers[.eTag])
            for name in [HTTPField.Name.accessControlAllowOrigin, .cacheControl, .contentType] {
                #expect(first.headers[name] != nil && first.headers[name] == second.headers[name])
            }
            api.tiles.stamped.value += 1
            #expect(try await client.execute(uri: target, method: .get).headers[.eTag] == "\"1\"")
            #expect(drawings() == 2)
            api.clock.value.addTimeInterval(86_400)
            let next = try await client.execute(uri: target, method: .get)
            #expect(String(buffer: next.body) == "birch 7/66/45@1 2020-04-09 1")
        }
    }

    @Test func `HEAD is answered with the headers of GET and without a body, cold and warm`() async throws {
        try await TestAPI().test { [target] client in
            let cold = try await client.execute(uri: target, method: .head)
            let warm = try await client.execute(uri: target, method: .head)
            let get = try await client.execute(uri: target, method: .get)
            for head in [cold, warm] {
                #expect(head.status == .ok && head.body.readableBytes == 0)
                #expect(head.headers[.eTag] == get.headers[.eTag])
                #expect(head.headers[.contentLength] == "\(get.body.readableBytes)")
            }
        }
    }
}
