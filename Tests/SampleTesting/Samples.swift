package import Alerts
package import Allergens
package import Foundation
package import Geography
package import Observations
package import People

/// 2020-04-08, a Wednesday in the birch season.
package let today = CivilDate(daysSinceEpoch: 18_360)

/// Noon of ``today`` in UTC.
package let noon = Date(timeIntervalSince1970: 18_360.5 * 86_400)

extension Station.ID: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) { self.init(rawValue: text)! }
}

extension Allergen.ID: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) { self.init(rawValue: text) }
}

extension Coordinate {
    package init(_ longitude: Double, _ latitude: Double) {
        self.init(longitude: longitude, latitude: latitude)!
    }

    package static let basel = Coordinate(7.58, 47.56)
}

extension Visitor {
    /// The owner of an account, with a token for everything.
    package static func sample(
        _ account: Account.ID, with credential: String = "sample", until end: Date? = nil
    ) -> Visitor {
        Visitor(principal: .account(account), credential: credential, scopes: .all, ends: end)
    }
}

extension BoundingBox {
    package init(_ west: Double, _ south: Double, _ east: Double, _ north: Double) {
        self.init(west: west, south: south, east: east, north: north)!
    }
}

extension Polygon {
    /// A rectangle of longitudes and latitudes, with rectangular holes.
    package static func rectangle(_ box: BoundingBox, holes: [BoundingBox] = []) -> Polygon {
        Polygon(exterior: ring(of: box), holes: holes.map { ring(of: $0).reversed() })!
    }

    private static func ring(of box: BoundingBox) -> [Coordinate] {
        [
            Coordinate(box.west, box.south), Coordinate(box.east, box.south),
            Coordinate(box.east, box.north), Coordinate(box.west, box.north),
            Coordinate(box.west, box.south),
        ]
    }
}

extension Station {
    package static func sample(
        _ id: Station.ID = "basel", at position: Coordinate = .basel, zone: String = "Europe/Zurich",
        isSimulated: Bool = false
    ) -> Station {
        Station(
            id: id, name: id.rawValue.capitalized, position: position, timeZone: TimeZone(identifier: zone)!,
            isSimulated: isSimulated)
    }
}

extension Reading {
    /// The value of a day, by default today's.
    package static func sample(
        _ value: Double, of allergen: Allergen.ID = "birch", at station: Station.ID = "basel",
        on day: CivilDate = today
    ) -> Reading {
        Reading(station: station, allergen: allergen, period: .day(day), value: value)
    }

    /// The value of the hour that ends at an instant.
    package static func hour(
        _ value: Double, ending end: Date, of allergen: Allergen.ID = "birch",
        at station: Station.ID = "basel"
    ) -> Reading {
        Reading(station: station, allergen: allergen, period: .hour(ending: end), value: value)
    }
}

extension Fence {
    package static func sample(
        _ id: String = "home", of account: Account.ID, name: String = "Home",
        area: Area = .circle(centre: .basel, radius: 5_000),
        levels: [Allergen.ID: Level] = ["birch": .high], kinds: Set<Alert.Kind> = Set(Alert.Kind.allCases)
    ) -> Fence {
        Fence(
            id: Fence.ID(rawValue: id), account: account, name: name, area: area,
            rules: FenceRules(watches: levels.map { Watch(.allergen($0.key), level: $0.value) }, kinds: kinds)
        )
    }
}

extension Alert {
    package static func sample(
        _ id: String = "alert", kind: Kind = .station, allergens: [Allergen.ID] = ["birch"],
        level: Level? = .high, at position: Coordinate = .basel, sent: Date = noon,
        lasting seconds: TimeInterval = 3_600, station: Station.ID = "basel"
    ) -> Alert {
        let finding = Finding(
            station: station, stationName: station.rawValue.capitalized, value: 80, day: today,
            basis: .measured)
        return Alert(
            id: ID(rawValue: id), kind: kind, allergens: allergens, level: level, publicPosition: position,
            sent: sent, expires: sent.addingTimeInterval(seconds), finding: kind == .user ? nil : finding)
    }
}

extension Fence.ID: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) { self.init(rawValue: text) }
}
