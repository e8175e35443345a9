import Allergens

/// One appearance of a mark; equal styles mean equal pixels.
enum MarkerStyle: Hashable, Sendable {
    /// A station without room for a pin, or without values.
    case dot(StationMarker.Mark?)
    case pin(StationMarker.Mark?, isSimulated: Bool)
    /// The days before and after, to the left and right of a pin's head.
    case flanks(yesterday: StationMarker.Mark?, tomorrow: StationMarker.Mark?)
    case name(String)
    /// An alert of a station, or a forecast alert.
    case warning(Level?, isForecast: Bool)
    /// A person's report.
    case report
    /// The number of alerts that share a mark.
    case count(Int)

    /// The area around the origin that the mark needs, in units.
    var extent: PixelBox {
        switch self {
        case .dot: PixelBox(x: -6, y: -6, width: 12, height: 12)
        case .pin(_, isSimulated: false): PixelBox(x: -13, y: -32, width: 26, height: 34)
        case .pin(_, isSimulated: true): PixelBox(x: -13, y: -33, width: 29, height: 35)
        case .flanks: PixelBox(x: -28, y: -28, width: 56, height: 20)
        case .name(let text): PixelBox(x: 0, y: 0, width: TextMeasure.width(of: text) + 8, height: 17)
        case .warning, .report: PixelBox(x: -18, y: -18, width: 36, height: 36)
        case .count(let count):
            PixelBox(x: -1, y: -9, width: 8 + 7 * Self.text(of: count).count + 4, height: 18)
        }
    }

    /// The style in one line of text, which differs for different pixels.
    var signature: String {
        switch self {
        case .dot(let mark): "dot \(Self.signature(of: mark))"
        case .pin(let mark, let isSimulated): "pin \(Self.signature(of: mark)) \(isSimulated)"
        case .flanks(let yesterday, let tomorrow):
            "flanks \(Self.signature(of: yesterday)) \(Self.signature(of: tomorrow))"
        case .name(let text): "name \(text)"
        case .warning(let level, let isForecast): "warning \(level?.rawValue ?? "-") \(isForecast)"
        case .report: "report"
        case .count(let count): "count \(Self.text(of: count))"
        }
    }

    private static func signature(of mark: StationMarker.Mark?) -> String {
        mark.map { "\($0.level.rawValue)/\($0.basis.rawValue)" } ?? "-"
    }

    /// The text of a warning: an exclamation mark, and the level's figure as on a pin.
    static func warning(of level: Level?) -> String { "!" + (level.map { "\($0.rank)" } ?? "") }

    /// A count in at most four characters: exact up to 999, then in thousands.
    static func text(of count: Int) -> String {
        switch count {
        case ..<1_000: "\(count)"
        case ..<100_000: "\(count / 1_000)k+"
        default: "99k+"
        }
    }
}
