import Allergens
import Foundation
import Geography
import Observations
import Testing

@testable import Alerting

@Suite struct PlausibilityTests {
    private let april = CivilDate(daysSinceEpoch: 18_360)
    private let basel = Coordinate(longitude: 7.58, latitude: 47.56)

    private func suspicions(
        _ value: Double, of allergen: String = "birch", on day: CivilDate? = nil,
        at position: Coordinate? = nil,
        in period: Reading.Period? = nil, after earlier: [KeptValue?] = []
    ) throws -> Suspicions {
        let day = day ?? april
        let allergen = try #require(Taxonomy.standard[Allergen.ID(rawValue: allergen)])
        return Plausibility(of: allergen).suspicions(
            about: value, in: period ?? .day(day), on: day, at: position
        ) { $0 <= earlier.count ? earlier[$0 - 1] : nil }
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

    @Test func `a suspect day does not support the next one`() throws {
        let doubtful = KeptValue(value: 5_000, detectionLimit: nil, quality: .suspect(.jump))
        #expect(try suspicions(6_000, after: [doubtful] + valid(0, 3, 1)) == .jump)
        let confirmed = KeptValue(value: 5_000, detectionLimit: nil, quality: .confirmed)
        #expect(try suspicions(6_000, after: [confirmed] + valid(0, 3, 1)) == [])
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

    @Test(arguments: [
        ("birch", 47.6, "2020-12-15", true), ("birch", 47.6, "2020-04-08", false),
        ("birch", -33.9, "2020-10-10", false), ("birch", -33.9, "2020-04-08", true),
        ("birch", 1.3, "2020-12-15", false), ("hazel", 47.6, "2020-12-20", false),
        ("hazel", 47.6, "2020-08-01", true), ("ragweed", 47.6, "2020-09-01", false),
        ("ragweed", 47.6, "2020-02-01", true), ("alder", 46.8, "2020-07-01", false),
        ("pm2_5", 47.6, "2020-12-15", false), ("alternaria", 47.6, "2020-12-15", false),
    ])
    func `pollen out of season is suspect, by hemisphere and outside the tropics`(
        allergen: String, latitude: Double, day: String, isDoubtful: Bool
    ) throws {
        let position = try #require(Coordinate(longitude: 18, latitude: latitude))
        let day = try #require(CivilDate(day))
        let found = try suspicions(80, of: allergen, on: day, at: position)
        #expect(found == (isDoubtful ? .outOfSeason : []))
        #expect(try suspicions(5, of: allergen, on: day, at: position) == [], "a few grains come from afar")
        #expect(try suspicions(80, of: allergen, on: day) == [], "a new station is being tested")
    }

    @Test func `every doubt has a text`() {
        let all: Suspicions = [.outOfSeason, .jump, .stuck, .declared]
        #expect(Set(all.reasons).count == 4)
        #expect(Suspicions.jump.reasons == ["far above the values of the days before"])
    }
}
