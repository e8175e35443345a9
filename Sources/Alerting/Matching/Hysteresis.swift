package import Allergens

/// The memory that keeps a fence from being warned of the same thing twice.
///
/// An alert is raised when the level reaches the threshold. Another one is raised only when the level climbs higher
/// than what was announced, or has fallen by a full level since and rises again. An unknown level changes nothing.
package struct Hysteresis: Hashable, Sendable {
    /// What a new level means.
    package enum Outcome: Hashable, Sendable {
        /// An alert is due, at this level.
        case raise(Level)
        /// Nothing is new.
        case stay
        /// The level has fallen by a full level or more since it was announced; the next rise will raise an alert.
        case rearm
    }

    /// The level from which on the owner of the fence wants to know.
    package let threshold: Level
    /// The level that was announced, or the one to which it fell since; `nil` below the threshold.
    package private(set) var announced: Level?

    package init(threshold: Level, announced: Level? = nil) {
        self.threshold = threshold
        self.announced = announced
    }

    /// Takes note of the level at the fence, `nil` when it is unknown.
    package mutating func update(to level: Level?) -> Outcome {
        guard let level else { return .stay }
        let former = announced
        announced = level >= threshold ? level : nil
        guard let announced else { return former == nil ? .stay : .rearm }
        guard let former, announced <= former else { return .raise(announced) }
        return announced < former ? .rearm : .stay
    }
}
