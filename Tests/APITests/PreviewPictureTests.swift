import Allergens
import Drawing
import Foundation
import Geography
import Observations
import People
import SampleTesting
import Seasons
import Testing

@testable import API
@testable import HTTP
@testable import Site

/// The pictures for previews of links, beside those that were accepted, in `tiles/golden`.
///
/// They are compared as they are painted: with fewer colours, a rounding would become a step of them.
@Suite struct PreviewPictureTests {
    private let api = TestAPI(address: "https://breathe.example")
    private let text = PlaceText(.english, taxonomy: .standard)
    private let colours: LevelColours

    init() {
        var tiles = InMemoryTiles()
        // The middle of each level in the ramp of the map.
        tiles.legend = """
            {"classes": [{"level": "none", "color": "#E3ECD9"}, {"level": "low", "color": "#FFE68B"},
            {"level": "moderate", "color": "#FBAA45"}, {"level": "high", "color": "#E55640"},
            {"level": "veryHigh", "color": "#BB3EA3"}]}
            """
        colours = LevelColours(tiles)
    }

    private func check(_ canvas: borrowing Canvas, as name: String) throws {
        if let complaint = try complaint(aboutTile: try canvas.png(), named: name) {
            Issue.record("\(complaint)")
        }
    }

    @Test func `the preview of a place looks as accepted`() async throws {
        let birch = try #require(Taxonomy.standard["birch"])
        func estimate(
            _ day: CivilDate, _ value: Double, _ level: Level, _ index: Double
        ) -> AirValue.Estimate {
            AirValue.Estimate(
                day: day, value: value, level: level, index: index, basis: .measured, interval: nil)
        }
        api.air.values.value = [
            AirValue(
                allergen: birch, today: estimate(today, 312, .veryHigh, 7.9), station: "basel",
                distance: 4_210, tomorrow: estimate(today.adding(days: 1), 150, .high, 6.1)),
            AirValue(
                allergen: try #require(Taxonomy.standard["nettle"]),
                today: estimate(today, 12, .low, 1.2), station: "basel", distance: 4_210, tomorrow: nil),
        ]
        let seasons = SeasonReader(in: api.stations, changing: api.tiles, in: api.environment)
        let sources = api.placeSources(with: seasons)
        let station = try await api.stations.knownStation("basel")
        let report = try await PlaceReader(sources: sources, environment: api.environment)
            .report(of: PlaceSubject(station))
        let map = try await PlaceMapReader(tiles: sources.tiles, basemap: sources.basemap)
            .map(of: report, text)
        let preview = PlacePreview(report, map: map, text: text, colours: colours, today: today)
        try check(try preview.painter.paint(), as: "preview-place")
    }

    @Test func `the preview of pollen shows its drawing above its seasons`() throws {
        let birch = try #require(Taxonomy.standard["birch"])
        let seasons = [try season("CH", around: 100), try season("DE", around: 110)]
        try check(try painted(birch, 312, .veryHigh, seasons: seasons), as: "preview-pollen")
    }

    @Test func `a season across New Year is two bars`() throws {
        let cypress = try #require(Taxonomy.standard["cypress"])
        let seasons = [try season("IT", around: 5)]
        try check(try painted(cypress, 40, .moderate, seasons: seasons), as: "preview-winter")
    }

    @Test func `the preview of what nobody measures says so beside its drawing`() throws {
        let cat = try #require(Taxonomy.standard["cat"])
        let report = AllergenReport(
            allergen: cat, today: today, now: nil, seasons: [], courses: [], layer: nil, credits: [])
        let preview = AllergenPreview(report, text: text, colours: colours)
        try check(try AllergenPreviewPainter(preview: preview).paint(), as: "preview-unmeasured")
    }

    private func painted(
        _ allergen: Allergen, _ value: Double, _ level: Level, seasons: [CountrySeason]
    ) throws -> Canvas {
        let station = Station(id: "basel", name: "Basel-Binningen", position: .basel)
        let highest = DayValue(
            station: station.id, position: .basel, allergen: allergen.id, day: today.adding(days: -1),
            value: value, basis: .measured)
        let now = AllergenNow(
            highest: AllergenNow.Highest(station: station, value: highest, level: level),
            counts: [(level, 3), (.low, 31)], days: today.adding(days: -2)...today)
        let report = AllergenReport(
            allergen: allergen, today: today, now: now, seasons: seasons, courses: [], layer: nil,
            credits: ["Deutscher Wetterdienst", "MeteoSwiss"])
        let preview = AllergenPreview(report, text: text, colours: colours)
        return try AllergenPreviewPainter(preview: preview).paint()
    }

    /// A season of some seventy days, as five years have it.
    private func season(_ country: String, around peak: Int) throws -> CountrySeason {
        let values = (-5...0).flatMap { year in
            (-40...40).map { day in
                DailyValue(
                    day: CivilDate(daysSinceEpoch: today.daysSinceEpoch - 98 + peak + year * 365 + day),
                    value: Double(41 - abs(day)))
            }
        }
        return CountrySeason(
            country: country, usual: TypicalSeason(at: [values], today: today), regions: [],
            isSimulated: false)
    }
}
