import Alerts
import Foundation
import People
import SampleTesting
import Testing

@testable import Storage

@Suite struct ChannelTests {
    let opened: OpenedArchive
    let anna: Account.ID

    init() async throws {
        opened = try OpenedArchive()
        anna = try await opened.account("anna")
    }

    private func hook(_ number: Int, of account: Account.ID? = nil) throws -> Channel {
        Channel(
            account: account ?? anna,
            target: .webhook(
                WebhookTarget(
                    url: try #require(URL(string: "https://example.org/\(number)")),
                    secrets: [.init(bytes: Data([1, 2, 3]), expires: noon), .random()])),
            rhythm: .digest, created: noon)
    }

    @Test func `channels of every kind come back unchanged`() async throws {
        let endpoint = try #require(URL(string: "https://push.example/1"))
        let push = PushTarget(
            endpoint: endpoint, publicKey: Data(repeating: 4, count: 65),
            authentication: Data(repeating: 5, count: 16))
        let mail = EmailTarget(
            address: "Anna@example.org", confirmation: Data([9]), unsubscription: "token")
        let channels = [
            try hook(1), Channel(account: anna, target: .push(push), created: noon),
            Channel(account: anna, target: .email(mail), state: .unconfirmed, created: noon),
        ]
        for channel in channels { try await opened.store.add(channel) }
        let kept = try await opened.store.channels(of: anna)
        #expect(kept.map(\.id) == channels.map(\.id) && kept.map(\.target) == channels.map(\.target))
        #expect(kept.map(\.state) == [.active, .active, .unconfirmed])
        #expect(kept.map(\.rhythm) == [.digest, .single, .single])
        #expect(try await opened.store.channel(channels[2].id)?.target == .email(mail))
        #expect(try await opened.store.channel(.random()) == nil)
    }

    @Test func `an account's channels are limited in number and differ in their address`() async throws {
        for number in 1...Channel.perAccount { try await opened.store.add(try hook(number)) }
        await #expect(throws: ChannelObjection.tooMany(limit: Channel.perAccount)) {
            try await opened.store.add(try hook(99))
        }
        let bert = try await opened.account("bert")
        try await opened.store.add(try hook(1, of: bert))
        await #expect(throws: ChannelObjection.known) { try await opened.store.add(try hook(1, of: bert)) }
        try await opened.store.add(try hook(2, of: bert))
        let second = try #require(try await opened.store.channels(of: bert).last)
        let first = try hook(1).target
        await #expect(throws: ChannelObjection.known) {
            _ = try await opened.store.change(second.id, of: bert) { $0.target = first }
        }
    }

    @Test func `concurrent changes do not overwrite each other`() async throws {
        let channel = try hook(1)
        let store = opened.store
        try await store.add(channel)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask { [anna] in
                    _ = try await store.change(channel.id, of: anna) { channel in
                        channel.failure = (channel.failure ?? "") + "x"
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await store.channel(channel.id)?.failure == String(repeating: "x", count: 20))
    }

    @Test func `a change that throws leaves the channel as it was`() async throws {
        let channel = try hook(1)
        try await opened.store.add(channel)
        await #expect(throws: ChannelObjection.noSecret) {
            _ = try await opened.store.change(channel.id, of: anna) { channel in
                channel.state = .parked
                throw ChannelObjection.noSecret
            }
        }
        #expect(try await opened.store.channel(channel.id)?.state == .active)
    }

    @Test func `only the owner can change or remove a channel`() async throws {
        let bert = try await opened.account("bert")
        let channel = try hook(1)
        try await opened.store.add(channel)
        #expect(try await opened.store.change(channel.id, of: bert) { $0.state = .parked } == nil)
        #expect(try await opened.store.channel(channel.id)?.state == .active)
        #expect(try await opened.store.remove(channel.id, of: bert) == false)
        let changed = try await opened.store.change(channel.id, of: anna) { channel in
            channel.rhythm = .single
            channel.state = .parked
            channel.failure = "no connection"
        }
        #expect(changed?.state == .parked)
        let kept = try #require(try await opened.store.channel(channel.id))
        #expect(kept.rhythm == .single && kept.state == .parked && kept.failure == "no connection")
        #expect(try await opened.store.remove(channel.id, of: anna))
        #expect(try await opened.store.channels(of: anna).isEmpty)
    }
}
