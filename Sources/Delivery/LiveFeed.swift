package import Allergens

/// The ledger, as a stream that replays it needs it.
package protocol Ledger: Sendable {
    func entries(of account: Account.ID, after last: Int64, limit: Int) async throws -> [LedgerEntry]
    /// The new entries of all inboxes that disturb, among at most `limit` lines, and the last line that was looked at.
    func newEntries(after last: Int64, limit: Int) async throws -> (entries: [LedgerEntry], last: Int64)
    /// The number of the newest line, 0 when there is none.
    func lastEntry() async throws -> Int64
}

/// A subscriber's stream: what was missed, from the ledger, and then what comes, from the hub.
package struct LiveFeed: Sendable {
    /// Entries that are read from the ledger at a time.
    private static let page = 500

    private let hub: LiveHub
    private let ledger: any Ledger

    package init(hub: LiveHub, ledger: any Ledger) {
        self.hub = hub
        self.ledger = ledger
    }

    /// Opens a stream that begins after the event `last`, or now when that is `nil`.
    ///
    /// The hub is joined before the ledger is read, and what both tell is told once: nothing is lost in between.
    ///
    /// - Returns: What sends the stream's bytes until it ends, or `nil` when no more streams are open to the account.
    package func open(
        for account: Account.ID, after last: Int64?
    ) -> (@Sendable ((ArraySlice<UInt8>) async throws -> Void) async throws -> Void)? {
        guard let events = hub.open(for: account) else { return nil }
        return { [ledger] send in
            try await send(LiveEvent.greeting.bytes[...])
            var told = last ?? 0
            if last != nil {
                told = try await Self.replay(ledger, account: account, after: told, send: send)
            }
            for await event in events {
                if let id = event.id {
                    guard id > told else { continue }
                    told = id
                }
                try await send(event.bytes[...])
            }
        }
    }

    private static func replay(
        _ ledger: any Ledger, account: Account.ID, after last: Int64,
        send: (ArraySlice<UInt8>) async throws -> Void
    ) async throws -> Int64 {
        var told = last
        while true {
            let entries = try await ledger.entries(of: account, after: told, limit: page)
            for entry in entries where !entry.isQuiet {
                try await send(LiveEvent(entry).bytes[...])
            }
            told = entries.last?.id ?? told
            if entries.count < page { return told }
        }
    }
}
