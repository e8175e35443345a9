import Allergens
import Foundation
import Geography
import Observations
import Testing

@testable import Simulation

@Suite struct DemonstrationSeasonTests {
    private let seed: UInt64 = 7

    private func season() throws -> DemonstrationSeason {
        DemonstrationSeason(stations: try Demonstration.stations(), seed: seed)
    }

    /// The values of a year, at the named stations or at all of them.
    private func values(
        of allergen: String, at names: [String] = [], in year: Int = 2026
    ) throws -> [Station.ID: [Double]] {
        let stations = try Demonstration.stations()
        let chosen = stations.filter { names.isEmpty || names.contains($0.id.rawValue) }
        return Demonstration.values(of: allergen, in: year, at: chosen, seed: seed)
    }

    private func station(_ name: String) throws -> Station.ID { try #require(Station.ID(rawValue: name)) }

    /// The day of the year by which half of the year's sum is reached.
    private func middle(_ values: [Double]) -> Int {
        let half = values.reduce(0, +) / 2
        var sum = 0.0
        return values.firstIndex { value in
            sum += value
            return sum >= half
        } ?? 0
    }

    @Test func `every value is whole and passes the rules for readings`() throws {
        let season = try season()
        let day = try #require(CivilDate("2026-01-01"))
        for offset in stride(from: 0, to: 366, by: 9) {
            let date = day.adding(days: offset)
            for reading in season.readings(on: date) + season.pollution(on: date) {
                let allergen = try #require(Taxonomy.standard[reading.allergen])
                try ReadingRules.admit(value: reading.value, of: allergen)
                #expect(reading.value == reading.value.rounded())
            }
            for forecast in season.forecasts(issuedOn: day.adding(days: offset)) {
                let allergen = try #require(Taxonomy.standard[forecast.allergen])
                try ReadingRules.admit(value: forecast.value, of: allergen)
                #expect(forecast.day == day.adding(days: offset + 1))
            }
        }
    }

    @Test func `a day's value does not depend on earlier queries or other stations`() throws {
        let day = try #require(CivilDate("2026-04-08"))
        let all = try season()
        _ = all.readings(on: day.adding(days: 40))
        let basel = try station("basel")
        let stations = try Demonstration.stations().filter { $0.id == basel }
        let alone = DemonstrationSeason(stations: stations, seed: seed).readings(on: day)
        #expect(!alone.isEmpty)
        #expect(all.readings(on: day).filter { $0.station == basel } == alone)
    }

    @Test func `every station has six pollutants, with ozone in summer and the others in winter`() throws {
        let season = try season()
        let stations = try Demonstration.stations()
        func mean(of allergen: Allergen.ID, from first: String) throws -> Double {
            let day = try #require(CivilDate(first))
            let values = (0..<30).flatMap { season.pollution(on: day.adding(days: $0)) }
                .filter { $0.allergen == allergen }.map(\.value)
            #expect(values.count == 30 * stations.count)
            return values.reduce(0, +) / Double(values.count)
        }
        for pollutant in Pollutant.allCases {
            let (winter, summer) = try (
                mean(of: pollutant.allergen, from: "2026-01-05"),
                mean(of: pollutant.allergen, from: "2026-06-20")
            )
            #expect(pollutant == .ozone ? summer > 1.5 * winter : winter > 1.2 * summer, "\(pollutant)")
        }
    }

    @Test func `another seed makes another season`() throws {
        let day = try #require(CivilDate("2026-04-15"))
        let stations = try Demonstration.stations()
        let other = DemonstrationSeason(stations: stations, seed: seed + 1)
        #expect(try season().readings(on: day) != other.readings(on: day))
    }

    @Test(arguments: [
        ("birch", "basel", 80...125), ("hazel", "basel", 15...85), ("grass", "luxembourg", 125...220),
        ("ragweed", "novi-sad", 210...275), ("olive", "cordoba", 105...170), ("cypress", "sevilla", 10...100),
    ])
    func `nine tenths of a year fall into the season`(
        allergen: String, place: String, window: ClosedRange<Int>
    ) throws {
        let values = try #require(
            values(of: allergen, at: [place])[station(place)])
        let inside = window.reduce(0) { $0 + values[$1 - 1] }
        #expect(inside > 0.9 * values.reduce(0, +))
        #expect(values.count { $0 > 0 } < 200)
    }

    @Test func `the highest days are of the order of those in Basel`() throws {
        for taxon in Taxon.all where taxon.referenceLatitude == 47.6 {
            let maxima = try (2000..<2020).map { year in
                let values = try values(of: taxon.allergen.rawValue, at: ["basel"], in: year)
                return try #require(values[station("basel")]?.max())
            }.sorted()
            let ratio = maxima[10] / taxon.maximum
            #expect((0.35...2.8).contains(ratio), "\(taxon.allergen.rawValue) \(ratio)")
        }
    }

    @Test func `birch flowers later the further north`() throws {
        let order = ["torino", "basel", "hamburg", "stockholm", "oulu"]
        let years = try values(of: "birch", at: order)
        let middles = try order.map { middle(try #require(years[station($0)])) }
        #expect(middles == middles.sorted())
        #expect(middles[4] - middles[1] > 35)
    }

    @Test func `olives are counted only in the south and ragweed is worst in the Pannonian basin`() throws {
        let olive = try values(of: "olive")
        #expect(try olive[station("cordoba")] != nil)
        #expect(try olive[station("hamburg")] == nil)
        let ragweed = try values(of: "ragweed").mapValues { $0.reduce(0, +) }
        let worst = ragweed.max { $0.value < $1.value }?.key.rawValue ?? ""
        #expect(["novi-sad", "szeged", "beograd", "timisoara", "budapest"].contains(worst), "\(worst)")
    }

    @Test func `a forecast is close to the later value but not equal`() throws {
        let season = try season()
        let day = try #require(CivilDate("2026-04-14"))
        let truth = season.readings(on: day.adding(days: 1))
        let forecasts = season.forecasts(issuedOn: day)
        #expect(truth.count == forecasts.count)
        var errors: [Double] = []
        for (reading, forecast) in zip(truth, forecasts) where reading.value >= 20 {
            #expect(reading.station == forecast.station && reading.allergen == forecast.allergen)
            errors.append(abs(log(max(forecast.value, 1) / reading.value)))
        }
        let mean = errors.reduce(0, +) / Double(errors.count)
        #expect((0.15...0.45).contains(mean), "\(mean)")
    }
}
