import Allergens
import Foundation
import Seasons
import Site

/// The curve of a year over what was usual, drawn without a script.
///
/// Counts span three powers of ten: the square root of values as the height keeps low days readable.
struct SeasonDrawing {
    private let season: ComparedSeason
    private let today: CivilDate
    private let text: PlaceText
    private let title: String
    /// The days that are shown, counted from the first of January.
    private let days: ClosedRange<Int>
    /// The value at the upper edge.
    private let top: Double
    private let newYear: CivilDate

    private static let (width, height) = (480.0, 210.0)
    private static let (left, right, above, below) = (52.0, 8.0, 8.0, 22.0)
    /// The room that the name of a month needs.
    private static let monthWidth = 36.0
    /// Quieter days before and after the season.
    private static let margin = 12
    /// The share of the highest value from which a day belongs to what is shown.
    private static let leastShare = 0.01

    /// - Returns: `nil` without any value above 0.
    init?(_ season: ComparedSeason, today: CivilDate, text: PlaceText, title: String) {
        let values = season.values.map { ($0.day.dayOfYear, $0.value) }
        let usual = season.normals.map { ($0.dayOfYear, $0.nineTenths) }
        let top = (values + usual).map(\.1).max() ?? 0
        let active = (values + usual).filter { $0.1 >= Self.leastShare * top }.map(\.0)
        guard top > 0, let first = active.min(), let last = active.max(),
            let newYear = CivilDate(year: season.year, month: 1, day: 1)
        else { return nil }
        (self.season, self.today, self.text, self.title) = (season, today, text, title)
        (self.top, self.newYear) = (top, newYear)
        days = max(1, first - Self.margin)...min(366, last + Self.margin)
    }

    var chart: Markup {
        Markup(
            "svg",
            [
                "class": "season", "viewBox": "0 0 \(Int(Self.width)) \(Int(Self.height))", "role": "img",
                "aria-label": title,
            ], bounds + months + usual + [line] + now)
    }

    // MARK: Parts

    /// Lines of even heights with their values.
    private var bounds: [Markup] {
        Self.marks(to: top).flatMap { value in
            [
                Markup(
                    "line",
                    [
                        "class": "bound", "x1": Self.figure(Self.left),
                        "x2": Self.figure(Self.width - Self.right), "y1": Self.figure(y(value)),
                        "y2": Self.figure(y(value)),
                    ], ""),
                Markup(
                    "text",
                    [
                        "x": Self.figure(Self.left - 6), "y": Self.figure(y(value) + 4), "text-anchor": "end",
                    ], text.number(value)),
            ]
        }
    }

    /// The values at lines: 0 and a few round ones, farther from one another the higher they are.
    private static func marks(to top: Double) -> [Double] {
        let round = (0...5).flatMap { power in [1.0, 4.0].map { $0 * pow(10, Double(power)) } }
        let lowest = top / 50
        return [0] + round.filter { $0 <= top && $0 >= lowest }
    }

    private var months: [Markup] {
        (1...12).compactMap { month in
            guard let first = CivilDate(year: season.year, month: month, day: 1),
                days.contains(first.dayOfYear), x(first.dayOfYear) < Self.width - Self.monthWidth
            else { return nil }
            return Markup(
                "text",
                ["x": Self.figure(x(first.dayOfYear)), "y": Self.figure(Self.height - 6)],
                text.month(first))
        }
    }

    /// Between the tenth lowest and the tenth highest of earlier years, with their middle.
    private var usual: [Markup] {
        let shown = season.normals.filter { days.contains($0.dayOfYear) }
        guard shown.count > 1 else { return [] }
        let upper = shown.map { (x($0.dayOfYear), y($0.nineTenths)) }
        let lower = shown.reversed().map { (x($0.dayOfYear), y($0.tenth)) }
        return [
            Markup("polygon", ["class": "band", "points": Self.points(upper + lower)], ""),
            Markup(
                "polyline",
                ["class": "mean", "points": Self.points(shown.map { (x($0.dayOfYear), y($0.median)) })], ""),
        ]
    }

    private var line: Markup {
        let shown = season.values.filter { days.contains($0.day.dayOfYear) }
        return Markup(
            "polyline",
            [
                "class": "this-year",
                "points": Self.points(shown.map { (x($0.day.dayOfYear), y($0.value)) }),
            ], "")
    }

    private var now: [Markup] {
        guard season.year == today.components.year, days.contains(today.dayOfYear) else { return [] }
        let place = Self.figure(x(today.dayOfYear))
        return [
            Markup(
                "line",
                [
                    "class": "now", "x1": place, "x2": place, "y1": Self.figure(Self.above),
                    "y2": Self.figure(Self.height - Self.below),
                ], "")
        ]
    }

    // MARK: Measures

    private func x(_ day: Int) -> Double {
        let share = Double(day - days.lowerBound) / Double(max(1, days.count - 1))
        return Self.left + share * (Self.width - Self.left - Self.right)
    }

    private func y(_ value: Double) -> Double {
        let floor = Self.height - Self.below
        return floor - (max(0, value) / top).squareRoot() * (floor - Self.above)
    }

    private static func points(_ points: [(Double, Double)]) -> String {
        points.map { "\(figure($0.0)),\(figure($0.1))" }.joined(separator: " ")
    }

    /// Tenths of a unit are finer than a pixel.
    private static func figure(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}
