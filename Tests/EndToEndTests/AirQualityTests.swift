import Allergens
import Drawing
import Foundation
import People
import SampleTesting
import Testing

/// Smoke over the north-west of the United States in 2015 (source: AirNow, AIRSIS
/// and WRCC through AirMonitor).
@Suite(.serialized, .timeLimit(.minutes(20)), .serving())
struct AirQualityTests {
    @Test func `a pollutant that a station uploads appears on its own tile and on the air quality's`()
        async throws
    {
        try await service.workspace.addStation("street", 8.5, 47.4)
        let key = try await service.workspace.key(for: "street")
        let overall = try await service.get("/tiles/overall/7/67/44.png")
        for (allergen, value, level) in [
            ("pm2_5", 12.4, "low"), ("pm10", 80, "moderate"), ("ozone", 130, "high"),
            ("nitrogen_dioxide", 140, "veryHigh"), ("sulphur_dioxide", 60, "moderate"),
        ] {
            let upload = try await service.upload(
                "allergen,day,value,unit\n\(allergen),\(today),\(value),ug/m3\n", to: "street", key: key)
            #expect(upload.json["accepted"] == 1, "\(upload.text)")
            #expect(try await shown("street", on: allergen, at: 8.5, 47.4) == level)
        }
        #expect(try await shown("street", on: "air-quality", at: 8.5, 47.4) == "veryHigh")
        #expect(try await service.get("/tiles/overall/7/67/44.png").etag == overall.etag)
        let list = try await service.get("/tiles").json["layers"].elements
        #expect(list.first { $0["id"] == "pm10" }?["group"] == "pollutant")
        let legend = try await service.get("/tiles/pm2_5/legend.json").json
        #expect(legend["classes"].elements.map { $0["from"] } == [0, 1, 16, 51, 91])
        #expect(legend["source"].text?.contains("European") == true && legend["unit"] == "µg/m³")
    }

    @Test func `the air at a place has an index labelled with its scale`() async throws {
        try await service.workspace.addStation("kerb", -8.5, 40.4)
        let key = try await service.workspace.key(for: "kerb")
        let upload = try await service.upload(
            "allergen,day,value,unit\npm2_5,\(today),35.5,ug/m3\npm10,\(today),20,ug/m3\nozone,\(today),90,ug/m3\n",
            to: "kerb", key: key)
        #expect(upload.json["accepted"] == 3, "\(upload.text)")
        let answer = try await service.get(
            "/v1/air?lon=-8.5&lat=40.4", headers: ["Accept-Language": "de-CH"])
        let indices = answer.json["airQuality"].elements
        let us = try #require(indices.first { $0["scale"] == "us-aqi" })
        #expect(us["index"] == 101 && us["category"] == "sensitive" && us["colour"] == "#FF7E00")
        #expect(us["mainPollutants"] == ["pm2_5"])
        #expect(us["categoryName"] == "ungesund für empfindliche Gruppen", "\(answer.text)")
        #expect(us["pollutants"].elements.map { $0["index"] } == [101, 19])
        #expect(us["absent"].elements.map { $0["pollutant"] } == ["ozone"])
        // The European index rates hours, and a daily mean has none.
        let european = try #require(indices.first { $0["scale"] == "eaqi" })
        #expect(european["index"] == nil && european["category"] == nil && european["advice"] == nil)
        #expect(european["absent"].elements.count == 3)
        #expect(us["absent"][0]["kind"] == "otherPeriod")
        // The command says the same, also in words.
        let told = try await service.workspace.done("air", "-8.5", "40.4", "--json").json
        #expect(told["allergens"] == answer.json["allergens"] && told["regions"] == [])
        #expect(told["airQuality"].elements.map { $0["index"] } == indices.map { $0["index"] })
        let words = try await service.workspace.done("air", "-8.5", "40.4").output
        #expect(words.contains("US Air Quality Index, breakpoints of May 2024: 101, "), "\(words)")
        #expect(words.contains("decided by pm2_5."), "\(words)")
        let source = "  source of this advice: Air Quality Index levels: what can you do?, U.S. Environmental"
        #expect(words.contains(source), "\(words)")
        #expect(words.contains("European Air Quality Index, hourly bands of 2024: not rated (pm2_5: "))
        let nowhere = try await service.get("/v1/air?lon=-140&lat=0").json
        #expect(nowhere["airQuality"].elements.isEmpty)
        let scales = try await service.get("/v1/scales").json["airQuality"].elements
        #expect(scales.map { $0["id"] } == ["us-aqi", "eaqi", "uk-daqi", "naqi"])
    }

