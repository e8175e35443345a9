import Allergens
import Foundation
import Observations
import Testing

@testable import Alerting

@Suite struct PlausibilityTests {
    private let april = CivilDate(daysSinceEpoch: 18_360)

    private func suspicions(
        _ value: Double, of allergen: String = "birch", in period: Reading.Period? = nil,
        after earlier: [KeptValue?] = [], _ change: (inout Surroundings) -> Void = { _ in }
    ) throws -> Suspicions {
        let allergen = try #require(Taxonomy.standard[Allergen.ID(rawValue: allergen)])
        var surroundings = Surroundings(past: earlier)
        change(&surroundings)
        return try Plausibility(of: allergen).suspicions(
            about: value, in: period ?? .day(april), among: surroundings)
    }

    /// A record of a number of years with one highest value.
    private func record(_ years: Int, highest: Double) -> SeasonRecord {
        var record = SeasonRecord(around: april)
        for year in 1...years { record.note(yearsBack: year, days: 20, highest: highest) }
        return record
    }

    private func valid(_ values: Double...) -> [KeptValue?] {
        values.map { KeptValue(value: $0, detectionLimit: nil, quality: .valid) }
    }

    @Test func `a jump is a value far above three or more known days`() throws {
        #expect(try suspicions(5_000, after: valid(0, 3, 1)) == .jump)
        #expect(try suspicions(5_000, after: valid(0, 3)) == [])
        #expect(try suspicions(5_000, after: valid(0, 3, 300)) == [])
        #expect(try suspicions(400, after: valid(0, 0, 0)) == [], "the season may begin with such a day")
    }

    @Test func `an hour is compared with the hours of a day, and so are three-hour values`() throws {
        let hour = Reading.Period.hour(ending: april.startInUTC)
        let three = Reading.Period.threeHours(ending: april.startInUTC)
        func quiet(_ count: Int) -> [KeptValue?] {
            valid(0, 3, 1, 2) + Array(repeating: valid(1)[0], count: count - 4)
        }
        #expect(try suspicions(5_000, in: hour, after: quiet(12)) == .jump)
        #expect(try suspicions(5_000, in: hour, after: quiet(11)) == [], "after a gap nothing is a jump")
        #expect(try suspicions(5_000, in: hour, after: quiet(23) + valid(300)) == [], "yesterday's noon")
        #expect(try suspicions(5_000, in: hour, after: quiet(24) + valid(300)) == .jump)
        #expect(try suspicions(5_000, in: three, after: quiet(4)) == .jump)
        #expect(try suspicions(5_000, in: three, after: valid(0, 3, 1)) == [])
        #expect(try suspicions(400, in: hour, after: quiet(24)) == [])
    }

    @Test func `a quality is written with its doubts and read back`() {
        let qualities: [ReadingQuality] = [
            .valid, .confirmed, .dismissed, .suspect(.jump), .suspect([.outOfSeason, .stuck, .declared]),
        ]
        for quality in qualities { #expect(ReadingQuality(word: quality.spelling) == quality) }
        #expect(ReadingQuality.suspect([.outOfSeason, .jump]).spelling == "suspect:season+jump")
        for word in ["suspect:", "suspect:odd", "suspect:jump+", "valid:jump"] {
            #expect(ReadingQuality(word: word) == nil, "\(word)")
        }
    }

    @Test func `a suspect day is part of the past, and a dismissed one is not`() throws {
        let doubtful = KeptValue(value: 5_000, detectionLimit: nil, quality: .suspect(.jump))
        #expect(try suspicions(6_000, after: [doubtful] + valid(0, 3, 1)) == [])
        let dismissed = KeptValue(value: 5_000, detectionLimit: nil, quality: .dismissed)
        #expect(try suspicions(6_000, after: [dismissed] + valid(0, 3, 1)) == .jump)
    }

    @Test func `a rise is doubtful when the station never saw as much at this time of the year`() throws {
        let quiet = valid(0, 3, 1)
        #expect(try suspicions(400, after: quiet) { $0.own = record(3, highest: 100) } == .jump)
        #expect(try suspicions(400, after: quiet) { $0.own = record(3, highest: 400) } == [])
        #expect(try suspicions(400, after: quiet) { $0.own = record(2, highest: 100) } == [], "a new station")
        #expect(try suspicions(400, after: valid(0, 75, 1)) { $0.own = record(3, highest: 100) } == [])
        #expect(try suspicions(29, after: quiet) { $0.own = record(9, highest: 0) } == [], "from afar")
    }

    @Test func `the next day explains a rise, and so do neighbours`() throws {
        func found(_ change: (inout Surroundings) -> Void) throws -> Suspicions {
            try suspicions(400, after: valid(0, 3, 1)) {
                $0.own = record(3, highest: 100)
                change(&$0)
            }
        }
        #expect(try found { $0.following = valid(72)[0] } == [])
        #expect(try found { $0.following = valid(71)[0] } == .jump)
        #expect(
            try found { $0.following = KeptValue(value: 72, detectionLimit: nil, quality: .dismissed) }
                == .jump)
        #expect(try found { $0.nearby = 72 } == [])
        #expect(try found { $0.nearby = 71 } == .jump)
        #expect(try found { $0.neighbours = record(1, highest: 400) } == [])
        #expect(try found { $0.neighbours = record(1, highest: 399) } == .jump)
    }

