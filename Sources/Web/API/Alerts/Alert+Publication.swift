import Alerts
import Allergens
import Foundation
import Geography

extension Alert {
    /// The alert without what changed after it was sent.
    ///
    /// Of reports, only place and allergens stay: their authors may change or withdraw the rest.
    var asSent: Alert {
        Alert(
            id: id, kind: kind, message: message, reference: reference, allergens: allergens, level: level,
            publicPosition: publicPosition, sent: sent, expires: promised ?? expires, finding: finding,
            testimony: testimony.map { _ in
                Testimony(reports: 1, confirmations: 0, reporter: nil, symptoms: [], comment: nil)
            })
    }

    /// The page that shows it: the map at its place, on the day that it is about.
    func page(at base: String) -> String {
        let place = publicPosition
        let (latitude, longitude) = (Self.degrees(place.latitude), Self.degrees(place.longitude))
        let layer = allergens.first?.rawValue ?? "overall"
        let day = finding.map { "/\($0.day)" } ?? ""
        return "\(base)/#9/\(latitude)/\(longitude)/\(layer)\(day)"
    }

    /// Three decimals, as in the map's own links: about 100 metres.
    private static func degrees(_ value: Double) -> String {
        value.formatted(.number.precision(.fractionLength(3)).locale(Locale(identifier: "en_US_POSIX")))
    }
}
