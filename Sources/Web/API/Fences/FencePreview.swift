import Alerts
import Allergens
import Observations

/// The notifications that a fence would have sent recently.
struct FencePreview: Encodable {
    struct Entry: Encodable {
        enum Kind: String, Encodable { case station, report }

        let kind: Kind
        let date: String
        let allergen: Allergen.ID?
        let level: Level?
        let value: Double?
        let unit: ConcentrationUnit?
        let station: String?
        let stationName: String?
        /// The identifier of the alert, if users raised it.
        let alert: String?

        init(_ past: PreviewedAlert, _ taxonomy: Taxonomy, _ names: [Station.ID: String]) {
            date = past.day.description
            allergen = past.allergen
            switch past.source {
            case .station(let station, let value, let level):
                kind = .station
                self.station = station.rawValue
                stationName = names[station]
                self.value = value
                self.level = level
                unit = past.allergen.flatMap { taxonomy[$0]?.unit }
                alert = nil
            case .report(let alert):
                kind = .report
                self.alert = alert.rawValue
                (station, stationName, value, level, unit) = (nil, nil, nil, nil, nil)
            }
        }
    }

    /// The maximum number of entries, newest first; `count` is the total.
    static let limit = 1_000

    let from: String
    let to: String
    let count: Int
    let alerts: [Entry]

    /// - Parameters:
    ///   - preview: The result.
    ///   - taxonomy: Defines the units.
    ///   - names: The names of the stations in the preview.
    init(_ preview: AlertPreview, _ taxonomy: Taxonomy, names: [Station.ID: String]) {
        from = preview.days.lowerBound.description
        to = preview.days.upperBound.description
        count = preview.alerts.count
        alerts = preview.alerts.prefix(Self.limit).map { Entry($0, taxonomy, names) }
    }
}