    @Test func `a season is what the station and its neighbours know`() throws {
        func found(_ value: Double, _ years: Int, _ change: (inout Surroundings) -> Void = { _ in }) throws
            -> Suspicions
        {
            try suspicions(value, after: valid(0, 3, 1)) {
                $0.own = record(years, highest: 10)
                change(&$0)
            }
        }
        #expect(try found(80, 8) == [.jump, .outOfSeason])
        #expect(try found(80, 7) == .jump, "trees have years of plenty")
        #expect(try found(70, 8) == .jump)
        #expect(
            try found(80, 8) { $0.following = valid(80)[0] } == .outOfSeason, "a wrong column stays wrong")
        #expect(try found(80, 8) { $0.nearby = 60 } == [])
        #expect(try found(80, 8) { $0.neighbours = record(1, highest: 30) } == .jump)
    }

    @Test func `doubts about a season go on while the season does not come`() throws {
        let doubtful = KeptValue(value: 80, detectionLimit: nil, quality: .suspect(.outOfSeason))
        let week = [doubtful] + valid(0, 3, 1)
        #expect(try suspicions(90, after: week) { $0.own = record(8, highest: 10) } == .outOfSeason)
        #expect(try suspicions(90, after: valid(80, 0, 3, 1)) { $0.own = record(8, highest: 10) } == [])
    }

    @Test func `a sensor that repeats the same value is stuck`() throws {
        #expect(try suspicions(37, after: valid(37, 37, 37, 37)) == .stuck)
        #expect(try suspicions(37, after: valid(37, 37, 36, 37)) == [])
        #expect(try suspicions(37, after: valid(37, 37) + [nil] + valid(37)) == [], "a gap ends the run")
        #expect(try suspicions(2, after: valid(2, 2, 2, 2, 2)) == [], "traps count few grains")
        let hour = Reading.Period.hour(ending: april.startInUTC)
        #expect(try suspicions(37, in: hour, after: valid(37, 37, 37, 37)) == [])
        #expect(try suspicions(37, in: hour, after: valid(37, 37, 37, 37, 37)) == .stuck)
    }

    @Test func `every doubt has a text`() {
        let all: Suspicions = [.outOfSeason, .jump, .stuck, .declared]
        #expect(Set(all.reasons).count == 4)
        #expect(Suspicions.jump.reasons == ["far above the values of the days before"])
    }
}

/// What a test says of the surroundings of a value.
private struct Surroundings: ReadingSurroundings {
    let past: [KeptValue?]
    var following: KeptValue?
    var own = SeasonRecord(around: CivilDate(daysSinceEpoch: 0))
    var neighbours = SeasonRecord(around: CivilDate(daysSinceEpoch: 0))
    var nearby: Double?

    func earlier(by periods: Int) -> KeptValue? { periods <= past.count ? past[periods - 1] : nil }
    func next() -> KeptValue? { following }
    func seasonRecord() -> SeasonRecord { own }
    func neighbouringRecord() -> SeasonRecord { neighbours }
    func highestNearby() -> Double? { nearby }
}
