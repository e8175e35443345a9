import Allergens
import Foundation
import SampleTesting
import SeededTesting
import Testing

@testable import Association

private let start = CivilDate(daysSinceEpoch: 20_500)

struct PollenAssociationTests {
    private func verdicts(
        _ symptoms: [Double?], _ air: [Allergen.ID: [Double]]
    ) -> [Allergen.ID: PollenAssociation.Verdict] {
        var entries: [CivilDate: Double] = [:]
        for (place, symptom) in symptoms.enumerated() { entries[start.adding(days: place)] = symptom }
        let results = PollenAssociation.all(
            symptoms: entries,
            concentrations: air.mapValues { values in
                Dictionary(
                    uniqueKeysWithValues: values.enumerated().map {
                        (start.adding(days: $0.offset), $0.element)
                    })
            }, classes: { _ in [10, 50, 300] })
        return Dictionary(uniqueKeysWithValues: results.map { ($0.allergen, $0.verdict) })
    }

    @Test func `equal values share the mean of their ranks`() {
        #expect(RankCorrelation.ranks([3, 1, 3, 2]) == [3.5, 1, 3.5, 2])
    }

    /// Spearman's own example of rank correlation with ties, as in textbooks: ρ of IQ and hours of television.
    @Test func `the correlation of ranks is that of the textbook`() throws {
        let iq: [Double] = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110]
        let hours: [Double] = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17]
        let pairs = zip(iq, hours).enumerated().map {
            RankCorrelation.Pair(day: $0.offset * 2, x: $0.element.0, y: $0.element.1)
        }
        let correlation = try #require(RankCorrelation(pairs))
        #expect(abs(correlation.rho + 29.0 / 165) < 1e-12)
        #expect(correlation.effectiveCount == 10)
        #expect(correlation.interval.contains(0) && correlation.probability > 0.5)
    }

    @Test func `the false discovery rate is held as in the paper of Benjamini and Hochberg`() {
        // The fifteen probabilities of their section 4.1, of which the first four count.
        let probabilities = [
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719,
            0.6528, 0.7590, 1,
        ]
        let found = PollenAssociation.discoveries(probabilities.reversed(), rate: 0.05)
        #expect(found.reversed() == [Bool](repeating: true, count: 4) + [Bool](repeating: false, count: 11))
    }

    @Test func `it is too early before there are enough days of each kind`() {
        let air = (0..<30).map { Double($0 * 10) }
        let days: [Double?] = (0..<14).map { $0 < 7 ? 0 : 2 } + Array(repeating: nil, count: 16)
        #expect(
            verdicts(days, ["birch": air])["birch"]
                == .tooEarly(.init(days: 1, bad: 0, good: 0, spread: false)))
        let onlyBad = [Double?](repeating: 1, count: 30)
        #expect(
            verdicts(onlyBad, ["birch": air])["birch"]
                == .tooEarly(.init(days: 0, bad: 0, good: 5, spread: false)))
        let calm = [Double](repeating: 3, count: 30)
        #expect(
            verdicts((0..<30).map { Double($0 % 2) }, ["birch": calm])["birch"]
                == .tooEarly(.init(days: 0, bad: 0, good: 0, spread: true)))
    }

    @Test func `a day without a measured value does not count`() {
        let short = (0..<10).map { Double($0 * 50) }
        #expect(
            verdicts((0..<30).map { Double($0 % 3) }, ["birch": short])["birch"]
                == .tooEarly(.init(days: 5, bad: 0, good: 1, spread: false)))
    }

    @Test func `two pollens that come together cannot be told apart`() {
        var generator = SeededGenerator(seed: 3)
        let birch = (0..<60).map { _ in exp(Double.random(in: 0...6, using: &generator)) }
        let ash = birch.map { $0 * Double.random(in: 0.9...1.1, using: &generator) }
        let symptoms = (0..<60).map { place -> Double? in
            let mean = (max(0, place - 2)...place).map { log1p(birch[$0]) }.reduce(0, +)
            return mean > 9 ? 2 : 0
        }
        let found = verdicts(symptoms, ["birch": birch, "ash": ash])
        #expect(found["birch"] == .togetherWith(["ash"]) && found["ash"] == .togetherWith(["birch"]))
    }
}

