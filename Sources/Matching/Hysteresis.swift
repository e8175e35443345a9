package import Allergens

/// The memory that keeps a fence from being warned of the same thing twice.
///
/// An alert is raised when the level reaches the threshold, and again only when it climbs higher than what was
/// announced. When the level has fallen below the threshold, that is by at least one whole level, the next rise is
/// news again. An unknown level changes nothing.
package struct Hysteresis: Hashable, Sendable {
    /// What a new level means.
    package enum Outcome: Hashable, Sendable {
        /// An alert is due, at this level.
        case raise(Level)
        /// Nothing is new.
        case stay
        /// The level is below the threshold again after an alert; the next rise will raise one.
        case rearm
    }

    /// The level from which on the owner of the fence wants to know.
    package let threshold: Level
    /// The highest level that was announced since the last rearming, or `nil` when none was.
    package private(set) var announced: Level?

    package init(threshold: Level, announced: Level? = nil) {
        self.threshold = threshold
        self.announced = announced
    }

    /// Takes note of the level at the fence, `nil` when it is unknown.
    package mutating func update(to level: Level?) -> Outcome {
        guard let level else { return .stay }
        guard level >= threshold else {
            guard announced != nil else { return .stay }
            announced = nil
            return .rearm
        }
        if let announced, level <= announced { return .stay }
        announced = level
        return .raise(level)
    }
}
