import Alerts
import Delivery
import Foundation
import SampleTesting
import Storage
import Testing

@Suite(.timeLimit(.minutes(20))) struct OutboxTests {
    let post: DeliveryServices

    init() async throws { post = try await DeliveryServices() }

    @Test func `a queued message is sent once and recorded`() async throws {
        try await post.subscribe(.sample(of: post.anna))
        try await post.raise("a")
        try await post.sending {
            try await post.waitUntil { $0.delivered == 1 }
            // New lines are sent as soon as the ledger signals them.
            try await post.raise("b")
            try await post.waitUntil { $0.delivered == 2 }
        }
        #expect(post.client.carried == [["a"], ["b"]])
        #expect(try await post.store.queueLength() == 0)
        try await post.sending {}
        #expect(post.client.carried.count == 2)
    }

    @Test func `nothing is sent to a suspended account, and the ledger says why`() async throws {
        try await post.subscribe(.sample(of: post.anna))
        try await post.raise("a")
        try await post.store.setSuspended(true, post.anna, at: noon)
        try await post.sending {
            try await post.waitUntil { $0.dropped == 1 }
            try await post.store.setSuspended(false, post.anna, at: noon)
            try await post.raise("b")
            try await post.waitUntil { $0.delivered == 1 }
        }
        #expect(post.client.carried == [["b"]])
        let lines = try await post.store.lines(of: Alert.ID(rawValue: "a"), account: nil, limit: 10)
        #expect(lines.map(\.reason) == [nil, SuppressionReason.suspended.rawValue])
    }

    @Test func `a failed message is retried later, and meanwhile the channel says why`() async throws {
        try await post.subscribe(.sample(of: post.anna))
        post.client.answers = { _, _ in .failed("the receiver answered 500") }
        try await post.raise("a")
        try await post.sending {
            try await post.waitUntil { $0.retries == 1 }
            #expect(try await post.channel?.failure == "the receiver answered 500")
            post.client.answers = { _, _ in .delivered }
            post.clock.advance(by: 11)
            try await post.waitUntil { $0.delivered == 1 }
        }
        #expect(post.client.carried == [["a"], ["a"]])
        #expect(try await post.channel?.failure == nil)
    }

    @Test func `a day of failures parks the channel, and its owner can reactivate it`() async throws {
        try await post.subscribe(.sample(of: post.anna))
        post.client.answers = { _, _ in .failed("no connection to the host") }
        try await post.raise("a", lasting: 10 * 86_400)
        try await post.raise("b", lasting: 10 * 86_400)
        try await post.sending {
            var retries = 0
            while try await post.channel?.state == .active {
                let tried = retries
                try await post.waitUntil { $0.retries > tried || $0.failed > 0 }
                retries = post.outbox.counts.retries
                post.clock.advance(by: 4 * 3_600)
                if post.clock.now > noon.addingTimeInterval(3 * 86_400) { break }
            }
            #expect(try await post.channel?.state == .parked)
            #expect(try await post.channel?.failure == "no connection to the host")
            #expect(post.clock.now >= noon.addingTimeInterval(86_400))
            #expect(try await post.store.queueLength() == 0)
            // Nothing is queued for a parked channel.
            try await post.raise("c")
            #expect(try await post.store.queueLength() == 0)
            let channel = try #require(try await post.channel)
            let resumed = try await post.store.change(channel.id, of: post.anna) { channel in
                channel.state = .active
                channel.failure = nil
            }
            #expect(resumed?.state == .active)
            post.client.answers = { _, _ in .delivered }
            try await post.raise("d")
            try await post.waitUntil { $0.delivered == 1 }
        }
        #expect(post.client.carried.last == ["d"])
    }

    @Test func `a channel that is gone is removed, and one that refuses is parked`() async throws {
        try await post.subscribe(.sample("gone", of: post.anna, to: "https://gone.example"))
        try await post.subscribe(.sample("refuses", of: post.anna, to: "https://refuses.example"))
        post.client.answers = { _, channel in channel.id.rawValue == "gone" ? .gone : .refused("410") }
        try await post.raise("a")
        try await post.sending { try await post.waitUntil { $0.failed == 2 } }
        let channels = try await post.store.channels(of: post.anna)
        #expect(channels.map(\.id.rawValue) == ["refuses"])
        #expect(channels.map(\.state) == [.parked])
    }

    @Test func `an alert that is over is not sent, nor its cancellation if the alert was never delivered`()
        async throws
    {
        try await post.subscribe(.sample(of: post.anna))
        try await post.raise("over", lasting: 60)
        try await post.raise("ended")
        try await post.correct("ended", by: .cancel, "cancel")
        post.clock.advance(by: 61)
        try await post.sending { try await post.waitUntil { $0.dropped == 3 } }
        #expect(post.client.carried == [])
        #expect(try await post.store.queueLength() == 0)
    }

    @Test func `corrections follow an alert to the channels that it reached`() async throws {
        try await post.subscribe(.sample(of: post.anna))
        try await post.raise("a")
        try await post.sending {
            try await post.waitUntil { $0.delivered == 1 }
            try await post.correct("a", by: .update, "update")
            try await post.waitUntil { $0.delivered == 2 }
            try await post.correct("update", by: .cancel, "cancel")
            try await post.waitUntil { $0.delivered == 3 }
        }
        #expect(post.client.carried == [["a"], ["update"], ["cancel"]])
    }

    @Test func `nothing more is sent over a removed channel, not even messages in memory`()
        async throws
    {
        try await post.subscribe(.sample(of: post.anna))
        for name in ["a", "b", "c"] { try await post.raise(name) }
        // While the first is being sent, the others are in memory.
        post.client.answers = { [post] _, channel in
            _ = try? await post.store.remove(channel.id, of: channel.account)
            return .delivered
        }
        try await post.sending { try await post.waitUntil { $0.delivered == 1 } }
        #expect(post.client.carried == [["a"]])
        #expect(try await post.store.queueLength() == 0)
    }

    @Test func `reports of the same allergens are sent once an hour`() async throws {
        try await post.subscribe(.sample(of: post.anna))
        for name in ["a", "b"] { try await post.raise(name, kind: .user) }
        try await post.raise("grass", kind: .user, allergens: ["grass"])
        try await post.sending {
            try await post.waitUntil { $0.delivered == 2 && $0.dropped == 1 }
            post.clock.advance(by: 3_601)
            try await post.raise("later", kind: .user)
            try await post.waitUntil { $0.delivered == 3 }
        }
        #expect(post.client.carried == [["a"], ["grass"], ["later"]])
    }

    @Test func `a channel gets a hundred messages a day and no more`() async throws {
        try await post.subscribe(.sample(of: post.anna))
        for number in 0..<103 { try await post.raise("alert-\(number)") }
        try await post.sending { try await post.waitUntil { $0.delivered == 100 && $0.dropped == 3 } }
        #expect(post.client.carried.count == OutboxLimits.messagesPerChannel)
    }

    @Test func `a digest is one message, at its time`() async throws {
        try await post.subscribe(.sample(of: post.anna, rhythm: .digest))
        // It is noon: the digest is due at seven tomorrow.
        for name in ["a", "b", "over"] { try await post.raise(name, lasting: name == "over" ? 60 : 86_400) }
        try await post.sending {
            post.clock.advance(by: 18 * 3_600)
            try await post.raise("c", lasting: 86_400)
            #expect(post.client.carried == [])
            post.clock.advance(by: 3_600)
            try await post.waitUntil { $0.delivered == 3 }
        }
        #expect(post.client.carried == [["a", "b", "c"]])
    }

    @Test func `a clock that goes back delays nothing`() async throws {
        try await post.subscribe(.sample(of: post.anna))
        try await post.sending {
            post.client.answers = { _, _ in .failed("500") }
            try await post.raise("a", lasting: 10 * 86_400)
            try await post.waitUntil { $0.retries == 1 }
            post.client.answers = { _, _ in .delivered }
            post.clock.advance(by: -6 * 3_600)
            // Messages queued while the clock was ahead are sent too.
            try await post.raise("b", sent: noon, lasting: 10 * 86_400)
            // From here the clock runs normally.
            try await post.waitUntil { counts in
                post.clock.advance(by: 1)
                return counts.delivered >= 1
            }
        }
        #expect(post.client.carried.contains(["a"]))
        // A program that starts after the clock was corrected.
        post.clock.advance(by: -6 * 3_600)
        try await post.raise("c", sent: noon, lasting: 10 * 86_400)
        try await post.sending {
            try await post.waitUntil { _ in
                post.client.carried.contains(["b"]) && post.client.carried.contains(["c"])
            }
        }
    }

    @Test func `no message is delayed while the ledger slowly adjusts to a corrected clock`() async throws {
        try await post.subscribe(.sample(of: post.anna))
        let ledger = SlowLedger(store: post.store)
        try await post.sending(through: ledger) {
            defer { ledger.gate.open() }
            try await post.raise("a")
            try await post.waitUntil { $0.delivered == 1 }
            post.clock.advance(by: -60)
            try await post.waitUntil { _ in ledger.isAdjusting }
            try await post.raise("b")
            try await post.waitUntil { $0.delivered == 2 }
            #expect(ledger.isAdjusting)
        }
    }

    @Test func `a delivered message is recorded even when the program is cut off`() async throws {
        try await post.subscribe(.sample(of: post.anna))
        try await post.raise("a")
        let hold = AccessControl()
        post.client.answers = { _, _ in
            // The call ends when the task is cancelled; by then the receiver has the message.
            await hold.wait()
            return .delivered
        }
        let outbox = post.makeOutbox(on: post.store)
        let program = Task { try await outbox.run() }
        try await post.waitUntil { _ in post.client.underWay == 1 }
        program.cancel()
        try await program.value
        #expect(try await post.store.queueLength() == 0)
        #expect(outbox.counts.delivered == 1)
    }

    /// Raises an alert, and acts when its message has left and has no answer yet.
    private func whileUnderWay(
        answering outcome: SendingOutcome, _ act: @escaping @Sendable () async throws -> Void
    ) async throws -> LedgerLine? {
        let hold = AccessControl()
        post.client.answers = { _, _ in
            await hold.wait()
            return outcome
        }
        try await post.sending {
            try await post.waitUntil { _ in post.client.underWay == 1 }
            try await act()
            hold.open()
            try await post.waitUntil { $0.sent + $0.delivered + $0.retries + $0.failed == 1 }
        }
        return try await line(of: "a")
    }

    /// The line of an alert for the channel.
    private func line(of alert: String) async throws -> LedgerLine? {
        try await post.store.lines(of: Alert.ID(rawValue: alert), account: nil, limit: 10)
            .first { $0.channel != nil }
    }

    /// Expires the lines of the alert with this length in the middle of a call.
    private func expire() async throws {
        post.clock.advance(by: 61)
        #expect(try await post.store.expire(at: post.clock.now) == 1)
        #expect(try await line(of: "a")?.state == .unknown)
    }

    @Test(arguments: [
        (SendingOutcome.delivered, DeliveryState.delivered), (.sent, .sent), (.failed("500"), .expired),
        (.refused("410"), .failed),
    ])
    func `of a message whose alert ends under way, the ledger says what became of it`(
        outcome: SendingOutcome, state: DeliveryState
    ) async throws {
        try await post.subscribe(.sample(of: post.anna))
        try await post.raise("a", lasting: 60)
        let line = try await whileUnderWay(answering: outcome) { [self] in try await expire() }
        #expect(line?.state == state)
        #expect(line?.attempts == 1)
    }

    @Test func `what became of a message is unknown when the program ended under way, and then the alert`()
        async throws
    {
        try await post.subscribe(.sample(of: post.anna))
        try await post.raise("a", lasting: 60)
        // What a killed program leaves: the mark of a message that left, and no outcome.
        let id = try #require(
            try await post.store.claim(at: post.clock.now, passing: [], limit: 1).runs.first?.lines.first)
        try await post.store.record([.begun(id)], at: post.clock.now)
        try await post.raise("b", lasting: 60)
        post.clock.advance(by: 61)
        try await post.sending { try await post.waitUntil { $0.dropped == 2 } }
        #expect(post.client.carried.isEmpty)
        #expect(try await line(of: "a")?.state == .unknown)
        #expect(try await line(of: "b")?.state == .expired)
        let entries = try await post.store.inbox(
            of: post.anna, .after(0), unreadOnly: false, limit: 9)
        #expect(entries.flatMap(\.channels).map(\.state) == [.unknown, .expired])
    }

    @Test func `a receiver that hangs delays nobody else`() async throws {
        let hold = AccessControl()
        for number in 0..<40 {
            let host = number < 30 ? "hangs" : "quick-\(number)"
            try await post.subscribe(
                .sample("hook-\(number)", of: post.anna, to: "https://\(host).example/\(number)"))
        }
        post.client.answers = { _, channel in
            guard case .webhook(let target) = channel.target, target.url.host() == "hangs.example"
            else { return .delivered }
            await hold.wait()
            return .delivered
        }
        try await post.raise("a")
        try await post.sending {
            try await post.waitUntil { $0.delivered == 10 && post.client.underWay == 8 }
            hold.open()
            try await post.waitUntil { $0.delivered == 40 }
        }
    }
}
