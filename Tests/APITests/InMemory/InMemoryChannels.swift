import Alerts
import Foundation
import People
import SampleTesting

@testable import API

/// The secret that opens every link here.
let linkSecret = "open"

/// The channels that a test opens.
struct InMemoryChannels: ChannelManaging {
    private let kept = Guarded<[Channel]>([])

    var pushKey: String { "BKey" }

    func channels(of account: Account.ID) async throws -> [Channel] { kept.value }

    func open(_ draft: ChannelDraft, for account: Account.ID) async throws -> Channel {
        let target: Channel.Target =
            switch draft.target {
            case .webhook(let url):
                .webhook(WebhookTarget(url: url, secrets: [.init(bytes: Data(repeating: 7, count: 32))]))
            case .push(let target): .push(target)
            case .email: throw ChannelObjection.notDeliverable("No gateway.")
            }
        let channel = Channel(
            id: Channel.ID(rawValue: "c"), account: account, target: target, rhythm: draft.rhythm,
            created: noon)
        kept.change { $0.append(channel) }
        return channel
    }

    private func channel(_ id: Channel.ID) throws -> Channel {
        guard let channel = kept.value.first(where: { $0.id == id })
        else { throw ChannelObjection.unknown }
        return channel
    }

    func change(
        _ id: Channel.ID, of account: Account.ID, to rhythm: Channel.Rhythm?, resuming: Bool
    ) async throws -> Channel {
        var channel = try channel(id)
        channel.rhythm = rhythm ?? channel.rhythm
        if resuming { channel.state = .active }
        return channel
    }

    func remove(_ channel: Channel.ID, of account: Account.ID) async throws -> Bool {
        kept.change { channels in
            let count = channels.count
            channels.removeAll { $0.id == channel }
            return channels.count < count
        }
    }

    func tryOut(_ id: Channel.ID, of account: Account.ID) async throws -> SendingOutcome {
        _ = try channel(id)
        throw ChannelObjection.exhausted(retryAfter: .seconds(7))
    }

    func renewSecret(of id: Channel.ID, of account: Account.ID) async throws -> Channel { try channel(id) }

    func look(at link: ChannelLink) async throws -> ChannelLink.State {
        if link.channel.rawValue == "gone" { return .gone }
        return link.secret == linkSecret ? .valid(.german, .plain) : .invalid
    }

    func follow(_ link: ChannelLink) async throws -> ChannelLink.State { try await look(at: link) }
}
