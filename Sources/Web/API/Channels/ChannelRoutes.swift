import Alerts
import Foundation
import HTTP
import HTTPTypes
import Hummingbird

/// The channels that notify a subscriber.
struct ChannelRoutes: Sendable {
    let channels: any ChannelManaging
    let idempotency: Idempotency

    private struct ChannelList: Encodable { let channels: [ChannelAnswer] }
    private struct PushKey: Encodable { let key: String }

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/push/key", .everyone) { request, _ in
                try request.answer(PushKey(key: channels.pushKey))
            },
            Endpoint(.get, "/v1/me/channels", .subscriber, handler: list),
            Endpoint(.post, "/v1/me/channels", .subscriber, handler: create),
            Endpoint(.put, "/v1/me/channels/{channel}", .subscriber, handler: change),
            Endpoint(.delete, "/v1/me/channels/{channel}", .subscriber, handler: remove),
            Endpoint(.post, "/v1/me/channels/{channel}/tests", .subscriber, handler: tryOut),
            Endpoint(.post, "/v1/me/channels/{channel}/secrets", .subscriber, handler: renewSecret),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let channels = try await channels.channels(of: context.account)
        return try Self.response(ChannelList(channels: channels.map { ChannelAnswer($0) }))
    }

    @Sendable private func create(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await idempotency.answer(request, context, bodyLimit: BodyLimits.channel) { body in
            let request = try JSON.decode(ChannelRequest.self, from: body)
            let draft = ChannelDraft(
                target: try request.checkedTarget(), rhythm: request.rhythm ?? .single)
            let channel = try await Problem.channel(at: request.pointer) {
                try await channels.open(draft, for: context.account)
            }
            return try Self.created(channel)
        } recall: { id, _ in
            guard
                let channel = try await channels.channels(of: context.account)
                    .first(where: { $0.id.rawValue == id })
            else { throw Problem(.unknownChannel) }
            return try Self.created(channel)
        }
    }

    private static func created(_ channel: Channel) throws -> CreatedAnswer {
        CreatedAnswer(
            location: "/v1/me/channels/\(channel.id.rawValue)",
            body: try JSON.encoder.encode(ChannelAnswer(channel, secret: channel.newestSecret)))
    }

    @Sendable private func change(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = Data(try await request.bytes(upTo: BodyLimits.channel).readableBytesView)
        let change = try JSON.decode(ChannelChange.self, from: body)
        try change.checked()
        let channel = try await Problem.channel {
            try await channels.change(
                context.channelID, of: context.account, to: change.rhythm, resuming: change.state == .active)
        }
        return try Self.response(ChannelAnswer(channel))
    }

    @Sendable private func remove(_ request: Request, _ context: BreatheContext) async throws -> Response {
        guard try await channels.remove(context.channelID, of: context.account)
        else { throw Problem(.unknownChannel) }
        return Response(status: .noContent)
    }

    @Sendable private func tryOut(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let outcome = try await Problem.channel {
            try await channels.tryOut(context.channelID, of: context.account)
        }
        return try Self.response(TrialAnswer(outcome))
    }

    @Sendable private func renewSecret(
        _ request: Request, _ context: BreatheContext
    ) async throws -> Response {
        let channel = try await Problem.channel {
            try await channels.renewSecret(of: context.channelID, of: context.account)
        }
        return try Self.response(ChannelAnswer(channel, secret: channel.newestSecret), status: .created)
    }

    private static func response(
        _ value: some Encodable, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        try JSON.response(value, status: status, headers: [.cacheControl: Freshness.personal])
    }
}

extension BreatheContext {
    var channelID: Channel.ID { Channel.ID(rawValue: parameters.get("channel") ?? "") }
}

extension Channel {
    fileprivate var newestSecret: String? {
        guard case .webhook(let target) = target else { return nil }
        return target.secrets.first?.text
    }
}

extension Problem {
    /// Performs an action on a channel, and explains a refusal to clients.
    ///
    /// The pointer is to the place in the body that names the target.
    fileprivate static func channel<Value>(
        at pointer: String? = nil, _ act: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await act()
        } catch let objection as ChannelObjection {
            throw Problem(objection, at: pointer)
        }
    }

    private init(_ objection: ChannelObjection, at pointer: String?) {
        switch objection {
        case .unknown: self.init(.unknownChannel)
        case .address(let detail):
            self.init(.invalidChannel, errors: [Detail(pointer: pointer, detail: detail)])
        case .tooMany(let limit): self.init(.tooManyChannels, "The limit is \(limit).")
        case .known: self.init(.knownChannel)
        case .notDeliverable(let detail): self.init(.notDeliverable, detail)
        case .unconfirmed:
            self.init(.unconfirmedChannel, "Follow the link in the e-mail that was sent to it.")
        case .noSecret: self.init(.noSecret)
        case .exhausted(let wait):
            self.init(.tooManyMessages)
            headers[.retryAfter] = String(max(1, wait.components.seconds))
        }
    }
}
