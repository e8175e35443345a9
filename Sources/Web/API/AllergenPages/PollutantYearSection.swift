import Allergens
import Foundation
import Seasons
import Site

/// How much of a pollutant is usual in each month in each country, as bars over the months.
struct PollutantYearSection {
    let report: AllergenReport
    let text: PlaceText

    var content: [Markup] {
        guard !report.courses.isEmpty else { return [Markup("p", text("pollutant.year.none"))] }
        // Once is enough, where it is the same for every country.
        guard report.courses.contains(where: { $0.usual != nil })
        else { return [Markup("p", "\(text.capitalised(text("pollutant.year.unknown"))).")] }
        return [
            Markup("ul", ["class": "season-bars"], report.courses.map(row)),
            Markup("p", ["class": "small"], about),
        ]
    }

    private var about: String {
        let rule = [
            "years": "\(YearCourse.leastYears)", "days": "\(YearCourse.leastDays)",
        ]
        return "\(text("pollutant.year.about", ["count": "\(PastYears.span)"])) "
            + text("pollutant.year.method", rule)
    }

    /// The highest value of all countries, so that their bars can be compared.
    private var highest: Double {
        report.courses.flatMap { $0.usual?.months ?? [] }.compactMap { $0?.nineTenths }.max() ?? 0
    }

    private func row(_ country: CountryYear<YearCourse>) -> Markup {
        let name = Markup("strong", text.name(of: country))
        guard let course = country.usual else {
            return Markup("li", [name, Markup("p", text("pollutant.year.unknown"))])
        }
        let scale = CourseScale(reaching: highest)
        return Markup(
            "li",
            [
                name, Markup("p", words(for: course)),
                CourseBars(
                    course: course, scale: scale, months: text.monthLetters.joined(),
                    top: text.quantity(scale.top, report.allergen.unit)
                ).drawing,
                Markup(
                    "p", ["class": "small"],
                    text.origin(course.stations, course.years, isSimulated: country.isSimulated)),
                figures(of: course),
            ])
    }

    /// The months with the most and the least, which can be the same.
    private func words(for course: YearCourse) -> String {
        let known = course.months.enumerated().compactMap { place, month in
            month.map { (place: place, median: $0.median) }
        }
        guard let most = known.max(by: { $0.median < $1.median }),
            let least = known.min(by: { $0.median < $1.median })
        else { return text("pollutant.year.unknown") }
        return [("most", most), ("least", least)].prefix(most.place == least.place ? 1 : 2)
            .map { key, month in
                let value = text.quantity(month.median, report.allergen.unit)
                return text(
                    "pollutant.year.\(key)", ["month": text.monthName(at: month.place), "value": value])
            }.joined(separator: " ")
    }

    /// The same in figures, for those who do not see the bars or want to know exactly.
    private func figures(of course: YearCourse) -> Markup {
        let unit = report.allergen.unit.map { text("unit.\($0.rawValue)") } ?? ""
        let heads = [
            Markup("th", ["scope": "col"], text("pollutant.year.month")),
            Markup("th", ["scope": "col", "class": "figure"], text("pollutant.year.usual")),
            Markup("th", ["scope": "col", "class": "figure"], text("pollutant.year.span")),
        ]
        return Markup(
            "details", ["class": "course-figures"],
            [
                Markup("summary", text("pollutant.year.figures")),
                Markup(
                    "table", ["class": "allergen-scale"],
                    [
                        Markup("caption", unit), Markup("thead", [Markup("tr", heads)]),
                        Markup("tbody", course.months.enumerated().map(line)),
                    ]),
            ])
    }

    private func line(_ place: Int, _ month: YearCourse.Month?) -> Markup {
        let usual = month.map { text.number($0.median) } ?? text.level(nil)
        let span = month.map { "\(text.number($0.tenth))–\(text.number($0.nineTenths))" }
        return Markup(
            "tr",
            [
                Markup("th", ["scope": "row"], text.capitalised(text.monthName(at: place))),
                Markup("td", ["class": "figure"], usual), Markup("td", ["class": "figure"], span ?? ""),
            ])
    }
}

extension PlaceText {
    /// The name of a month, counted from 0.
    fileprivate func monthName(at place: Int) -> String {
        monthName(CivilDate(daysSinceEpoch: CommonYear.firsts[place]))
    }
}

/// What the heights of bars mean.
struct CourseScale {
    /// The value at the top: 1, 2 or 5 times a power of ten, as people read scales.
    let top: Double

    init(reaching highest: Double) {
        guard highest > 0 else {
            top = 1
            return
        }
        let power = pow(10, log10(highest).rounded(.down))
        top = [1, 2, 5].map { $0 * power }.first { $0 >= highest } ?? 10 * power
    }
}

/// A year as a bar for each month that holds eight of ten days, with a line where a usual day is.
struct CourseBars {
    let course: YearCourse
    let scale: CourseScale
    /// A letter for each month.
    let months: String
    /// The value at the top in words.
    let top: String

    private static let (width, height) = (CommonYear.days, 96)
    /// Where the top of the scale and zero are.
    private static let (ceiling, ground) = (18.0, 74.0)

    /// The words and figures beside it say the same.
    var drawing: Markup {
        Markup(
            "svg",
            [
                "class": "season-bar course", "viewBox": "0 0 \(Self.width) \(Self.height)",
                "aria-hidden": "true",
            ], [lines] + course.months.enumerated().flatMap(bar) + [label, letters])
    }

    private var lines: Markup {
        let ends = [Self.ceiling, Self.ground].map { "M0 \(Int($0))h\(Self.width)" }.joined()
        return Markup("path", ["class": "bound", "d": ends], "")
    }

    private func bar(_ place: Int, _ month: YearCourse.Month?) -> [Markup] {
        guard let month else { return [] }
        let firsts = CommonYear.firsts + [CommonYear.days]
        let (start, width) = (firsts[place] + 2, firsts[place + 1] - firsts[place] - 4)
        let (low, high) = (level(of: month.tenth), level(of: month.nineTenths))
        return [
            Markup(
                "rect",
                [
                    "class": "flying", "x": "\(start)", "y": "\(high)", "width": "\(width)",
                    // Months in which all days are alike are seen, too.
                    "height": "\(Self.rounded(max(low - high, 1)))", "rx": "3",
                ], ""),
            Markup("path", ["class": "usual", "d": "M\(start) \(level(of: month.median))h\(width)"], ""),
        ]
    }

    private func level(of value: Double) -> Double {
        let share = min(value / scale.top, 1)
        return Self.rounded(Self.ground - share * (Self.ground - Self.ceiling))
    }

    /// Tenths are fine enough for every screen.
    private static func rounded(_ length: Double) -> Double { (length * 10).rounded() / 10 }

    private var label: Markup { Markup("text", ["x": "2", "y": "13"], top) }

    private var letters: Markup {
        let places = CommonYear.firsts.map { "\($0 + 15)" }.joined(separator: " ")
        return Markup("text", ["x": places, "y": "91", "text-anchor": "middle"], months)
    }
}
