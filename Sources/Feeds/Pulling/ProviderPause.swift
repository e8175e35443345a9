package import Foundation

/// The provider has asked to be left alone, or the requests of the day are used up.
package struct ProviderPause: Error, Hashable, Sendable {
    /// When it may be asked again.
    package let until: Date

    package init(until: Date) { self.until = until }
}
