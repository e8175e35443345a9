import Alerts
import Allergens
import Foundation
import People
import SampleTesting
import Testing

@testable import Storage

extension BothStoresTests {
    @Suite struct ChannelRowsTests {
        private func hook(_ number: Int, of account: Account.ID) throws -> Channel {
            Channel(
                account: account,
                target: .webhook(
                    WebhookTarget(
                        url: try #require(URL(string: "https://example.org/\(number)")), secrets: [.random()])
                ),
                rhythm: .single, created: noon)
        }

        @Test(arguments: StoreKind.tested)
        func `channels are read back, changed by their owner, and differ in their address`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            let ben = try await opened.account("ben")
            let (first, second) = (try hook(1, of: anna), try hook(2, of: anna))
            for channel in [first, second] { try await store.add(channel) }
            #expect(try await store.channels(of: anna).map(\.target) == [first.target, second.target])
            await #expect(throws: ChannelObjection.known) { try await store.add(try hook(1, of: anna)) }
            try await store.add(try hook(1, of: ben))
            await #expect(throws: ChannelObjection.known) {
                _ = try await store.change(second.id, of: anna) { $0.target = first.target }
            }
            let digest = try await store.change(second.id, of: anna) { $0.rhythm = .digest }
            #expect(digest?.rhythm == .digest)
            #expect(try await store.change(second.id, of: ben) { $0.rhythm = .single } == nil)
            #expect(try await !store.remove(second.id, of: ben))
            #expect(try await store.remove(second.id, of: anna))
            #expect(try await store.channel(second.id) == nil)
        }

        @Test(arguments: StoreKind.tested)
        func `an alert goes out over a channel once, and its outcome is kept`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            try await store.add(try hook(1, of: anna))
            try await opened.fence("home", of: anna)
            try await opened.reporting { transaction in
                try transaction.add(.told("a"))
                try transaction.notify(of: .told("a"), at: .basel, except: nil, now: noon)
            }
            #expect(try await store.queueLength() == 1)
            let claim = try await store.claim(at: noon, passing: [], limit: 10)
            let run = try #require(claim.runs.first)
            #expect(claim.runs.count == 1 && run.lines.count == 1 && !claim.isFull)
            #expect(try await store.claim(at: noon, passing: [run.channel], limit: 10).runs.isEmpty)
            let sending = try await store.prepare(run, line: run.lines[0], at: noon)
            #expect(sending?.messages.map(\.alert.id.rawValue) == ["a"])
            try await store.record([.begun(run.lines[0]), .tried(run.lines[0], .sent)], at: noon)
            #expect(try await store.claim(at: noon, passing: [], limit: 10).runs.isEmpty)
            let inbox = try await store.inbox(of: anna, .after(0), unreadOnly: false, limit: 10)
            #expect(inbox.first?.channels.map(\.state) == [.sent])
        }

        @Test(arguments: StoreKind.tested)
        func `a reminder is raised by its plan, and sent once`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            try await store.add(try hook(1, of: anna))
            let plan = ReminderPlan(isOn: true, times: [.init(LocalTime(hour: 18))])
            let due = try #require(try await store.keep(plan, of: anna, at: noon))
            let ledger = ReminderLedger(store, started: noon)
            #expect(try await ledger.claim(at: noon, passing: [], limit: 10).runs.isEmpty)
            let claim = try await ledger.claim(at: due, passing: [], limit: 10)
            let run = try #require(claim.runs.first)
            let sending = try #require(try await ledger.prepare(run, line: run.lines[0], at: due))
            guard case .reminder(let reminder) = sending.content else {
                Issue.record("no reminder is sent")
                return
            }
            #expect(reminder.line == run.lines[0] && reminder.due == due)
            try await ledger.record([.begun(run.lines[0]), .tried(run.lines[0], .delivered)], at: due)
            #expect(try await ledger.claim(at: due, passing: [], limit: 10).runs.isEmpty)
            let kept = try await store.reminders(of: anna, since: today)
            #expect(kept.flatMap(\.sendings).map(\.state) == [.delivered])
        }
    }
}
