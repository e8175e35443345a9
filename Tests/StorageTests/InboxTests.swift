import Alerts
import Allergens
import Foundation
import GRDB
import Geography
import People
import SampleTesting
import Testing

@testable import Storage

@Suite struct InboxTests {
    let opened: OpenedArchive
    let anna: Account.ID
    let bert: Account.ID

    init() async throws {
        opened = try OpenedArchive()
        anna = try await opened.account("anna")
        bert = try await opened.account("bert")
        for account in [anna, bert] {
            try await opened.store.add(
                .sample("home-\(account.rawValue)", of: account),
                footprint: FenceFootprint(
                    anchor: .basel, boxes: BoundingBox(around: .basel, radius: 5_000).parts, extent: 5_000,
                    outline: nil), at: noon)
        }
    }

    private func raise(_ ids: String...) async throws {
        for id in ids {
            try await opened.store.transact { transaction in
                try transaction.add(.sample(id))
                try transaction.notify(of: .sample(id), at: .basel, except: nil, now: noon)
            }
        }
    }

    private func inbox(
        of account: Account.ID, _ span: InboxSpan = .after(0), unreadOnly: Bool = false, limit: Int = 10
    ) async throws -> [InboxEntry] {
        try await opened.store.inbox(of: account, span, unreadOnly: unreadOnly, limit: limit)
    }

    @Test func `only its owner can mark an entry as read or unread`() async throws {
        try await raise("a")
        let entry = try #require(try await inbox(of: anna).first).id
        let later = noon.addingTimeInterval(60)
        #expect(try await opened.store.mark(entry, of: bert, readAt: noon) == false)
        #expect(try await opened.store.mark(entry + 100, of: anna, readAt: noon) == false)
        #expect(try await inbox(of: anna).first?.entry.read == nil)
        #expect(try await opened.store.mark(entry, of: anna, readAt: noon))
        #expect(try await opened.store.mark(entry, of: anna, readAt: later))
        #expect(try await inbox(of: anna).first?.entry.read == noon)
        #expect(try await inbox(of: bert).first?.entry.read == nil)
        #expect(try await opened.store.mark(entry, of: anna, readAt: nil))
        #expect(try await inbox(of: anna).first?.entry.read == nil)
    }

    @Test func `everything up to an entry is marked as read at once`() async throws {
        try await raise("a", "b", "c")
        let entries = try await inbox(of: anna).map(\.id)
        #expect(try await opened.store.mark(entries[0], of: anna, readAt: noon))
        let later = noon.addingTimeInterval(60)
        #expect(try await opened.store.markAll(upTo: entries[1], of: anna, readAt: later) == 1)
        #expect(try await inbox(of: anna).map(\.entry.read) == [noon, later, nil])
        #expect(try await inbox(of: anna, unreadOnly: true).map(\.id) == [entries[2]])
        #expect(try await inbox(of: bert, unreadOnly: true).count == 3)
        #expect(try await opened.store.markAll(upTo: .max, of: anna, readAt: later) == 1)
        #expect(try await inbox(of: anna, unreadOnly: true).isEmpty)
    }

    @Test func `unread entries are paged without loss or repeat`() async throws {
        for number in 0..<20 { try await raise("a\(number)") }
        for entry in try await inbox(of: anna, limit: 20) where entry.id % 3 == 0 {
            _ = try await opened.store.mark(entry.id, of: anna, readAt: noon)
        }
        let all = try await inbox(of: anna, unreadOnly: true, limit: 100).map(\.id)
        var (seen, last): ([Int64], Int64) = ([], 0)
        while true {
            let page = try await inbox(of: anna, .after(last), unreadOnly: true, limit: 3)
            seen += page.map(\.id)
            guard let final = page.last?.id else { break }
            last = final
        }
        #expect(seen == all && !all.isEmpty && all.allSatisfy { $0 % 3 != 0 })
    }

