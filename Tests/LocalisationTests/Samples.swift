import Alerts
import Allergens
import Foundation
import Geography
import Observations

@testable import Localisation

let noon = Date(timeIntervalSince1970: 18_360.5 * 86_400)
let berlin = TimeZone(identifier: "Europe/Berlin")!

extension Alert {
    /// A value at a station on 8 April 2020.
    static func value(
        _ value: Double = 312, of allergen: String = "birch", level: Level = .veryHigh,
        kind: Kind = .station, message: Message = .alert, basis: Basis = .measured,
        gauge: Fence.Gauge = .station
    ) -> Alert {
        Alert(
            kind: kind, message: message, reference: message.reference,
            allergens: [Allergen.ID(rawValue: allergen)], level: level, publicPosition: .basel, sent: noon,
            expires: noon.addingTimeInterval(86_400),
            finding: Finding(
                station: .init(rawValue: "basel")!, stationName: "Basel", value: value,
                day: CivilDate(daysSinceEpoch: 18_360), basis: basis, gauge: gauge))
    }

    /// An alert from people's reports near Basel.
    static func report(
        of allergens: [String] = ["birch"], count: Int = 1, confirmations: Int = 0,
        symptoms: [Symptom] = [.sneezing, .itchyEyes], comment: String? = nil, message: Message = .alert
    ) -> Alert {
        Alert(
            kind: .user, message: message, reference: message.reference,
            allergens: allergens.map(Allergen.ID.init(rawValue:)), level: nil, publicPosition: .basel,
            sent: noon, expires: noon.addingTimeInterval(43_200),
            testimony: Testimony(
                reports: count, confirmations: confirmations, reporter: "anna", symptoms: symptoms,
                comment: comment))
    }
}

extension Alert.Message {
    fileprivate var reference: Alert.Reference? {
        self == .alert
            ? nil
            : Alert.Reference(id: .init(rawValue: "former"), sent: noon.addingTimeInterval(-7_200))
    }
}

extension Coordinate {
    static let basel = Coordinate(longitude: 7.58, latitude: 47.56)!
}
