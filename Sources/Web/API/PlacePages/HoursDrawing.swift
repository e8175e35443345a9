import Allergens
import Foundation
import Observations
import Site

/// The coming hours as bars in the colours of their levels, drawn without a script.
///
/// The height of a bar is the index from 0 to 10, so that allergens with different scales compare.
struct HoursDrawing {
    let hours: [HoursAhead.Hour]
    let text: PlaceText
    let colours: LevelColours
    let today: CivilDate
    let zone: TimeZone
    let title: String

    private static let (width, height) = (480, 150)
    private static let (above, below) = (4, 38)
    /// Even where there is nothing a bar is seen.
    private static let leastHeight = 3
    /// The hours between two times on the axis.
    private static let step = 6

    var chart: Markup {
        Markup(
            "svg",
            [
                "class": "hours", "viewBox": "0 0 \(Self.width) \(Self.height)", "role": "img",
                "aria-label": title,
            ], hours.enumerated().flatMap { bar($0.element, at: $0.offset) })
    }

    private var barWidth: Int { max(1, Self.width / max(1, ComingHours.count)) }

    private func bar(_ hour: HoursAhead.Hour, at place: Int) -> [Markup] {
        let floor = Self.height - Self.below
        let rise = Int((hour.index / 10 * Double(floor - Self.above)).rounded())
        let height = max(Self.leastHeight, rise)
        let bar = Markup(
            "rect",
            [
                "x": "\(place * barWidth)", "y": "\(floor - height)", "width": "\(barWidth - 1)",
                "height": "\(height)", "fill": colours[hour.level] ?? "currentColor",
            ], "")
        return [bar] + axis(of: hour, at: place * barWidth)
    }

    /// A time every few hours, and the name of a day where it begins.
    private func axis(of hour: HoursAhead.Hour, at x: Int) -> [Markup] {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let clock = calendar.component(.hour, from: hour.start)
        guard clock.isMultiple(of: Self.step) else { return [] }
        let floor = Self.height - Self.below
        var marks = [
            Markup(
                "line",
                ["class": "tick", "x1": "\(x)", "x2": "\(x)", "y1": "\(floor)", "y2": "\(floor + 4)"], "")
        ]
        guard x + Self.width / 10 < Self.width else { return marks }
        marks.append(
            Markup("text", ["x": "\(x)", "y": "\(floor + 16)"], text.clock(hour.start, in: zone)))
        if clock == 0 {
            let day = text.dayName(CivilDate(at: hour.start, in: zone), today: today)
            marks.append(
                Markup("text", ["class": "day", "x": "\(x)", "y": "\(Self.height - 4)"], day))
        }
        return marks
    }
}