    @Test func `the newest entries come first, page by page, and the unread are counted`() async throws {
        for number in 0..<7 { try await raise("a\(number)") }
        let all = try await inbox(of: anna, limit: 100).map(\.id)
        var (seen, next): ([Int64], InboxSpan) = ([], InboxSpan(isNewestFirst: true))
        while let page = Optional(try await inbox(of: anna, next, limit: 3).map(\.id)), let last = page.last {
            seen += page
            next.before = last
        }
        #expect(seen == all.reversed() && all.count == 7)
        #expect(try await opened.store.unreadCount(of: anna, and: []) == 7)
        _ = try await opened.store.mark(all[2], of: anna, readAt: noon)
        #expect(try await opened.store.unreadCount(of: anna, and: []) == 6)
        let unread = try await inbox(
            of: anna, InboxSpan(after: all[0], before: all[4], isNewestFirst: true), unreadOnly: true)
        #expect(unread.map(\.id) == [all[3], all[1]])
    }

    @Test func `an entry shows the delivery of its alert on each channel`() async throws {
        for (number, kind) in [(7, "webhook"), (8, "email")] {
            try await opened.execute(
                """
                INSERT INTO channel (number, id, account, kind, key, target, rhythm, state, created)
                VALUES (?, ?, ?, ?, CAST(? AS BLOB), x'7b7d', 'single', 'active', 0)
                """, [number, "c\(number)", anna.rawValue, kind, "k\(number)"])
        }
        try await raise("a")
        try await opened.execute(
            """
            UPDATE delivery SET state = 'failed', attempts = 3, due = NULL, updated = ? WHERE channel = 8
            """, [noon.stored + 9])
        let entry = try #require(try await inbox(of: anna).first)
        #expect(!entry.entry.isQuiet && entry.reason == nil)
        #expect(
            entry.channels == [
                ChannelDelivery(
                    channel: Channel.ID(rawValue: "c7"), kind: .webhook, state: .queued, reason: nil,
                    attempts: 0,
                    due: noon, updated: noon),
                ChannelDelivery(
                    channel: Channel.ID(rawValue: "c8"), kind: .email, state: .failed, reason: nil,
                    attempts: 3,
                    due: nil, updated: noon.addingTimeInterval(9)),
            ])
        #expect(try await inbox(of: bert).first?.channels == [])
    }
}

/// Quiet hours and active days of a fence, as the ledger applies them.
@Suite struct QuietLedgerTests {
    let opened: OpenedArchive
    let anna: Account.ID

    init() async throws {
        opened = try OpenedArchive()
        anna = try await opened.account("anna")
    }

    private func fence(
        _ id: String = "home", quiet: (String, String)?, except: Level? = nil, zone: String = "Europe/Zurich"
    ) async throws {
        var rules = FenceRules(watches: [Watch(.allergen("birch"))], timeZone: TimeZone(identifier: zone))
        if let quiet {
            rules.quietHours = QuietHours(
                from: LocalTime(quiet.0)!, until: LocalTime(quiet.1)!, exception: except)
        }
        let fence = Fence(
            id: Fence.ID(rawValue: id), account: anna, name: id,
            area: .circle(centre: .basel, radius: 5_000), rules: rules)
        try await opened.store.add(
            fence,
            footprint: FenceFootprint(
                anchor: .basel, boxes: BoundingBox(around: .basel, radius: 5_000).parts, extent: 5_000,
                outline: nil), at: noon)
    }

