package import Allergens

/// What numerical models say of the days at a station, in logarithms.
package struct ModelSeries: Sendable {
    /// The days of each model, the one with the smallest cells first.
    private let models: [[CivilDate: Double]]

    package init(_ models: [[CivilDate: Double]]) { self.models = models }

    /// By how many decades the first model that knows both days is higher on the later one.
    ///
    /// Two models are never mixed: the difference between them is no change of the air.
    package func change(from origin: CivilDate, to target: CivilDate) -> Double? {
        for model in models {
            if let now = model[origin], let then = model[target] { return then - now }
        }
        return nil
    }
}
