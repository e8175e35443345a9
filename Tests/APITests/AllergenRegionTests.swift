import Allergens
import Observations
import People
import SampleTesting
import Seasons
import Testing

@testable import API
@testable import Site

/// How many regions the page of an allergen shows.
@Suite struct AllergenRegionTests {
    /// The season section of a page with countries that have as many regions.
    private func section(of countries: [String: Int]) async throws -> String {
        let values = try await InMemoryStations(expected: Guarded([])).dailyValues(of: "birch", at: "basel")
        let season = try #require(TypicalSeason(at: [values], today: today))
        let seasons = countries.sorted { $0.key < $1.key }.map { country, count in
            CountrySeason(
                country: country, usual: season,
                regions: (0..<count).map {
                    RegionYear(names: ["\(country) \($0)"], usual: season, isSimulated: false)
                }, isSimulated: false)
        }
        let report = AllergenReport(
            allergen: try #require(Taxonomy.standard["birch"]), today: today, now: nil, seasons: seasons,
            courses: [], layer: nil, credits: [])
        return AllergenSeasonSection(report: report, text: PlaceText(.english, taxonomy: .standard))
            .content.map(\.html).joined()
    }

    @Test func `a page says so where it has no room for the regions of all countries`() async throws {
        let said = "it shows regions of some countries only"
        let all = try await section(of: ["AT": 12, "CH": 12, "DE": 12, "FR": 0])
        #expect(all.matches(of: /season-regions/).count == 3 && !all.contains(said))
        let some = try await section(of: ["AT": 12, "CH": 12, "DE": 12, "FR": 2])
        #expect(some.matches(of: /season-regions/).count == 3 && some.contains(said))
        #expect(!some.contains("FR 0") && some.utf8.count < 150_000)
    }
}