    /// Whether an alert sent at an instant disturbs the subscriber.
    private func disturbs(at instant: String, level: Level? = .high) async throws -> Bool {
        let alert = Alert.sample(
            UUID().uuidString, kind: level == nil ? .user : .station, level: level,
            sent: try Date(instant, strategy: .iso8601))
        try await opened.store.transact { transaction in
            try transaction.add(alert)
            try transaction.notify(of: alert, at: .basel, except: nil, now: alert.sent)
        }
        let entry = try #require(
            try await opened.store.inbox(of: anna, .after(0), unreadOnly: true, limit: 1).first)
        _ = try await opened.store.mark(entry.id, of: anna, readAt: noon)
        #expect(entry.entry.alert.id == alert.id)
        #expect((entry.reason == .quietHours) == entry.entry.isQuiet)
        return !entry.entry.isQuiet
    }

    @Test(arguments: [
        // An ordinary night.
        ("2026-01-10T20:59:59Z", true), ("2026-01-10T21:00:00Z", false), ("2026-01-11T05:59:59Z", false),
        ("2026-01-11T06:00:00Z", true),
        // The night without the hour from two to three, and the next morning.
        ("2026-03-28T20:59:59Z", true), ("2026-03-28T21:00:00Z", false), ("2026-03-29T01:00:00Z", false),
        ("2026-03-29T04:59:59Z", false), ("2026-03-29T05:00:00Z", true), ("2026-03-29T20:00:00Z", false),
        // The night in which that hour comes twice.
        ("2026-10-24T19:59:59Z", true), ("2026-10-24T20:00:00Z", false), ("2026-10-25T05:59:59Z", false),
        ("2026-10-25T06:00:00Z", true),
    ])
    func `a night is quiet by the clock of its place, however long it is`(instant: String, loud: Bool)
        async throws
    {
        try await fence(quiet: ("22:00", "07:00"))
        #expect(try await disturbs(at: instant) == loud)
    }

    @Test func `a skipped hour is never quiet, and a repeated one is quiet twice`() async throws {
        try await fence(quiet: ("02:00", "03:00"))
        #expect(try await disturbs(at: "2026-03-29T00:59:59Z"))
        #expect(try await disturbs(at: "2026-03-29T01:00:00Z"))
        #expect(try await disturbs(at: "2026-10-24T23:59:59Z"))
        #expect(try await !disturbs(at: "2026-10-25T00:00:00Z"))
        #expect(try await !disturbs(at: "2026-10-25T01:59:59Z"))
        #expect(try await disturbs(at: "2026-10-25T02:00:00Z"))
    }

    @Test func `time zones with offsets of half and quarter hours are respected`() async throws {
        try await fence(quiet: ("22:00", "07:00"), zone: "Asia/Kathmandu")
        #expect(try await disturbs(at: "2026-05-01T16:14:59Z"))
        #expect(try await !disturbs(at: "2026-05-01T16:15:00Z"))
        #expect(try await disturbs(at: "2026-05-02T01:15:00Z"))
    }

    @Test func `a sufficiently urgent level disturbs at night, a report never does`() async throws {
        try await fence(quiet: ("22:00", "07:00"), except: .veryHigh)
        #expect(try await !disturbs(at: "2026-01-11T00:00:00Z", level: .high))
        #expect(try await disturbs(at: "2026-01-11T00:00:00Z", level: .veryHigh))
        #expect(try await !disturbs(at: "2026-01-11T00:00:00Z", level: nil))
    }

    @Test func `one fence outside its quiet hours is enough to disturb`() async throws {
        try await fence(quiet: ("22:00", "07:00"))
        try await fence("work", quiet: ("08:00", "09:00"))
        #expect(try await disturbs(at: "2026-01-11T00:00:00Z"))
        #expect(try await disturbs(at: "2026-01-11T07:30:00Z"))
    }

    @Test func `quiet hours hold back every immediate channel and leave the digest its time`() async throws {
        try await fence(quiet: ("22:00", "07:00"))
        for (number, rhythm) in [(7, "single"), (8, "digest")] {
            try await opened.execute(
                """
                INSERT INTO channel (number, id, account, kind, key, target, rhythm, state, created)
                VALUES (?, ?, ?, 'webhook', CAST(? AS BLOB), x'7b7d', ?, 'active', 0)
                """, [number, "c\(number)", anna.rawValue, "k\(number)", rhythm])
        }
        _ = try await disturbs(at: "2026-01-11T00:00:00Z")
        let entry = try #require(
            try await opened.store.inbox(of: anna, .after(0), unreadOnly: false, limit: 1).first)
        #expect(entry.channels.map(\.state) == [.suppressed, .queued])
        #expect(entry.channels.map(\.reason) == [.quietHours, nil])
        #expect(entry.channels.map(\.due) == [nil, try Date("2026-01-11T07:00:00Z", strategy: .iso8601)])
    }
}
