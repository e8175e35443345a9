import Foundation
import Observations

/// A feed's public status: without its URL, and without any text from the provider.
struct FeedWire: Encodable {
    struct Mistake: Encodable {
        let kind: String
        let detail: String
    }

    let name: String
    let title: String
    let source: String
    let licence: String
    let attribution: String?
    let state: String
    let addresses: Int
    let failing: Int
    let lastAttempt: Date?
    let lastSuccess: Date?
    let lastChange: Date?
    let nextAttempt: Date?
    let error: Mistake?

    init(_ feed: FeedHealth) {
        (name, title, source) = (feed.name, feed.title, feed.source)
        (licence, attribution) = (feed.licence, feed.attribution)
        (state, addresses, failing) = (feed.state.rawValue, feed.addresses, feed.failing)
        (lastAttempt, lastSuccess) = (feed.lastAttempt, feed.lastSuccess)
        (lastChange, nextAttempt) = (feed.lastChange, feed.nextAttempt)
        error = feed.fault.map { Mistake(kind: $0.rawValue, detail: $0.sentence) }
    }
}
