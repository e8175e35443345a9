package import Foundation

/// The part of somebody's trips that is asked for at once.
package struct TripPage: Hashable, Sendable {
    /// The first start that is on it.
    package private(set) var from: Date
    /// Starts on it are before this.
    package private(set) var until: Date
    package var isNewestFirst = false
    /// The most trips on it.
    package let limit: Int

    package init(from: Date, until: Date, limit: Int) {
        (self.from, self.until, self.limit) = (from, until, limit)
    }

    /// Leaves out the trip that starts at a time, and those before it in the order.
    ///
    /// - Parameter mark: The start of the last trip on the page before, to the second.
    package mutating func start(after mark: Date) {
        if isNewestFirst {
            until = min(until, mark)
        } else {
            from = max(from, mark.addingTimeInterval(1))
        }
    }
}