    @Test func `the last hours of a station are rated where an index rates hours`() async throws {
        try await service.workspace.addStation("ring", 20.5, 40.4)
        let key = try await service.workspace.key(for: "ring")
        let hour = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 / 3_600).rounded(.down) * 3_600)
        let rows = (0..<8).flatMap { age in
            let end = hour.addingTimeInterval(-3_600 * Double(age)).formatted(.iso8601)
            let monoxide = age == 0 ? 3.5 : 2.5
            return ["ozone,\(end),\(130 - age),ug/m3", "carbon_monoxide,\(end),\(monoxide),mg/m3"]
        }
        let upload = try await service.upload(
            "allergen,time,value,unit\n\(rows.joined(separator: "\n"))\n", to: "ring", key: key)
        #expect(upload.json["accepted"] == 16, "\(upload.text)")
        let indices = try await service.get("/v1/air?lon=20.5&lat=40.41").json["airQuality"].elements
        let european = try #require(indices.first { $0["scale"] == "eaqi" })
        #expect(european["index"] == 4 && european["mainPollutants"] == ["ozone"])
        let part = european["pollutants"][0]
        #expect(part["period"] == "PT1H" && part["station"] == "ring" && part["basis"] == "measured")
        #expect(part["ending"].text == hour.formatted(.iso8601))
        // 126.5 µg/m³ are 63 ppb at 20 °C; 2.625 mg/m³ are 2.2 ppm.
        let us = try #require(indices.first { $0["scale"] == "us-aqi" })
        #expect(us["pollutants"].elements.map { $0["period"] } == ["PT8H", "PT8H"])
        #expect(us["mainPollutants"] == ["ozone"] && us["category"] == "moderate")
        let indian = try #require(indices.first { $0["scale"] == "naqi" })
        #expect(indian["incomplete"] == true && indian["index"] == nil)
        #expect(indian["pollutants"].elements.map { $0["index"] } == [138, 107])
        let yesterday = today.adding(days: -1)
        let past = try await service.get("/v1/air?lon=20.5&lat=40.41&date=\(yesterday)").json["airQuality"]
        #expect(past.elements.allSatisfy { $0["index"] == nil })
    }

    @Test func `trees and weeds have a count each`() async throws {
        try await service.workspace.addStation("grove", 30.5, 40.4)
        let key = try await service.workspace.key(for: "grove")
        let upload = try await service.upload(
            "allergen,day,value\nbirch,\(today),80\nalder,\(today),12\nmugwort,\(today),4\n",
            to: "grove", key: key)
        #expect(upload.json["accepted"] == 3, "\(upload.text)")
        let air = try await service.get("/v1/air?lon=30.5&lat=40.4", headers: ["Accept-Language": "fr"]).json
        let groups = air["groups"].elements
        #expect(groups.map { $0["group"] } == ["tree", "weed"])
        #expect(groups[0]["value"] == 92 && groups[0]["level"] == "high" && groups[0]["name"] == "arbres")
        #expect(groups[0]["allergens"] == ["birch", "alder"] && groups[1]["value"] == 4)
    }

    @Test func `yesterday's air is not rated as today's`() async throws {
        try await service.workspace.addStation("quay", -30.5, 40.4)
        let key = try await service.workspace.key(for: "quay")
        let upload = try await service.upload(
            "allergen,day,value,unit\npm2_5,\(today.adding(days: -1)),3,ug/m3\n", to: "quay", key: key)
        #expect(upload.json["accepted"] == 1, "\(upload.text)")
        let air = try await service.get("/v1/air?lon=-30.5&lat=40.4").json
        #expect(air["allergens"].elements.map { $0["age"] } == ["P1D"])
        let us = try #require(air["airQuality"].elements.first { $0["scale"] == "us-aqi" })
        #expect(us["index"] == nil && us["category"] == nil)
        #expect(us["absent"].elements.map { $0["reason"] } == ["there is no value"])
    }

    @Test(
        .enabled(if: RealFiles.has("airmonitor-pm25")),
        arguments: [
            ("decef259cdefa79f_530470013_04", "2015-08-23", -119.51896, 48.39999, "veryHigh"),
            ("330c6bcaf70c9525_wrcc.1306", "2015-08-29", -116.329615, 45.41203, "high"),
            ("d01b991c53583048_160690012_03", "2015-08-03", -116.992533, 46.408352, "moderate"),
            ("2969f5d581524295_160490002_03", "2015-09-03", -116.116255, 45.931274, "low"),
        ])
    func `the hours of a smoky day decide the class of its tile`(
        column: String, day: String, longitude: Double, latitude: Double, level: String
    ) async throws {
        let station = String(column.prefix(16))
        try await service.workspace.addStation(station, longitude, latitude)
        let hours = try hours(of: column, on: day)
        try #require(hours.count == 24)
        let rows = hours.map { "pm2.5,\($0.end),\($0.value),µg/m³" }
        let upload = try await service.upload(
            (["allergen,time,value,unit"] + rows).joined(separator: "\n") + "\n", to: station,
            key: try await service.workspace.key(for: station))
        #expect(upload.json["accepted"] == 24, "\(upload.text)")
        #expect(try await shown(station, on: "pm2_5", at: longitude, latitude, day: day) == level)
    }

    /// The class in which a layer shows a place.
    private func shown(
        _ station: String, on layer: String, at longitude: Double, _ latitude: Double, day: String? = nil
    ) async throws -> String? {
        let legend = try await service.get("/tiles/\(layer)/legend.json").json
        let tile = Picture.tile(at: longitude, latitude, zoom: 7)
        let answer = try await service.get("/tiles/\(layer)/\(tile).png?date=\(day ?? "\(today)")")
        let pixel = try Picture(answer.bytes).pixel(at: longitude, latitude, zoom: 7)
        return pixel.alpha == 0 ? nil : Picture.level(of: pixel, legend)
    }

    /// The hours of a day from the file, which numbers them in seconds since 1970.
    private func hours(of column: String, on day: String) throws -> [(end: String, value: String)] {
        let text = try String(
            contentsOfFile: RealFiles.path("airmonitor-pm25/NW_Megafires_data.derived.csv"), encoding: .utf8)
        let lines = text.split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        let place = try #require(lines[0].firstIndex(of: column[...]))
        return lines.dropFirst().compactMap { cells in
            guard let seconds = Double(cells[0]), !cells[place].isEmpty else { return nil }
            let begin = Date(timeIntervalSince1970: seconds - 3_600).formatted(.iso8601)
            guard begin.hasPrefix(day) else { return nil }
            return (Date(timeIntervalSince1970: seconds).formatted(.iso8601), String(cells[place]))
        }
    }
}
