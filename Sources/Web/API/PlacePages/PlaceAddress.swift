import Foundation
import Geography

/// The part of an address that names a place: `basel`, `basel-us`, or `47.56,7.59`.
enum PlaceAddress: Hashable {
    /// A town by its words in small letters, which may end with its country.
    case name(String)
    /// A position on the grid of ``RoundedPosition``.
    case position(RoundedPosition)

    /// The longest name in code points.
    static let longestName = 100
    /// A latitude and a longitude; read once, not for each address.
    nonisolated(unsafe) private static let form =
        /([+-]?\d{1,2}(?:\.\d{1,20})?),([+-]?\d{1,3}(?:\.\d{1,20})?)/

    /// Reads a decoded part of a path.
    ///
    /// Returns `nil` for a position outside the world, and for what can be no name.
    init?(_ text: String) {
        guard (1...Self.longestName).contains(text.unicodeScalars.count) else { return nil }
        if let match = text.wholeMatch(of: Self.form) {
            guard let latitude = Double(match.1), let longitude = Double(match.2),
                let position = Coordinate(longitude: longitude, latitude: latitude)
            else { return nil }
            self = .position(RoundedPosition(position))
            return
        }
        guard text.contains(where: \.isLetter) else { return nil }
        self = .name(text)
    }
}

/// A position in hundredths of a degree, about a kilometre: so nobody's door is in an address, and neighbours share
/// what was drawn.
struct RoundedPosition: Hashable {
    /// Hundredths of a degree north and east.
    private let north: Int
    private let east: Int

    init(_ position: Coordinate) {
        north = Int((position.latitude * 100).rounded())
        east = Int((position.longitude * 100).rounded())
    }

    var coordinate: Coordinate {
        guard let position = Coordinate(longitude: Double(east) / 100, latitude: Double(north) / 100)
        else { preconditionFailure("whole hundredths of a degree of a position are in range") }
        return position
    }

    /// The only form in which addresses name it, such as `47.56,-7.05`.
    var text: String { "\(Self.decimal(north)),\(Self.decimal(east))" }

    private static func decimal(_ hundredths: Int) -> String {
        let digits = String(abs(hundredths) % 100)
        let fraction = digits.count < 2 ? "0\(digits)" : digits
        return "\(hundredths < 0 ? "-" : "")\(abs(hundredths) / 100).\(fraction)"
    }
}
