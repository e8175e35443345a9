package import Observations

/// A numerical model of the day beneath a field.
///
/// Where the model covers a place, the estimate of the stations' logarithms is moved by
///
///     a · (m(x) − m̄)
///
/// where m(x) is the model's logarithm at the place and m̄ that at the stations, averaged with the stations'
/// own weights. That is the same as averaging the residuals from a · m and adding a · m(x) again, as
/// regression kriging does with a trend (Hengl et al. 2007, doi 10.1016/j.cageo.2007.05.001): the stations say
/// how much there is, and the model how it differs between them. Stations that the model does not cover take
/// no part in m̄. Towards the end of the ``Reach``, the estimate passes into the model's own value with the
/// taper of the weights, and beyond it the model stands alone.
package struct FieldModel: Sendable {
    package let grid: ModelGrid
    /// a: how far the estimate follows the model, 0…1, see ``ModelSlope``.
    package let slope: Double

    package init(grid: ModelGrid, slope: Double) {
        precondition((0...1).contains(slope), "a share")
        self.grid = grid
        self.slope = slope
    }

    /// The confidence of a value that no station supports: enough to be drawn, in a pale colour.
    static let confidence = 0.25
}

extension FieldModel {
    /// The logarithm of an estimate that passes from the stations' into the model's.
    ///
    /// - Parameters:
    ///   - fused: The stations' logarithm, moved by the model.
    ///   - own: The model's logarithm.
    ///   - taper: 1 near a station, 0 at the end of the reach.
    /// - Returns: The logarithm between the two.
    static func blended(_ fused: Double, own: Double, taper: Double) -> Double {
        own + (fused - own) * taper
    }
}
