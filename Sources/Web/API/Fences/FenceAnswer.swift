import Alerts
import Allergens
import Foundation
import People
import Topology

/// A fence as its owner sees it: its settings, and the allergens that follow from them and the profile.
struct FenceAnswer: Encodable {
    struct QuietAnswer: Encodable {
        let from: String
        let until: String
        let except: Level?
    }

    struct ActiveAnswer: Encodable {
        let from: String?
        let until: String?
    }

    let id: String
    let name: String
    let area: GeoJSONArea
    let radius: Double?
    let allergens: [WatchAnswer]
    let alerts: [Alert.Kind]
    let value: Fence.Gauge
    let quietHours: QuietAnswer?
    let timeZone: String?
    let active: ActiveAnswer?
    /// Every allergen that the fence watches.
    let watches: [WatchedAnswer]

    init(_ fence: Fence, in profile: Profile, _ taxonomy: Taxonomy) {
        let rules = fence.rules
        id = fence.id.rawValue
        name = fence.name
        switch fence.area {
        case .circle(let centre, let radius):
            area = .point(centre)
            self.radius = radius
        case .polygons(let polygons):
            area = GeoJSONArea(polygons)
            radius = nil
        }
        allergens = rules.watches.map(WatchAnswer.init)
        alerts = Alert.Kind.allCases.filter(rules.kinds.contains)
        value = rules.gauge
        quietHours = rules.quietHours.map {
            QuietAnswer(from: $0.from.text, until: $0.until.text, except: $0.exception)
        }
        timeZone = rules.timeZone?.identifier
        active = rules.days.map(ActiveAnswer.init)
        watches = WatchedAnswer.list(
            of: rules.watches.isEmpty ? profile.watches : rules.watches, in: profile, taxonomy)
    }
}

extension FenceAnswer.ActiveAnswer {
    /// An open end is stored as an end of the calendar.
    fileprivate init(_ days: ClosedRange<CivilDate>) {
        from = days.lowerBound == CivilDate.accepted.lowerBound ? nil : days.lowerBound.description
        until = days.upperBound == CivilDate.accepted.upperBound ? nil : days.upperBound.description
    }
}
