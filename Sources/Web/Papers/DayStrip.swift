import Allergens
import Drawing

/// A row of bars, one for each day that has a value.
///
/// A day without a value has no bar, not even a flat one, so that it is not read as zero.
struct DayStrip {
    let title: String
    /// What the bars are measured in, and how high the highest is.
    let caption: String
    let colour: Colour
    /// The values at the foot and at the top, which differ.
    let scale: ClosedRange<Double>
    /// From where to where the bar of each day reaches.
    let spans: [CivilDate: ClosedRange<Double>]
    var plotHeight = 36.0

    private static let titleHeight = 13.0
    private static let gap = 7.0
    /// The least height of a bar.
    private static let stub = 1.2

    func block(_ axis: DayAxis, _ ruler: PaperRuler) -> PaperBlock {
        PaperBlock(height: Self.titleHeight + plotHeight + Self.gap) { canvas in
            canvas.part("Figure") {
                canvas.part("P") { canvas.write(title, x: 0, baseline: 9, PaperStyle.label) }
                let left = PaperStyle.width - ruler.width(of: caption, PaperStyle.small)
                canvas.part("P") { canvas.write(caption, x: left, baseline: 9, PaperStyle.small) }
                let foot = Self.titleHeight + plotHeight
                for tick in axis.ticks {
                    let x = axis.start(of: tick.day)
                    canvas.line(from: (x, Self.titleHeight), to: (x, foot), width: 0.3, with: PaperStyle.rule)
                }
                canvas.line(from: (0, foot), to: (PaperStyle.width, foot), width: 0.5, with: PaperStyle.rule)
                for (day, span) in spans where axis.days.contains(day) {
                    let (low, high) = (height(of: span.lowerBound), height(of: span.upperBound))
                    canvas.fill(
                        Rectangle(
                            x: axis.start(of: day) + axis.pause / 2, y: foot - max(high, Self.stub),
                            width: axis.dayWidth - axis.pause, height: max(high - low, Self.stub)),
                        with: colour)
                }
            }
        }
    }
}

extension DayStrip {
    /// A row of bars that stand on zero.
    ///
    /// - Parameters:
    ///   - title: What it shows.
    ///   - caption: What the bars are measured in, and how high the highest is.
    ///   - colour: The colour of the bars.
    ///   - top: The value of a bar that fills the height; more than 0.
    ///   - values: The value of each day that has one.
    init(_ title: String, caption: String, _ colour: Colour, top: Double, _ values: [CivilDate: Double]) {
        self.init(
            title: title, caption: caption, colour: colour, scale: 0...top,
            spans: values.mapValues { 0...max($0, 0) })
    }

    /// How far above the foot a value stands, in points.
    private func height(of value: Double) -> Double {
        let share = (value - scale.lowerBound) / (scale.upperBound - scale.lowerBound)
        return min(max(share, 0), 1) * plotHeight
    }
}

/// Days from left to right over the width of a page.
struct DayAxis {
    struct Tick {
        let day: CivilDate
        let label: String
    }

    let days: ClosedRange<CivilDate>
    let ticks: [Tick]

    /// The most days whose weeks are marked; months are marked in longer spans.
    private static let mostWeekly = 62
    /// The most marked months.
    private static let mostMonths = 14

    init(_ days: ClosedRange<CivilDate>, _ text: PaperText) {
        self.days = days
        let all = (days.lowerBound.daysSinceEpoch...days.upperBound.daysSinceEpoch)
            .map(CivilDate.init(daysSinceEpoch:))
        if all.count <= Self.mostWeekly {
            ticks = stride(from: 0, to: all.count, by: 7).map {
                Tick(day: all[$0], label: text.tick(all[$0]))
            }
        } else {
            let firsts = all.filter { $0.components.day == 1 }
            let step = firsts.count <= Self.mostMonths ? 1 : 3
            ticks = firsts.filter { ($0.components.month - 1) % step == 0 }
                .map { Tick(day: $0, label: text.month(of: $0)) }
        }
    }

    private var count: Int { days.upperBound.daysSinceEpoch - days.lowerBound.daysSinceEpoch + 1 }
    var dayWidth: Double { PaperStyle.width / Double(count) }
    /// The space between the bars of two days.
    var pause: Double { dayWidth < 2 ? 0 : dayWidth * 0.15 }

    func start(of day: CivilDate) -> Double {
        dayWidth * Double(day.daysSinceEpoch - days.lowerBound.daysSinceEpoch)
    }

    /// The labels of the ticks; one that would run into the one before it is left out.
    func block(_ ruler: PaperRuler) -> PaperBlock {
        PaperBlock(height: 12) { canvas in
            var free = 0.0
            for tick in ticks {
                let x = start(of: tick.day)
                let width = ruler.width(of: tick.label, PaperStyle.small)
                guard x >= free, x + width <= PaperStyle.width else { continue }
                canvas.part("P") { canvas.write(tick.label, x: x, baseline: 8, PaperStyle.small) }
                free = x + width + 4
            }
        }
    }
}
