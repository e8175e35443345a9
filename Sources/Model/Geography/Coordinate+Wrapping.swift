import Foundation

extension Coordinate {
    /// Creates a coordinate from computed numbers.
    ///
    /// Whole turns of longitude are removed, and a latitude that rounding has carried over a pole becomes
    /// that pole.
    ///
    /// - Precondition: Both numbers are finite.
    package init(wrappingLongitude longitude: Double, latitude: Double) {
        precondition(longitude.isFinite && latitude.isFinite, "a position needs finite numbers")
        let turned = (-180...180).contains(longitude) ? longitude : remainder(longitude, 360)
        self.init(uncheckedLongitude: turned, latitude: min(max(latitude, -90), 90))
    }
}
