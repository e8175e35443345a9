package import Alerts
package import People
import ServiceLifecycle

/// The ledger, as live streams read it.
package protocol LedgerStore: Sendable {
    /// The inbox lines of these accounts that interrupt their readers and have numbers above `last`, in
    /// order, at most `limit`.
    func news(of accounts: Set<Account.ID>, after last: Int64, limit: Int) async throws -> LedgerNews
    /// The number of such lines of an account and its persons, and the newest line of all.
    func missed(
        by account: Account.ID, and persons: [Account.ID], after last: Int64
    ) async throws -> (count: Int, newest: Int64)
    func reader(_ account: Account.ID) async throws -> LedgerReader
    /// The same from a server that certainly has the newest lines, which takes a commit.
    func currentReader(_ account: Account.ID) async throws -> LedgerReader
    /// The number of the newest line, or 0 when there is none.
    func lastEntry() async throws -> Int64
}

/// Opens streams, and sends them missed lines from the ledger.
package struct LiveFeed: Service {
    /// Lines that one stream receives before the next stream has its turn.
    static let page = 100
    /// Lines that are replayed at most; beyond that, a stream only learns that they are in the inbox.
    package static let replayLimit = 1_000
    /// Streams that replay from the ledger at once: as many as the ledger has readers to spare.
    private static let concurrency = 3

    private let hub: LiveHub
    private let ledger: any LedgerStore

    package init(hub: LiveHub, ledger: any LedgerStore) {
        self.hub = hub
        self.ledger = ledger
    }

    /// Opens a stream that starts after the line `last`, or now when that is `nil`.
    ///
    /// Its slot is released when the connection ends, or when the stream is dropped before it had one.
    ///
    /// - Parameters:
    ///   - account: The account whose alerts it carries, with those of the persons in its care.
    ///   - visitor: Who opens it: the account, or its guardian.
    ///   - last: The last line that the reader has.
    /// - Returns: The stream, or `nil` when the account may not open another one.
    /// - Throws: The ledger's error.
    package func open(
        for account: Account.ID, by visitor: Visitor, after last: Int64?
    ) async throws -> LiveStream? {
        let opener = StreamOpener(visitor)
        guard let closings = hub.takeSlot(of: account, by: opener.account) else { return nil }
        do {
            return LiveStream(
                account, by: opener, reader: try await reader(account, after: last), hub: hub,
                closings: closings, after: last)
        } catch {
            hub.releaseSlot(of: account, by: opener.account)
            throw error
        }
    }

    /// What a stream after a line needs, from a server that has the line.
    ///
    /// A server that stood still can lack lines that its successor has sent. Only if the line is certainly not
    /// there does the reader have to begin anew.
    private func reader(_ account: Account.ID, after last: Int64?) async throws -> LedgerReader {
        let reader = try await ledger.reader(account)
        guard let last, last > reader.bounds.upperBound else { return reader }
        return try await ledger.currentReader(account)
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown { [self] in
            await withTaskGroup(of: Void.self) { group in
                var inFlight = 0
                for await stream in hub.replays {
                    if inFlight == Self.concurrency {
                        await group.next()
                        inFlight -= 1
                    }
                    group.addTask { await replay(stream) }
                    inFlight += 1
                }
            }
        }
    }

    /// Sends a stream one page; if that fails, the stream ends and its reader reconnects.
    private func replay(_ stream: LiveStream) async {
        guard let (kind, told, sink) = stream.task else { return }
        do {
            switch kind {
            case .unknownEvent:
                resume(stream, sink, .gap(after: told, missed: nil, resumingAfter: told), after: told)
            case .continuation:
                send(try await news(of: stream, after: told), to: stream, sink)
            case .unknownGap:
                try await begin(stream, sink, after: told, isGap: true, isCounted: false)
            case .gap:
                try await begin(stream, sink, after: told, isGap: true, isCounted: true)
            case .resumption:
                try await begin(stream, sink, after: told, isGap: false, isCounted: true)
            }
        } catch {
            sink.onLane { [hub] in hub.drop(stream) }
        }
    }

    /// Sends the first page, which holds all that was missed if it is not full: only then are the lines counted.
    private func begin(
        _ stream: LiveStream, _ sink: any LiveSink, after told: Int64, isGap: Bool, isCounted: Bool
    ) async throws {
        let news = try await news(of: stream, after: told)
        var missed = news.lines.count
        if missed == Self.page {
            let (count, newest) = try await ledger.missed(
                by: stream.account, and: stream.reader.persons.map(\.account), after: told)
            guard count <= Self.replayLimit else {
                let event = LiveEvent.gap(
                    after: told, missed: isCounted ? count : nil, resumingAfter: newest)
                return resume(stream, sink, event, after: newest)
            }
            missed = count
        }
        let isTold = isGap && (missed > 0 || !isCounted)
        send(
            news, to: stream, sink,
            gap: isTold ? .gap(after: told, missed: isCounted ? missed : nil) : nil)
    }

    /// Announces a gap that is not replayed, and continues after a line.
    private func resume(
        _ stream: LiveStream, _ sink: any LiveSink, _ event: LiveEvent, after newest: Int64
    ) {
        sink.onLane { [hub] in
            hub.noteGap()
            stream.sendGap(event, resumingAfter: newest)
            _ = stream.send(page: [], through: newest, isLast: true)
        }
    }

    private func news(of stream: LiveStream, after told: Int64) async throws -> LedgerNews {
        try await ledger.news(of: stream.accounts, after: told, limit: Self.page)
    }

    private func send(_ news: LedgerNews, to stream: LiveStream, _ sink: any LiveSink, gap: LiveEvent? = nil)
    {
        var texts = AlertTexts(news, encoded: hub.encoded)
        let page = news.lines.map { (id: $0.id, event: texts.event($0, for: stream.reader)) }
        sink.onLane { [hub] in
            if let gap {
                hub.noteGap()
                stream.sendGap(gap)
            }
            hub.noteSent(
                stream.send(page: page, through: news.last, isLast: page.count < Self.page))
        }
    }
}
