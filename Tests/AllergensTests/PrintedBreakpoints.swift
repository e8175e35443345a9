import Testing

@testable import Allergens

/// The breakpoints of one pollutant as the publisher prints them, typed in
/// independently of the program's own.
struct PrintedBreakpoints: Sendable, CustomTestStringConvertible {
    let index: String
    let pollutant: Pollutant
    let period: AveragingPeriod
    let unit: PollutantUnit
    /// One unit of the last printed decimal.
    let step: Double
    /// The lowest and highest concentration of each class, with the values at both.
    let rows: [(low: Double, high: Double, first: Int, last: Int)]

    var testDescription: String { "\(index) \(pollutant) \(period.rawValue)" }

    func mean(_ value: Double?) -> PollutantMean {
        PollutantMean(pollutant, value, unit, over: period, in: .unitedStates)
    }

    static let unitedStates: [PrintedBreakpoints] = [
        us(
            .fineParticles, .day, .microgramsPerCubicMetre, 0.1,
            [(0, 9, 0), (9.1, 35.4, 51), (35.5, 55.4, 101), (55.5, 125.4, 151), (125.5, 225.4, 201)],
            (225.5, 325.4)),
        us(
            .particles, .day, .microgramsPerCubicMetre, 1,
            [(0, 54, 0), (55, 154, 51), (155, 254, 101), (255, 354, 151), (355, 424, 201)], (425, 604)),
        us(
            .ozone, .eightHours, .partsPerBillion, 1,
            [(0, 54, 0), (55, 70, 51), (71, 85, 101), (86, 105, 151), (106, 200, 201)], nil),
        us(
            .ozone, .hour, .partsPerBillion, 1, [(125, 164, 101), (165, 204, 151), (205, 404, 201)],
            (405, 604)
        ),
        us(
            .carbonMonoxide, .eightHours, .partsPerMillion, 0.1,
            [(0, 4.4, 0), (4.5, 9.4, 51), (9.5, 12.4, 101), (12.5, 15.4, 151), (15.5, 30.4, 201)],
            (30.5, 50.4)),
        us(
            .sulphurDioxide, .hour, .partsPerBillion, 1,
            [(0, 35, 0), (36, 75, 51), (76, 185, 101), (186, 304, 151)], nil),
        us(.sulphurDioxide, .day, .partsPerBillion, 1, [(305, 604, 201)], (605, 1004)),
        us(
            .nitrogenDioxide, .hour, .partsPerBillion, 1,
            [(0, 53, 0), (54, 100, 51), (101, 360, 101), (361, 649, 151), (650, 1249, 201)], (1250, 2049)),
    ]

    /// The Central Pollution Control Board leaves the last class open: what is above the fifth is severe.
    static let india: [PrintedBreakpoints] = [
        indian(.fineParticles, .day, [(0, 30), (31, 60), (61, 90), (91, 120), (121, 250)]),
        indian(.particles, .day, [(0, 50), (51, 100), (101, 250), (251, 350), (351, 430)]),
        indian(.nitrogenDioxide, .day, [(0, 40), (41, 80), (81, 180), (181, 280), (281, 400)]),
        indian(.ozone, .eightHours, [(0, 50), (51, 100), (101, 168), (169, 208), (209, 748)]),
        indian(.sulphurDioxide, .day, [(0, 40), (41, 80), (81, 380), (381, 800), (801, 1600)]),
        indian(
            .carbonMonoxide, .eightHours, [(0, 1), (1.1, 2), (2.1, 10), (10.1, 17), (17.1, 34)],
            .milligramsPerCubicMetre, 0.1),
    ]

    /// The highest concentrations of all bands except the last.
    static let bands: [(index: String, pollutant: Pollutant, period: AveragingPeriod, ends: [Double])] = [
        ("eaqi", .fineParticles, .hour, [5, 15, 50, 90, 140]),
        ("eaqi", .particles, .hour, [15, 45, 120, 195, 270]),
        ("eaqi", .nitrogenDioxide, .hour, [10, 25, 60, 100, 150]),
        ("eaqi", .ozone, .hour, [60, 100, 120, 160, 180]),
        ("eaqi", .sulphurDioxide, .hour, [20, 40, 125, 190, 275]),
        ("uk-daqi", .fineParticles, .day, [11, 23, 35, 41, 47, 53, 58, 64, 70]),
        ("uk-daqi", .particles, .day, [16, 33, 50, 58, 66, 75, 83, 91, 100]),
        ("uk-daqi", .nitrogenDioxide, .hour, [67, 134, 200, 267, 334, 400, 467, 534, 600]),
        ("uk-daqi", .ozone, .eightHours, [33, 66, 100, 120, 140, 160, 187, 213, 240]),
        ("uk-daqi", .sulphurDioxide, .quarterHour, [88, 177, 266, 354, 443, 532, 710, 887, 1064]),
    ]

    private static func indian(
        _ pollutant: Pollutant, _ period: AveragingPeriod, _ rows: [(low: Double, high: Double)],
        _ unit: PollutantUnit = .microgramsPerCubicMetre, _ step: Double = 1
    ) -> PrintedBreakpoints {
        let values = [(0, 50), (51, 100), (101, 200), (201, 300), (301, 400)]
        return PrintedBreakpoints(
            index: "naqi", pollutant: pollutant, period: period, unit: unit, step: step,
            rows: zip(rows, values).map { ($0.low, $0.high, $1.0, $1.1) })
    }

    /// A table of the US index; `hazardous` is the class from 301 to 500.
    private static func us(
        _ pollutant: Pollutant, _ period: AveragingPeriod, _ unit: PollutantUnit, _ step: Double,
        _ rows: [(low: Double, high: Double, first: Int)], _ hazardous: (low: Double, high: Double)?
    ) -> PrintedBreakpoints {
        let last = [0: 50, 51: 100, 101: 150, 151: 200, 201: 300]
        let rest = hazardous.map { [($0.low, $0.high, 301, 500)] } ?? []
        return PrintedBreakpoints(
            index: "us-aqi", pollutant: pollutant, period: period, unit: unit, step: step,
            rows: rows.map { ($0.low, $0.high, $0.first, last[$0.first] ?? 0) } + rest)
    }
}
