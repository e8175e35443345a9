import Addressing
import Alerts
import Crypto
import Foundation
import HTTP

/// A channel as its owner requests it.
struct ChannelRequest: Decodable {
    let kind: Channel.Kind
    let url: String?
    let subscription: Subscription?
    let address: String?
    let rhythm: Channel.Rhythm?

    /// A browser's `PushSubscription` in JSON form (W3C Push API, `PushSubscriptionJSON`).
    struct Subscription: Decodable {
        struct Keys: Decodable {
            let p256dh: String
            let auth: String
        }

        let endpoint: String
        let keys: Keys
    }

    /// The target of the channel, if the body names it completely and nothing else.
    func checkedTarget() throws -> ChannelDraft.Target {
        for (name, value) in [("url", url as Any?), ("subscription", subscription), ("address", address)]
        where value != nil && name != kind.member {
            throw Self.problem("/\(name)", "A channel of the kind \(kind.rawValue) has no \(name).")
        }
        switch kind {
        case .webhook: return .webhook(try Self.endpoint(try given(url), at: "/url"))
        case .push: return .push(try given(subscription).checkedTarget())
        case .email: return .email(try given(address).trimmingCharacters(in: .whitespaces))
        }
    }

    /// The place in the body that names the target.
    var pointer: String { "/\(kind.member)" }

    private func given<Value>(_ value: Value?) throws -> Value {
        guard let value else {
            throw Self.problem(
                "/\(kind.member)", "A channel of the kind \(kind.rawValue) needs \(kind.member).")
        }
        return value
    }

    /// Parses the URL of something that takes POSTs; the caller decides whether it may be called.
    static func endpoint(_ text: String, at pointer: String) throws -> URL {
        guard text.utf8.count <= Self.urlLimit
        else { throw problem(pointer, "An address has at most \(Self.urlLimit) characters.") }
        guard text.utf8.allSatisfy({ (33...126).contains($0) }), let url = URL(string: text),
            let scheme = url.scheme?.lowercased(), scheme == "https" || scheme == "http",
            url.host()?.isEmpty == false, url.user() == nil, url.password() == nil, url.fragment() == nil
        else {
            throw problem(
                pointer, "This is no address as https://host/path, without a user name and a fragment.")
        }
        return url
    }

    /// The longest URL that browsers and servers accept.
    private static let urlLimit = 2_000

    static func problem(_ pointer: String, _ detail: String) -> Problem {
        Problem(.invalidChannel, errors: [Problem.Detail(pointer: pointer, detail: detail)])
    }
}

extension ChannelRequest.Subscription {
    func checkedTarget() throws -> PushTarget {
        let endpoint = try ChannelRequest.endpoint(endpoint, at: "/subscription/endpoint")
        guard let key = Base64URL.bytes(of: keys.p256dh), key.count == 65,
            (try? P256.KeyAgreement.PublicKey(x963Representation: key)) != nil
        else {
            throw ChannelRequest.problem(
                "/subscription/keys/p256dh", "This is no uncompressed point on P-256 in base64url.")
        }
        guard let secret = Base64URL.bytes(of: keys.auth), secret.count == 16
        else {
            throw ChannelRequest.problem("/subscription/keys/auth", "This is not 16 bytes in base64url.")
        }
        return PushTarget(endpoint: endpoint, publicKey: key, authentication: secret)
    }
}

extension Channel.Kind {
    /// The member of the body that names the target.
    fileprivate var member: String {
        switch self {
        case .webhook: "url"
        case .push: "subscription"
        case .email: "address"
        }
    }
}

/// The change of a channel's state.
struct ChannelChange: Decodable {
    let rhythm: Channel.Rhythm?
    let state: Channel.State?

    /// The owner can only reactivate a channel; its state does not change in other ways.
    func checked() throws {
        guard state == nil || state == .active
        else {
            throw ChannelRequest.problem("/state", "A channel can be set to active; to end it, delete it.")
        }
    }
}

/// A channel as its owner sees it.
struct ChannelAnswer: Encodable {
    private let id: String
    private let kind: Channel.Kind
    private let url: String?
    /// The host of the browser's push service; the rest of the endpoint is as good as a secret.
    private let service: String?
    private let address: String?
    private let rhythm: Channel.Rhythm
    private let state: Channel.State
    private let failure: String?
    private let created: Date
    /// A webhook's newest secret, if it was just created.
    private let secret: String?

    init(_ channel: Channel, secret: String? = nil) {
        id = channel.id.rawValue
        kind = channel.target.kind
        rhythm = channel.rhythm
        state = channel.state
        failure = channel.failure
        created = channel.created
        self.secret = secret
        switch channel.target {
        case .webhook(let target): (url, service, address) = (target.url.absoluteString, nil, nil)
        case .push(let target): (url, service, address) = (nil, target.endpoint.host(), nil)
        case .email(let target): (url, service, address) = (nil, nil, target.address)
        }
    }
}

/// The result of a test message.
struct TrialAnswer: Encodable {
    /// The outcome of the delivery.
    enum Outcome: String, Encodable { case sent, delivered, failed, refused, gone }

    private let outcome: Outcome
    private let detail: String?

    init(_ outcome: SendingOutcome) {
        switch outcome {
        case .sent: (self.outcome, detail) = (.sent, nil)
        case .delivered: (self.outcome, detail) = (.delivered, nil)
        case .failed(let words, _): (self.outcome, detail) = (.failed, words)
        case .refused(let words): (self.outcome, detail) = (.refused, words)
        case .gone: (self.outcome, detail) = (.gone, "The subscription is gone, and the channel with it.")
        }
    }
}
