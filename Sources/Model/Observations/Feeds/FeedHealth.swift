package import Foundation

/// The state of a feed, without anything that only its operator may know.
package struct FeedHealth: Hashable, Sendable {
    /// The state of a feed, which is that of its worst address.
    package enum State: String, CaseIterable, Sendable {
        /// All data has arrived.
        case ok
        /// Nothing has been requested yet.
        case pending
        /// The latest request failed.
        ///
        /// The earlier data is still current.
        case failing
        /// The latest data is still stored, but out of date.
        case stale
        /// The day's requests are used up.
        case overBudget
        /// A secret is missing, so nothing is requested.
        case disabled
    }

    package let name: String
    package let title: String
    package let source: String
    package let licence: String
    package let attribution: String?
    package let state: State
    /// The number of the feed's addresses.
    package let addresses: Int
    /// The number of addresses that are neither in order nor waiting for their first request.
    package let failing: Int
    package let lastAttempt: Date?
    /// When the provider last delivered or confirmed its data.
    package let lastSuccess: Date?
    /// When the provider last delivered something new.
    package let lastChange: Date?
    /// The time of the next request; `nil` when there is none.
    package let nextAttempt: Date?
    /// The fault of the worst address.
    package let fault: FeedFault?

    package init(
        name: String, title: String, source: String, licence: String, attribution: String?, state: State,
        addresses: Int, failing: Int, lastAttempt: Date?, lastSuccess: Date?, lastChange: Date?,
        nextAttempt: Date?, fault: FeedFault?
    ) {
        (self.name, self.title, self.source) = (name, title, source)
        (self.licence, self.attribution, self.state) = (licence, attribution, state)
        (self.addresses, self.failing) = (addresses, failing)
        (self.lastAttempt, self.lastSuccess, self.lastChange) = (lastAttempt, lastSuccess, lastChange)
        (self.nextAttempt, self.fault) = (nextAttempt, fault)
    }
}

/// The stored state of one address of a feed.
package struct PullRecord: Hashable, Sendable {
    /// The validators of the last accepted answer (RFC 9110, 8.8), so that the provider sends the answer only
    /// once.
    package struct Validators: Hashable, Sendable {
        package let etag: String?
        package let lastModified: String?

        package init(etag: String?, lastModified: String?) {
            (self.etag, self.lastModified) = (etag, lastModified)
        }
    }

    package let feed: String
    /// The name of the address within the feed, such as `pbs`.
    package let target: String
    /// The address without secrets, to which the validators belong.
    package var url = ""
    /// The form of the definition with which the last answer was read.
    package var definition = ""
    package var validators: Validators?
    package var lastAttempt: Date?
    package var lastSuccess: Date?
    package var lastChange: Date?
    package var nextAttempt: Date?
    /// The number of failures since the last success.
    package var failures = 0
    package var fault: FeedFault?
    /// More about the fault, for the operator only.
    package var detail: String?
    /// The number of rows that were rejected in the last answer.
    package var rejectedRows = 0

    package init(feed: String, target: String) { (self.feed, self.target) = (feed, target) }
}
