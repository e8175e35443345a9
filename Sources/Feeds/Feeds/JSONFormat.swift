import Allergens
import Foundation
import Observations

/// The grammar of a JSON feed: where its stations and values are, and what they mean.
struct JSONFormat: Sendable {
    /// The location of the stations that the document describes, if any.
    let stations: StationRule?
    let readings: [ValueRule]
    let weather: [WeatherRule]
    /// The time zone of days and of stamps without a zone.
    let timeZone: TimeZone
    /// The meanings of allergen names, which take precedence over the taxonomy.
    let subjects: [String: AirSubject]
    /// Allergen names that are ignored.
    let ignored: Set<String>
}

/// The source of a text: a path, or a fixed text.
enum NodeSource: Hashable, Sendable {
    case path(NodePath)
    case fixed(String)

    var path: NodePath? {
        guard case .path(let path) = self else { return nil }
        return path
    }
}

/// The location of a document's station descriptions.
struct StationRule: Sendable {
    /// The path to each station's identifier.
    let id: NodePath
    /// The prefix of the identifier in this network.
    let prefix: String
    let name: NodeSource?
    let longitude: NodePath
    let latitude: NodePath
    let altitude: NodePath?
    /// The station's IANA time zone; the feed's zone if missing.
    let timeZone: NodeSource?
}

/// The location of one kind of value in a document.
struct ValueRule: Sendable {
    let value: NodePath
    let place: PlaceRule
    let allergen: NodeSource
    let period: PeriodRule
    let content: Content
    let basis: Basis
    /// Texts that mean “not known”, in addition to null.
    let missing: Set<String>
    /// Texts that an instrument writes when it fails, with the reason to report.
    let faulty: [String: String]
    /// Required texts at paths.
    ///
    /// Other entries are rejected.
    let fixed: [NodePath: String]
    let absent: AbsentRule?

    /// The kind of the values.
    enum Content: Sendable {
        case concentration(unit: NodeSource)
        /// Classes of a scale, after some texts have been replaced by others.
        case classes(ClassScale, spellings: [String: String])
    }
}

/// The meaning of a missing value where another member is present.
///
/// Protocol buffer messages omit a number that is zero (ProtoJSON format).
struct AbsentRule: Hashable, Sendable {
    let when: NodePath
    let value: String
}

/// The place to which a value applies.
enum PlaceRule: Sendable {
    case station(NodeSource, prefix: String)
    /// The station that the request was about.
    case askedStation
    /// A region from the feed's list, by the first known spelling.
    case region([NodePath])
    /// The grid cell around a position.
    case cell(longitude: NodePath, latitude: NodePath, degrees: Double)
    case askedCell(degrees: Double)

    var paths: [NodePath] {
        switch self {
        case .station(let source, _): source.path.map { [$0] } ?? []
        case .region(let paths): paths
        case .cell(let longitude, let latitude, _): [longitude, latitude]
        case .askedStation, .askedCell: []
        }
    }
}

/// The period to which a value applies.
enum PeriodRule: Sendable {
    case day(DayRule)
    /// The hour that ends, or starts, at an instant.
    case hour(NodePath, NodeStampForm, marksStart: Bool)

    var paths: [NodePath] {
        switch self {
        case .day(let rule): rule.stated.paths + (rule.offset.map { [$0.path] } ?? [])
        case .hour(let path, _, _): [path]
        }
    }
}

/// The day of a value: a stated day plus an offset in days.
struct DayRule: Sendable {
    enum Stated: Sendable {
        case stamp(NodePath, NodeStampForm)
        case parts(year: NodePath, month: NodePath, day: NodePath)
        /// The day on which the document is read.
        case today

        var paths: [NodePath] {
            switch self {
            case .stamp(let path, _): [path]
            case .parts(let year, let month, let day): [year, month, day]
            case .today: []
            }
        }
    }

    let stated: Stated
    let offset: Offset?

    struct Offset: Sendable {
        let path: NodePath
        /// The offset in days for each text at the path, such as 1 for `tomorrow`.
        let days: [String: Int]
    }
}
