package import Geography
package import Observations

/// A method of estimating the concentration at a place from samples of the same day elsewhere.
package protocol Interpolator: Sendable {
    /// The method's name in tables.
    var name: String { get }

    /// The method after learning from days other than those on which it is judged.
    func fitted(to days: [[DayValue]]) -> Self

    /// The concentration at a position, or `nil` when it is unknown there.
    func concentration(at position: Coordinate, from samples: [DayValue]) -> Double?
}

extension Interpolator {
    package func fitted(to days: [[DayValue]]) -> Self { self }
}
