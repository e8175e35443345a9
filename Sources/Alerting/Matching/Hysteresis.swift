package import Allergens

/// The memory that keeps a fence from repeating the same alert.
///
/// An alert is raised when the level reaches the threshold. Another one is raised only when the level exceeds
/// the announced one, or when it has fallen by a full level and rises again. An unknown level changes
/// nothing.
package struct Hysteresis: Hashable, Sendable {
    /// What a new level means.
    package enum Outcome: Hashable, Sendable {
        /// An alert is due, at this level.
        case raise(Level)
        /// Nothing has changed.
        case stay
        /// The level has fallen by a full level or more since it was announced; the next rise will raise an
        /// alert.
        case rearm
    }

    /// The lowest level that the fence's owner wants to be notified of.
    package let threshold: Level
    /// The announced level, or the one to which it has fallen since; `nil` below the threshold.
    package private(set) var announced: Level?

    package init(threshold: Level, announced: Level? = nil) {
        self.threshold = threshold
        self.announced = announced
    }

    /// Records the level at the fence; `nil` means unknown.
    package mutating func update(to level: Level?) -> Outcome {
        guard let level else { return .stay }
        let former = announced
        announced = level >= threshold ? level : nil
        guard let announced else { return former == nil ? .stay : .rearm }
        guard let former, announced <= former else { return .raise(announced) }
        return announced < former ? .rearm : .stay
    }
}
