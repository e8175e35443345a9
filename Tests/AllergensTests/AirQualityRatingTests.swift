import SeededTesting
import Testing

@testable import Allergens

@Suite struct AirQualityRatingTests {
    private let us = AirQualityIndex.standard("us-aqi")!
    private let european = AirQualityIndex.standard("eaqi")!

    private func fine(_ value: Double?, over period: AveragingPeriod = .day) -> PollutantMean {
        PollutantMean(.fineParticles, value, .microgramsPerCubicMetre, over: period, in: .unitedStates)
    }

    private func gas(
        _ pollutant: Pollutant, _ partsPerBillion: Double, _ period: AveragingPeriod
    ) -> PollutantMean {
        PollutantMean(pollutant, partsPerBillion, .partsPerBillion, over: period, in: .unitedStates)
    }

    @Test(
        arguments: [
            (nil, .missing), (.nan, .notFinite), (.infinity, .notFinite), (-.infinity, .notFinite),
            (-0.1, .negative), (-999, .negative),
        ] as [(Double?, AirQualityAbsence)])
    func `a missing or invalid value is never good air`(
        value: Double?, absence: AirQualityAbsence
    ) throws {
        for index in AirQualityIndex.standard {
            for table in index.tables {
                let mean = PollutantMean(
                    table.pollutant, value, table.unit, over: table.period, in: .european)
                #expect(throws: absence) { try index.score(of: mean) }
                let rating = index.rate([mean])
                #expect(rating.score == nil && rating.airClass == nil && rating.mainPollutants.isEmpty)
                #expect(rating.gaps.map(\.absence) == [absence])
            }
        }
        #expect(us.rate([]).score == nil)
    }

