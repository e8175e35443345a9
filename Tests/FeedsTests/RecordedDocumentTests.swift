import Allergens
import Foundation
import Geography
import Observations
import SampleTesting
import Testing

@testable import Feeds

@Suite(
    .enabled(if: RealFiles.has("meteoswiss"), "needs the recorded files: set BREATHE_DATA to their folder"))
struct RecordedDocumentTests {
    @Test func `the German index gives classes with half steps for its regions and three days`() throws {
        let batch = try recorded("dwd/fixture_s31fg.json", as: "dwd")
        #expect(batch.complaints == [])
        #expect(batch.classes.count == 2 * 8 * 3)
        #expect(batch.readings.isEmpty && batch.regionValues.isEmpty)
        for day in ["2026-06-28", "2026-06-29", "2026-06-30"] {
            #expect(batch.code("dwd-11", .plant("grass"), day) == "2-3")
            #expect(batch.code("dwd-12", .plant("birch"), day) == "0")
        }
        let grass = try #require(batch.classes.first { $0.subject == .plant("grass") })
        #expect(grass.step?.level == .high)
        #expect(grass.step?.index == 5)
        #expect(grass.basis == .forecast)
        #expect(batch.regions.map(\.id.rawValue) == ["dwd-11", "dwd-12"])
        #expect(batch.regions.map(\.partOf) == Array(repeating: "Schleswig-Holstein und Hamburg", count: 2))
        let box = try #require(batch.regions[0].box)
        #expect(box.contains(.at(9.99, 53.55)), "Hamburg")
        #expect(!box.contains(.at(13.4, 52.5)), "Berlin")
    }

    @Test func `Google's answer gives classes of a cell, and values without an index are missing`() throws {
        let asked = AskedPlace(position: .at(-3.7038, 40.4168))
        let batch = try recorded(
            "google-pollen/google_pollen_forecast_5_days.json", as: "google-pollen", asked: asked)
        #expect(batch.complaints == [])
        // Another program counted them.
        #expect(batch.classes.count == 25)
        #expect(batch.tally.missing == 45)
        let cell = try #require(batch.regions.first)
        #expect(batch.regions.count == 1)
        #expect(cell.id.rawValue == "google-pollen_-3.705_40.415")
        #expect(cell.box?.contains(.at(-3.7038, 40.4168)) == true)
        #expect(batch.code(cell.id.rawValue, .plant("grass"), "2026-06-13") == "3")
        #expect(batch.code(cell.id.rawValue, .plant("hazel"), "2026-06-13") == nil)
        #expect(batch.code(cell.id.rawValue, .group(.grass), "2026-06-13") == "3")
        // The fifth day has no index at all.
        #expect(Set(batch.classes.map(\.day.description)).count == 4)
    }

    @Test func `Ambee's answer gives risks of families and counts of species`() throws {
        let batch = try recorded("homeassistant-fixtures/ambee_pollen.json", as: "ambee-pollen")
        #expect(batch.complaints == [])
        let cell = "ambee-pollen_6.4_52.4"
        #expect(batch.code(cell, .group(.grass), "2021-06-09") == "High")
        #expect(batch.code(cell, .group(.tree), "2021-06-09") == "Moderate")
        #expect(batch.classes.count == 3)
        #expect(batch.regionValues.count == 14)
        let hour = Reading.Period.hour(ending: try Date("2021-06-09T16:24:27Z", strategy: .iso8601))
        let values = Dictionary(
            uniqueKeysWithValues: batch.regionValues.map { ($0.allergen.rawValue, $0.value) })
        #expect(values["grass"] == 190 && values["nettle"] == 88 && values["alder"] == 0)
        #expect(batch.regionValues.allSatisfy { $0.period == hour && $0.basis == .modelled })
    }

    @Test func `an OpenAQ location is a station, and its sensors' latest values are its readings`() throws {
        let locations = try recorded("openaq/locations.json", as: "openaq-locations")
        #expect(locations.complaints == [])
        let station = try #require(locations.stations.first)
        #expect(station.id.rawValue == "openaq-2178")
        #expect(station.name == "Del Norte")
        #expect(station.position == .at(-106.584702, 35.1353))
        #expect(station.timeZone.identifier == "America/Denver")

        let batch = try recorded(
            "openaq/sensors.json", as: "openaq-sensors", asked: AskedPlace(station: station.id),
            stations: [station])
        #expect(batch.complaints == [])
        #expect(
            Set(batch.readings.map(\.allergen.rawValue)) == [
                "nitrogen_dioxide", "sulphur_dioxide", "carbon_monoxide", "pm2_5", "ozone", "pm10",
            ])
        let ozone = try #require(batch.readings.first { $0.allergen.rawValue == "ozone" })
        // 0.059 ppm in the air of 20 °C and 1013 hPa: 59 · 47.997 / 24.06.
        #expect(abs(ozone.value - 117.7) < 0.1)
        #expect(ozone.period == .hour(ending: try Date("2024-08-26T21:00:00Z", strategy: .iso8601)))
        #expect(batch.readings.first { $0.allergen.rawValue == "pm2_5" }?.value == 4.1)
    }

    @Test func `hourly OpenAQ measurements end where their period ends`() throws {
        let station = Station(id: .sample("openaq-2178"), name: "Del Norte", position: .at(-106.58, 35.14))
        let batch = try recorded(
            "openaq/measurements.json", as: "openaq-measurements", asked: AskedPlace(station: station.id),
            stations: [station])
        #expect(batch.complaints == [])
        #expect(batch.readings.map(\.value) == [6, 7.5])
        #expect(
            batch.readings[1].period == .hour(ending: try Date("2023-10-16T14:00:00Z", strategy: .iso8601)))
    }

    @Test func `without the requested station, OpenAQ's values have no place`() throws {
        let batch = try recorded("openaq/measurements.json", as: "openaq-measurements")
        #expect(batch.readings.isEmpty)
        #expect(
            batch.tally.rejected.first?.rejection.reason
                == "the document does not name its station; say for which it was asked")
    }

    @Test func `the table of MeteoSwiss stations gives stations under the network's names`() throws {
        let batch = try recorded("meteoswiss/ogd-pollen_meta_stations.csv", as: "meteoswiss-stations")
        #expect(batch.complaints == [])
        #expect(batch.stations.map(\.id.rawValue) == ["visp"])
        #expect(batch.stations.map(\.name) == ["Visp"])
        #expect(batch.stations.map(\.altitude) == [648])
        #expect(batch.stations.map(\.position) == [.at(7.882928, 46.292094)])
    }
}
