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
    /// The value of a bar that fills the height; more than 0.
    let top: Double
    let values: [CivilDate: Double]
    var plotHeight = 36.0

    private static let titleHeight = 13.0
    private static let gap = 7.0
    /// The height of the bar of a zero.
    private static let stub = 1.2

    func block(_ axis: DayAxis, _ ruler: PaperRuler) -> PaperBlock {
        PaperBlock(height: Self.titleHeight + plotHeight + Self.gap) { canvas in
            canvas.part("Figure") {
                canvas.write(title, x: 0, baseline: 9, PaperStyle.label)
                let left = PaperStyle.width - ruler.width(of: caption, PaperStyle.small)
                canvas.write(caption, x: left, baseline: 9, PaperStyle.small)
                let foot = Self.titleHeight + plotHeight
                for tick in axis.ticks {
                    let x = axis.start(of: tick.day)
                    canvas.line(from: (x, Self.titleHeight), to: (x, foot), width: 0.3, with: PaperStyle.rule)
                }
                canvas.line(from: (0, foot), to: (PaperStyle.width, foot), width: 0.5, with: PaperStyle.rule)
                for (day, value) in values where axis.days.contains(day) {
                    let height = max(min(value / top, 1) * plotHeight, Self.stub)
                    canvas.fill(
                        Rectangle(
                            x: axis.start(of: day) + axis.pause / 2, y: foot - height,
                            width: axis.dayWidth - axis.pause, height: height), with: colour)
                }
            }
        }
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
                canvas.write(tick.label, x: x, baseline: 8, PaperStyle.small)
                free = x + width + 4
            }
        }
    }
}