    @Test func `a value that an index does not rate has a reason`() {
        #expect(throws: AirQualityAbsence.notRated) {
            try european.score(of: gas(.carbonMonoxide, 1, .eightHours))
        }
        #expect(throws: AirQualityAbsence.otherPeriod([.day])) { try us.score(of: fine(3, over: .hour)) }
        #expect(throws: AirQualityAbsence.otherPeriod([.eightHours, .hour])) {
            try us.score(of: gas(.ozone, 30, .day))
        }
        #expect(throws: AirQualityAbsence.noConversion) {
            try us.score(of: gas(.fineParticles, 30, .day))
        }
        #expect(throws: AirQualityAbsence.belowTable(125, .partsPerBillion)) {
            try us.score(of: gas(.ozone, 124.9, .hour))
        }
        #expect(throws: AirQualityAbsence.belowTable(305, .partsPerBillion)) {
            try us.score(of: gas(.sulphurDioxide, 304.9, .day))
        }
    }

    @Test func `the worst pollutant decides and a gap does not hide it`() {
        let rating = us.rate([fine(20), gas(.nitrogenDioxide, 200, .hour), gas(.ozone, -1, .hour)])
        #expect(rating.score == .value(120))
        #expect(rating.mainPollutants == [.nitrogenDioxide])
        #expect(rating.airClass?.category == .sensitive)
        #expect(rating.parts.map(\.pollutant) == [.nitrogenDioxide, .fineParticles])
        #expect(rating.gaps.map(\.absence) == [.negative])
    }

    @Test func `a pollutant that is rated by one of its means is no gap`() {
        let rating = european.rate([
            fine(20), fine(12, over: .hour), gas(.sulphurDioxide, 3, .day),
            gas(.sulphurDioxide, 3, .eightHours),
        ])
        #expect(rating.score == .value(2) && rating.parts.map(\.period) == [.hour])
        #expect(rating.gaps.map(\.pollutant) == [.sulphurDioxide])
    }

    @Test func `the Indian index needs three pollutants with particles among them`() throws {
        let indian = try #require(AirQualityIndex.standard("naqi"))
        let gases = [
            gas(.nitrogenDioxide, 20, .day), gas(.sulphurDioxide, 10, .day), gas(.ozone, 20, .eightHours),
        ]
        #expect(indian.rate(gases).isIncomplete && indian.rate(gases).score == nil)
        #expect(indian.rate(gases).airClass == nil && indian.rate(gases).mainPollutants.isEmpty)
        let two = indian.rate([fine(45), gases[0]])
        #expect(two.isIncomplete && two.score == nil && two.parts.count == 2)
        let three = indian.rate([fine(45), gases[0], gases[1]])
        #expect(!three.isIncomplete && three.score == .value(75))
        #expect(three.airClass?.category == .satisfactory && three.mainPollutants == [.fineParticles])
        #expect(!indian.rate([]).isIncomplete && !indian.rate([fine(nil)]).isIncomplete)
    }

    @Test func `pollutants with equal values share first place in the order of the tables`() {
        let ozone = gas(.ozone, 54, .eightHours)
        for means in [[fine(9), ozone], [ozone, fine(9)]] {
            let rating = us.rate(means)
            #expect(rating.score == .value(50))
            #expect(rating.mainPollutants == [.fineParticles, .ozone])
        }
    }

    @Test func `the worse of the one-hour and eight-hour ozone values counts`() {
        let hours = gas(.ozone, 60, .eightHours)
        #expect(us.rate([hours, gas(.ozone, 204, .hour)]).score == .value(200))
        #expect(us.rate([hours, gas(.ozone, 204, .hour)]).mainPollutants == [.ozone])
        #expect(us.rate([hours, gas(.ozone, 90, .hour)]).score == .value(67))
        // The eight-hour value only shows that the index is over 300; the one-hour value shows by how much.
        let extreme = gas(.ozone, 201, .eightHours)
        #expect(us.rate([extreme, fine(3)]).score == .beyond(300))
        #expect(us.rate([extreme, gas(.ozone, 405, .hour)]).score == .value(301))
    }

    @Test func `sulphur dioxide above index 200 needs the daily mean`() {
        let hour = gas(.sulphurDioxide, 700, .hour)
        #expect(us.rate([hour, gas(.sulphurDioxide, 100, .day)]).score == .value(200))
        #expect(us.rate([hour, gas(.sulphurDioxide, 604, .day)]).score == .value(300))
    }

    @Test func `a value beyond an index is higher than its last value`() {
        #expect(us.rate([fine(325.4)]).score == .value(500))
        #expect(us.rate([fine(325.5)]).score == .beyond(500))
        #expect(AirQualityScore.beyond(500) > .value(500) && AirQualityScore.beyond(300) < .value(301))
    }

    @Test(arguments: [
        (Pollutant.ozone, AirState.unitedStates, 1.962), (.nitrogenDioxide, .unitedStates, 1.880),
        (.sulphurDioxide, .unitedStates, 2.618), (.carbonMonoxide, .unitedStates, 1.145),
        (.ozone, .european, 1.995), (.nitrogenDioxide, .european, 1.912), (.sulphurDioxide, .european, 2.662),
        (.carbonMonoxide, .european, 1.164),
    ])
    func `a volume fraction has the published mass concentration`(
        pollutant: Pollutant, air: AirState, mass: Double
    ) throws {
        let found = try #require(
            air.convert(1, of: pollutant, from: .partsPerBillion, to: .microgramsPerCubicMetre))
        #expect(abs(found - mass) < 0.002, "\(found)")
    }

    @Test(arguments: UInt64(0)..<20)
    func `a value converted there and back is unchanged`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let air = try #require(
            AirState(
                celsius: .random(in: -40...45, using: &generator),
                hectopascals: .random(in: 600...1_080, using: &generator)))
        for pollutant in Pollutant.allCases where pollutant.molarMass != nil {
            for unit in PollutantUnit.allCases {
                for other in PollutantUnit.allCases {
                    let value = Double.random(in: 0...1_000, using: &generator)
                    let there = try #require(air.convert(value, of: pollutant, from: unit, to: other))
                    let back = try #require(air.convert(there, of: pollutant, from: other, to: unit))
                    #expect(abs(back - value) <= value * 1e-12, "\(pollutant) \(unit) \(other)")
                }
            }
        }
    }

    @Test(arguments: [(-273.15, 1013.0), (.nan, 1013), (20, 0), (20, -1), (20, .infinity), (.infinity, 1013)])
    func `physically impossible air is refused`(celsius: Double, hectopascals: Double) {
        #expect(AirState(celsius: celsius, hectopascals: hectopascals) == nil)
    }
}