/// Seasons of two pollens, and people whose symptoms follow one of them: how often the true one is found, and
/// how often the wrong one is named.
struct AssociationSimulationTests {
    /// A day of the season: the bell of the logarithms, with weather that lasts for some days.
    private func season(
        peak: Double, days: Int, _ generator: inout SeededGenerator
    ) -> [Double] {
        var weather = 0.0
        return (-2..<days).map { day in
            weather = 0.6 * weather + 0.8 * normal(&generator)
            let distance = (Double(day) - peak) / (Double(days) / 4)
            return max(0, exp(5.5 * exp(-distance * distance / 2) + weather) - 1)
        }
    }

    private func normal(_ generator: inout SeededGenerator) -> Double {
        let (one, other) = (
            Double.random(in: Double.ulpOfOne...1, using: &generator),
            Double.random(in: 0...1, using: &generator)
        )
        return (-2 * log(one)).squareRoot() * cos(2 * .pi * other)
    }

    /// The verdicts about the true and the wrong pollen for one person.
    private func person(
        days: Int, r: Double, gap: Double, _ generator: inout SeededGenerator
    ) -> (true: PollenAssociation.Verdict?, wrong: PollenAssociation.Verdict?) {
        let real = season(peak: Double(days) / 2 - gap / 2, days: days, &generator)
        let wrong = season(peak: Double(days) / 2 + gap / 2, days: days, &generator)
        let exposure = (2..<days + 2).map { place in
            (place - 2...place).map { log1p(real[$0]) }.reduce(0, +) / 3
        }
        let mean = exposure.reduce(0, +) / Double(days)
        let spread = (exposure.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(days)).squareRoot()
        var entries: [CivilDate: Double] = [:]
        var mood = normal(&generator)
        for place in 0..<days {
            mood = 0.3 * mood + (1 - 0.09).squareRoot() * normal(&generator)
            let said = r * (exposure[place] - mean) / spread + (1 - r * r).squareRoot() * mood
            guard Double.random(in: 0...1, using: &generator) < 0.6 else { continue }
            // Means of six grades, of which a quarter of the days have none.
            entries[start.adding(days: place)] = max(0, ((said + 0.7) * 6).rounded() / 6)
        }
        func dated(_ values: [Double]) -> [CivilDate: Double] {
            Dictionary(
                uniqueKeysWithValues: values.enumerated().map {
                    (start.adding(days: $0.offset - 2), $0.element)
                })
        }
        let results = PollenAssociation.all(
            symptoms: entries, concentrations: ["birch": dated(real), "ash": dated(wrong)],
            classes: { _ in [10, 50, 300] })
        return (
            results.first { $0.allergen == "birch" }?.verdict, results.first { $0.allergen == "ash" }?.verdict
        )
    }

    private func shares(days: Int, r: Double, gap: Double) -> (found: Double, wrong: Double) {
        var generator = SeededGenerator(seed: 2_026)
        let runs = 600
        var (found, wrong) = (0, 0)
        for _ in 0..<runs {
            let person = person(days: days, r: r, gap: gap, &generator)
            switch person.true {
            case .together, .togetherWith: found += 1
            default: break
            }
            if person.wrong == .together { wrong += 1 }
        }
        return (Double(found) / Double(runs), Double(wrong) / Double(runs))
    }

    @Test func `the true pollen is mostly found, and the wrong one seldom named`() {
        let result = shares(days: 60, r: 0.5, gap: 9)
        print("60 days, r = 0.5, peaks 9 days apart: true \(result.found), wrong \(result.wrong)")
        #expect(result.found >= 0.55 && result.wrong <= 0.1)
    }

    @Test func `where nothing goes together, seldom anything is named`() {
        let result = shares(days: 60, r: 0, gap: 9)
        print("60 days, r = 0: true \(result.found), wrong \(result.wrong)")
        #expect(result.found <= 0.05 && result.wrong <= 0.05)
    }
}
