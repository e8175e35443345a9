import Foundation
import Observations
import People
import SampleTesting
import Testing

@testable import Storage

@Suite struct StationKeyTests {
    let opened: OpenedArchive

    init() async throws {
        opened = try OpenedArchive()
        try await opened.store.add([.sample(), .sample("bern")])
    }

    private func add(
        _ id: String, for station: Station.ID = "basel", replacing former: (String, Date)? = nil,
        at now: Date = noon
    ) async throws {
        try await opened.store.addKey(
            Credential(id: id, hash: Data(repeating: 7, count: 32), principal: .station(station)),
            label: "of \(id)", replacing: former, at: now)
    }

    @Test func `keys are listed with their labels and the time of their last use`() async throws {
        try await add("one")
        try await opened.store.noteUses(["one": noon, "unknown": noon])
        try await opened.store.noteUses(["one": noon.addingTimeInterval(-60)])
        let keys = try await opened.store.keys(of: "basel")
        #expect(keys == [StationKey(id: "one", label: "of one", created: noon, lastUsed: noon, ends: nil)])
        #expect(try await opened.store.keys(of: "bern").isEmpty)
    }

    @Test func `a replaced key ends when its time is up, and never later than planned`()
        async throws
    {
        try await add("one")
        let end = noon.addingTimeInterval(3_600)
        try await add("two", replacing: ("one", end))
        #expect(try await opened.store.credential("one")?.ends == end)
        #expect(try await opened.store.credential("two")?.ends == nil)
        try await add("three", replacing: ("one", end.addingTimeInterval(3_600)))
        #expect(try await opened.store.credential("one")?.ends == end)
        await #expect(throws: KeyRefusal.unknownKey) {
            try await add("four", replacing: ("one", end), at: end.addingTimeInterval(1))
        }
        #expect(try await opened.store.credential("four") == nil)
    }

    @Test func `a key of another station can be neither replaced nor revoked`() async throws {
        try await add("one")
        try await add("other", for: "bern")
        await #expect(throws: KeyRefusal.unknownKey) { try await add("two", replacing: ("other", noon)) }
        await #expect(throws: KeyRefusal.unknownKey) {
            try await opened.store.revokeKey("other", of: "basel", sparingLast: false, at: noon)
        }
        #expect(try await opened.store.credential("other")?.ends == nil)
    }

    @Test func `the last key cannot be revoked when it must be spared`() async throws {
        try await add("one")
        await #expect(throws: KeyRefusal.last) {
            try await opened.store.revokeKey("one", of: "basel", sparingLast: true, at: noon)
        }
        #expect(try await opened.store.credential("one")?.ends == nil)
        try await add("two")
        try await opened.store.revokeKey("one", of: "basel", sparingLast: true, at: noon)
        #expect(try await opened.store.credential("one")?.ends == noon)
        try await opened.store.revokeKey("two", of: "basel", sparingLast: false, at: noon)
    }

    @Test func `a key that ends soon does not count as another key`() async throws {
        try await add("one")
        try await add("two")
        let end = noon.addingTimeInterval(3_600).stored
        try await opened.execute("UPDATE credential SET ends = \(end) WHERE id = 'one'")
        await #expect(throws: KeyRefusal.last) {
            try await opened.store.revokeKey("two", of: "basel", sparingLast: true, at: noon)
        }
    }

    @Test func `the number of valid keys of a station is limited`() async throws {
        for number in 1...StationKey.limit { try await add("key\(number)") }
        await #expect(throws: KeyRefusal.tooMany) { try await add("another") }
        try await opened.store.revokeKey("key1", of: "basel", sparingLast: true, at: noon)
        try await add("another", at: noon.addingTimeInterval(1))
    }

    @Test func `replaced keys do not count toward the limit, but have a limit of their own`()
        async throws
    {
        let end = noon.addingTimeInterval(3_600)
        for number in 1...StationKey.limit { try await add("key\(number)") }
        for number in 1...StationKey.endingLimit {
            let former = number == 1 ? "key1" : "new\(number - 1)"
            try await add("new\(number)", replacing: (former, end))
        }
        let last = "new\(StationKey.endingLimit)"
        await #expect(throws: KeyRefusal.tooMany) { try await add("another", replacing: (last, end)) }
        #expect(try await opened.store.credential(last)?.ends == nil)
        try await add("another", replacing: (last, end), at: end)
    }

    @Test func `ended keys are forgotten in time, and only a limited number is remembered`() async throws {
        try await add("stays")
        for number in 0...StationKey.endedLimit {
            let instant = noon.addingTimeInterval(Double(number))
            try await add("key\(number)", at: instant)
            try await opened.store.revokeKey("key\(number)", of: "basel", sparingLast: false, at: instant)
        }
        let keys = try await opened.store.keys(of: "basel")
        #expect(keys.count == StationKey.endedLimit + 1 && !keys.contains { $0.id == "key0" })
        let last = noon.addingTimeInterval(Double(StationKey.endedLimit))
        try await opened.store.forgetKeys(at: last.addingTimeInterval(StationKey.remembered))
        #expect(
            try await opened.store.keys(of: "basel").map(\.id) == ["key\(StationKey.endedLimit)", "stays"])
        try await opened.store.forgetKeys(at: last.addingTimeInterval(StationKey.remembered + 1))
        #expect(try await opened.store.keys(of: "basel").map(\.id) == ["stays"])
    }
}
