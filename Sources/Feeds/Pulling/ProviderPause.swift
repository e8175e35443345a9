package import Foundation

/// The provider has asked for a pause, or the daily limit is used up.
package struct ProviderPause: Error, Hashable, Sendable {
    /// The end of the pause.
    package let until: Date

    package init(until: Date) { self.until = until }
}
