import Alerts
import Crypto
import Foundation
import People
import SampleTesting
import Storage
import Synchronization
import Testing

@testable import Delivery

/// A store that runs an action right after a channel was read.
private final class BusyArchive: ChannelStore {
    typealias Event = @Sendable (Channel) async throws -> Void

    let store: SQLiteStore
    private let event = Mutex<Event?>(nil)

    init(store: SQLiteStore) { self.store = store }

    /// Runs an action once, after the next read.
    func next(_ act: @escaping Event) { event.withLock { $0 = act } }

    func channel(_ id: Channel.ID) async throws -> Channel? {
        let channel = try await store.channel(id)
        let act = event.withLock { $0.take() }
        if let channel, let act { try await act(channel) }
        return channel
    }

    func channels(of account: Account.ID) async throws -> [Channel] {
        try await store.channels(of: account)
    }

    func add(_ channel: Channel) async throws { try await store.add(channel) }

    func change(
        _ id: Channel.ID, of account: Account.ID,
        _ alter: @escaping @Sendable (inout Channel) throws -> Void
    ) async throws -> Channel? {
        try await store.change(id, of: account, alter)
    }

    func remove(_ channel: Channel.ID, of account: Account.ID) async throws -> Bool {
        try await store.remove(channel, of: account)
    }

    func profile(of account: Account.ID) async throws -> Profile {
        try await store.profile(of: account)
    }
}

@Suite(.timeLimit(.minutes(20))) struct ChannelServiceTests {
    private let post: DeliveryServices
    private let store: BusyArchive

    init() async throws {
        post = try await DeliveryServices()
        store = BusyArchive(store: post.store)
    }

    private struct Lineages: AlertRevisionStore {
        func origin(of alert: Alert.ID) async throws -> Alert.ID { alert }
    }

    /// Runs an action with a service that cannot call anybody.
    private func withDesk(_ act: (ChannelService) async throws -> Void) async throws {
        let client = GuardedClient(AddressGuard(), resolver: SystemResolver())
        let vapid = VAPID(key: P256.Signing.PrivateKey(), contact: "mailto:ops@example.org")
        let push = PushClient(
            client: client, vapid: vapid, revisions: Lineages(), address: .relative, now: { noon })
        let clients = ChannelService.Clients(
            webhook: WebhookClient(client: client, address: .relative, now: { noon }), push: push, email: nil)
        let service = ChannelService(
            store: store, clients: clients, addressGuard: AddressGuard(), vapid: vapid, now: { noon })
        do {
            try await act(service)
            await client.shutDown()
        } catch {
            await client.shutDown()
            throw error
        }
    }

    @Test func `a channel that is parked while its owner changes it stays parked`() async throws {
        let channel = Channel.sample(of: post.anna)
        try await post.subscribe(channel)
        try await withDesk { service in
            store.next { [post] _ in
                // It is the only channel, so its number is 1.
                try await post.store.record([.park(channel: 1, "the receiver answered 410")], at: noon)
            }
            let changed = try await service.change(channel.id, of: post.anna, to: .digest, resuming: false)
            #expect(changed.state == .parked && changed.rhythm == .digest)
            let kept = try #require(try await post.channel)
            #expect(kept.state == .parked && kept.failure == "the receiver answered 410")
            #expect(kept.rhythm == .digest)
        }
    }

    @Test func `two simultaneous renewals of a secret leave two secrets that sign`() async throws {
        let channel = Channel.sample(of: post.anna)
        try await post.subscribe(channel)
        try await withDesk { service in
            async let one = service.renewSecret(of: channel.id, of: post.anna)
            async let other = service.renewSecret(of: channel.id, of: post.anna)
            let newest = try await [one, other].map { changed -> Data? in
                guard case .webhook(let target) = changed.target else { return nil }
                return target.secrets.first?.bytes
            }
            let kept = try #require(try await post.channel)
            guard case .webhook(let target) = kept.target else { throw ChannelObjection.noSecret }
            #expect(Set(newest) == Set(target.secrets.map(\.bytes)))
        }
    }

    @Test func `a code is void once another was sent, even while its link is followed`() async throws {
        func target(_ code: String) -> Channel.Target {
            .email(
                EmailTarget(
                    address: "anna@example.org", confirmation: Data(SHA256.hash(data: Data(code.utf8))),
                    unsubscription: "token"))
        }
        let channel = Channel(
            account: post.anna, target: target("first"), state: .unconfirmed, created: noon)
        try await post.subscribe(channel)
        let second = target("second")
        try await withDesk { service in
            let link = ChannelLink(purpose: .confirmation, channel: channel.id, secret: "first")
            store.next { [post] channel in
                _ = try await post.store.change(channel.id, of: channel.account) { $0.target = second }
            }
            let followed = try await service.follow(link)
            #expect(followed == .invalid)
            #expect(try await post.channel?.state == .unconfirmed)
            let renewed = ChannelLink(purpose: .confirmation, channel: channel.id, secret: "second")
            #expect(try await service.follow(renewed) == .valid(.english, .adult))
            #expect(try await post.channel?.state == .active)
            // Following the link again changes nothing.
            #expect(try await service.follow(renewed) == .valid(.english, .adult))
        }
    }
}
