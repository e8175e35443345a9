package import Alerts
package import Allergens
package import Geography
package import Observations

/// A station's values, as its pin shows them.
package struct StationMarker: Hashable, Sendable {
    /// A level and its basis.
    package struct Mark: Hashable, Sendable {
        package enum Basis: String, Hashable, Sendable {
            /// A reading of the day itself.
            case measured
            /// An older reading, which is shown until the day has its own.
            case carried
            /// The station's forecast.
            case forecast
            /// A computed value for a station that gives no forecast.
            case modelled
        }

        package let level: Level
        package let basis: Basis

        package init(level: Level, basis: Basis) {
            self.level = level
            self.basis = basis
        }
    }

    package let station: Station.ID
    package let name: String
    package let position: Coordinate
    package let isSimulated: Bool
    package let yesterday: Mark?
    package let today: Mark?
    package let tomorrow: Mark?
    /// Today's index, 0…10, which decides between pins of the same level that compete for room.
    package let index: Double

    package init(
        station: Station.ID, name: String, position: Coordinate, isSimulated: Bool, yesterday: Mark?,
        today: Mark?, tomorrow: Mark?, index: Double
    ) {
        self.station = station
        self.name = name
        self.position = position
        self.isSimulated = isSimulated
        self.yesterday = yesterday
        self.today = today
        self.tomorrow = tomorrow
        self.index = index
    }
}

/// An alert, as its mark shows it.
package struct AlertMarker: Hashable, Sendable {
    /// How much of an alert's life is over, in the few steps in which its mark fades.
    package enum Age: Int, CaseIterable, Comparable, Sendable {
        case fresh, recent, old, ending

        /// The share of a life at which each step except the first starts.
        package static let starts = [0.25, 0.5, 0.75]

        /// The step for the share of the life, 0…1, that is over.
        package init(lived share: Double) {
            self = Self.allCases[Self.starts.count { share >= $0 }]
        }

        package static func < (left: Age, right: Age) -> Bool { left.rawValue < right.rawValue }
    }

    package let id: Alert.ID
    package let kind: Alert.Kind
    /// The public position: that of a station, or of a report's grid cell.
    package let position: Coordinate
    package let level: Level?
    package let age: Age

    package init(id: Alert.ID, kind: Alert.Kind, position: Coordinate, level: Level?, age: Age) {
        self.id = id
        self.kind = kind
        self.position = position
        self.level = level
        self.age = age
    }
}
