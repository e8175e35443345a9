import Alerts
import Foundation
import People
import SampleTesting
import Synchronization
import Testing

@testable import Storage

extension BothStoresTests {
    @Suite struct MessageStorageTests {
        private let question = ContactMessage.Draft(
            topic: .problem, text: "Grüße: where is hazel?", replyTo: "a@b.example", page: "/map")

        @Test(arguments: StoreKind.tested)
        func `messages are read back, newest first or by their author, and removed`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            try await store.keep(question, of: anna, isWaiting: true, at: noon)
            let comment = ContactMessage.Draft(topic: .comment, text: "Thank you")
            try await store.keep(comment, of: nil, isWaiting: false, at: noon)
            let messages = try await store.messages(limit: 10)
            #expect(messages.map(\.draft) == [comment, question])
            #expect(messages.map(\.account?.name) == [nil, "anna"] && messages[0].sent == noon)
            let (newest, oldest) = (messages[0].id, messages[1].id)
            let before = try await store.messages(before: messages[0].number, limit: 10)
            #expect(before.map(\.id) == [oldest])
            #expect(try await store.messages(limit: 1).map(\.id) == [newest])
            #expect(try await store.messages(of: anna).map(\.id) == [oldest])
            #expect(try await store.remove(oldest))
            #expect(try await !store.remove(oldest))
            #expect(try await store.messages(limit: 10).map(\.id) == [newest])
        }

        @Test(arguments: StoreKind.tested)
        func `a message waits until it is mailed, and nothing of it is readable`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            try await opened.store.keep(question, of: nil, isWaiting: true, at: noon)
            let message = try #require(try await opened.store.waitingMessages(limit: 10).first)
            #expect(message.draft == question)
            let sealed = try await opened.store.readRows {
                try $0.value("SELECT sealed FROM message", as: Data.self)
            }
            let bytes = try #require(sealed)
            for word in ["hazel", "example", "map"] { #expect(bytes.range(of: Data(word.utf8)) == nil) }
            try await opened.store.noteMailed(message.id)
            #expect(try await opened.store.waitingMessages(limit: 10).isEmpty)
        }

        @Test(arguments: StoreKind.tested)
        func `observers hear of what is kept, and not of what is undone`(kind: StoreKind) async throws {
            struct Stop: Error {}
            let opened = try await OpenedRows(kind)
            let heard = HeardChanges()
            switch opened.store {
            case let store as SQLiteStore: store.observe(heard)
            case let store as PostgreSQLStore: store.notifier.add(heard)
            default: Issue.record("a store of another kind")
            }
            await #expect(throws: Stop.self) {
                try await opened.store.writeRows(locking: .nothing) { runner -> Void in
                    runner.notify(of: CommittedChanges(remindersChanged: true))
                    throw Stop()
                }
            }
            try await opened.store.keep(question, of: nil, isWaiting: false, at: noon)
            try await opened.store.keep(question, of: nil, isWaiting: true, at: noon)
            #expect(heard.all == [CommittedChanges(messageWaits: true)])
        }
    }
}

/// Keeps the changes that it is notified of.
private final class HeardChanges: ChangeObserver {
    private let changes = Mutex<[CommittedChanges]>([])

    var all: [CommittedChanges] { changes.withLock { $0 } }

    func committed(_ changes: CommittedChanges) { self.changes.withLock { $0.append(changes) } }
}
