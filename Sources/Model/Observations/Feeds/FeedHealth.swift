package import Foundation

/// How a feed is doing, without anything that only its operator may know.
package struct FeedHealth: Hashable, Sendable {
    /// The state of a feed, or of the worst of its addresses.
    package enum State: String, CaseIterable, Sendable {
        /// Everything came in.
        case ok
        /// Nothing was asked for yet.
        case pending
        /// The newest request failed; what came in before is still current.
        case failing
        /// What came in last is kept, and is out of date.
        case stale
        /// The requests of the day are used up.
        case overBudget
        /// A secret is missing, so that nothing is asked for.
        case disabled
    }

    package let name: String
    package let title: String
    package let source: String
    package let licence: String
    package let attribution: String?
    package let state: State
    /// How many addresses the feed has.
    package let addresses: Int
    /// How many of them are neither in order nor waiting for their first request.
    package let failing: Int
    package let lastAttempt: Date?
    /// When the provider last gave or confirmed what it has.
    package let lastSuccess: Date?
    /// When it last gave something new.
    package let lastChange: Date?
    /// When it is asked next; `nil` when it is not.
    package let nextAttempt: Date?
    /// What is wrong with the worst address.
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

/// What is remembered of one address of a feed.
package struct PullRecord: Hashable, Sendable {
    /// What the answer that was taken last was marked with (RFC 9110, 8.8), so that it is sent once.
    package struct Validators: Hashable, Sendable {
        package let etag: String?
        package let lastModified: String?

        package init(etag: String?, lastModified: String?) {
            (self.etag, self.lastModified) = (etag, lastModified)
        }
    }

    package let feed: String
    /// Which of the feed's addresses, such as `pbs`.
    package let target: String
    /// The address without secrets, to which the validators belong.
    package var url = ""
    /// The form of the definition by which the last answer was read.
    package var definition = ""
    package var validators: Validators?
    package var lastAttempt: Date?
    package var lastSuccess: Date?
    package var lastChange: Date?
    package var nextAttempt: Date?
    /// Failures since the last success.
    package var failures = 0
    package var fault: FeedFault?
    /// More about the fault, for the operator only.
    package var detail: String?
    /// Rows of the last answer that were turned away.
    package var rejectedRows = 0

    package init(feed: String, target: String) { (self.feed, self.target) = (feed, target) }
}
