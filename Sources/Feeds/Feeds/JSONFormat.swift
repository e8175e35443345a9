import Allergens
import Foundation
import Observations

/// The grammar of a JSON feed: where in a document stations and values stand, and what they mean.
struct JSONFormat: Sendable {
    /// The stations that the document describes.
    let stations: StationRule?
    let readings: [ValueRule]
    /// The zone of stamps without one, and of days.
    let timeZone: TimeZone
    /// What names of allergens mean, before the taxonomy is asked.
    let subjects: [String: AirSubject]
    /// Names of allergens that are not read.
    let ignored: Set<String>
}

/// Where something is found: at a path, or always the same text.
enum NodeSource: Hashable, Sendable {
    case path(NodePath)
    case fixed(String)

    var path: NodePath? {
        guard case .path(let path) = self else { return nil }
        return path
    }
}

/// Where the stations of a document are described.
struct StationRule: Sendable {
    /// Leads to every station's identifier.
    let id: NodePath
    /// What stands before the identifier in ours.
    let prefix: String
    let name: NodeSource?
    let longitude: NodePath
    let latitude: NodePath
    let altitude: NodePath?
    /// The station's IANA zone; that of the feed without one.
    let timeZone: NodeSource?
}

/// Where the values of one kind stand in a document.
struct ValueRule: Sendable {
    let value: NodePath
    let place: PlaceRule
    let allergen: NodeSource
    let period: PeriodRule
    let content: Content
    let basis: Basis
    /// Texts that mean “not known”, beside null.
    let missing: Set<String>
    /// Texts that an instrument writes when it fails, with what to say about them.
    let faulty: [String: String]
    /// What must stand at a path, or the entry is turned away.
    let fixed: [NodePath: String]
    let absent: AbsentRule?

    /// What the values are.
    enum Content: Sendable {
        case concentration(unit: NodeSource)
        /// Classes of a scale, after some texts have been read as others.
        case classes(ClassScale, spellings: [String: String])
    }
}

/// What a value that is not there means where something else is.
///
/// Messages of protocol buffers leave out a number that is zero (ProtoJSON format).
struct AbsentRule: Hashable, Sendable {
    let when: NodePath
    let value: String
}

/// Where a value holds.
enum PlaceRule: Sendable {
    case station(NodeSource, prefix: String)
    /// The station that the document was asked for.
    case askedStation
    /// A region by the first spelling that is known, from the list of regions of the feed.
    case region([NodePath])
    /// The cell of a grid around a position, or around the one that the document was asked for.
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

/// When a value holds.
enum PeriodRule: Sendable {
    case day(DayRule)
    /// The hour that ends, or begins, at an instant.
    case hour(NodePath, NodeStampForm, marksStart: Bool)

    var paths: [NodePath] {
        switch self {
        case .day(let rule): rule.stated.paths + (rule.offset.map { [$0.path] } ?? [])
        case .hour(let path, _, _): [path]
        }
    }
}

/// The day of a value: one that is stated, and days to count on from it.
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
        /// Days by what stands at the path, such as 1 for `tomorrow`.
        let days: [String: Int]
    }
}
