package import Geography
package import Observations

/// A way to tell the concentration at a place from the samples of one day elsewhere.
package protocol Interpolator: Sendable {
    /// What a table calls it.
    var name: String { get }

    /// The same method with what it learns from days other than those it is judged on.
    func fitted(to days: [[DayValue]]) -> Self

    /// The concentration at a position, or `nil` when it is unknown there.
    func concentration(at position: Coordinate, from samples: [DayValue]) -> Double?
}

extension Interpolator {
    package func fitted(to days: [[DayValue]]) -> Self { self }
}
