import Allergens
import Foundation
import Geography
import Observations
import Testing

@testable import Feeds

/// Documents written here from their sources' documentation, for lack of recorded answers.
@Suite struct DocumentFixtureTests {
    @Test func `parallel lists of a grid become hours of a cell, and null is missing`() throws {
        let batch = try document(
            """
            {"latitude":47.549995,"longitude":7.5500016,"utc_offset_seconds":0,"timezone":"GMT","elevation":261,
             "hourly_units":{"time":"iso8601","birch_pollen":"grains/m³","ozone":"μg/m³","european_aqi":"EAQI"},
             "hourly":{"time":["2026-04-08T00:00","2026-04-08T23:00"],"birch_pollen":[12.5,null],
                       "ozone":[61,64.0],"european_aqi":[20,21]}}
            """, as: "open-meteo-air-quality")
        #expect(batch.complaints == [])
        #expect(batch.tally.missing == 1)
        #expect(batch.regions.map(\.id.rawValue) == ["open-meteo-air-quality_7.55_47.55"])
        #expect(batch.regionValues.map(\.allergen.rawValue) == ["birch", "ozone", "ozone"])
        #expect(batch.regionValues.map(\.value) == [12.5, 61, 64])
        #expect(batch.regionValues.allSatisfy { $0.basis == .modelled })
        // A timestamp begins its hour.
        let ends = try ["2026-04-08T01:00:00Z", "2026-04-08T01:00:00Z", "2026-04-09T00:00:00Z"]
            .map { Reading.Period.hour(ending: try Date($0, strategy: .iso8601)) }
        #expect(batch.regionValues.map(\.period) == ends)
    }

    @Test func `an answer for several places becomes the days of a grid`() throws {
        let feed = "open-meteo-pollen"
        func place(_ longitude: String, _ grass: String) -> String {
            let hours = (0..<20).map { String(format: "\"2026-06-01T%02d:00\"", $0) }.joined(separator: ",")
            let more = "\"2026-06-02T00:00\""
            return """
                {"latitude":47.55,"longitude":\(longitude),"utc_offset_seconds":0,"timezone":"GMT",
                 "hourly_units":{"time":"iso8601","grass_pollen":"grains/m³","birch_pollen":"grains/m³"},
                 "hourly":{"time":[\(hours),\(more)],
                   "grass_pollen":[\([String](repeating: grass, count: 21).joined(separator: ","))],
                   "birch_pollen":[\([String](repeating: "null", count: 21).joined(separator: ","))]}}
                """
        }
        let batch = try document("[\(place("7.5500016", "12.5")),\(place("7.65", "40"))]", as: feed)
        #expect(batch.complaints == [] && batch.tally.missing == 42)
        let source = try #require(try FeedDefinition.named(feed, in: feeds).grid)
        #expect(source.degrees == 0.1 && source.credit == "Source: Open-Meteo, CAMS ENSEMBLE data provider")
        let days = GridDay.means(of: batch.gridValues(of: source, positions: [:]))
        // The second day has only an hour.
        let first = try #require(CivilDate(year: 2026, month: 6, day: 1))
        #expect(days.map(\.day) == [first, first])
        #expect(days.map(\.cell) == [ModelCell(column: 75, row: 475), ModelCell(column: 76, row: 475)])
        #expect(days.map(\.value) == [12.5, 40])
    }

    @Test func `pollutants become the days of a grid, tomorrow among them`() throws {
        let feed = "open-meteo-pollutants"
        func list(_ value: String) -> String {
            "[\([String](repeating: value, count: 24).joined(separator: ","))]"
        }
        let hours = (0..<24).map { String(format: "\"2026-06-29T%02d:00\"", $0) }.joined(separator: ",")
        let batch = try document(
            """
            [{"latitude":47.55,"longitude":7.5500016,"utc_offset_seconds":0,"timezone":"GMT","elevation":261,
              "hourly_units":{"time":"iso8601","ozone":"μg/m³","pm2_5":"μg/m³","pm10":"μg/m³",
                "nitrogen_dioxide":"μg/m³"},
              "hourly":{"time":[\(hours)],"ozone":\(list("96.0")),"pm2_5":\(list("7.5")),
                "pm10":\(list("null")),"nitrogen_dioxide":\(list("12"))}}]
            """, as: feed)
        #expect(batch.complaints == [] && batch.tally.missing == 24)
        let definition = try FeedDefinition.named(feed, in: feeds)
        let source = try #require(definition.grid)
        let days = GridDay.means(of: batch.gridValues(of: source, positions: [:]))
        let tomorrow = try #require(CivilDate(year: 2026, month: 6, day: 29))
        #expect(days.allSatisfy { $0.day == tomorrow && $0.cell == ModelCell(column: 75, row: 475) })
        let values = Dictionary(uniqueKeysWithValues: days.map { ($0.allergen.rawValue, $0.value) })
        #expect(values == ["ozone": 96, "pm2_5": 7.5, "nitrogen_dioxide": 12])
    }

    @Test func `an answer in another time zone than requested is rejected`() throws {
        let batch = try document(
            """
            {"latitude":47.5,"longitude":7.5,"timezone":"Europe/Berlin","hourly_units":{"ozone":"μg/m³"},
             "hourly":{"time":["2026-04-08T00:00"],"ozone":[61]}}
            """, as: "open-meteo-air-quality")
        #expect(batch.regionValues.isEmpty)
        #expect(batch.complaints == ["timezone “Europe/Berlin”: only entries with “GMT” are read"])
    }

    @Test func `sensors become stations, and failures, indoor sensors and unknown places are rejected`()
        throws
    {
        func sensor(_ id: Int, _ values: String, longitude: String = "9.16", indoor: Int = 0) -> String {
            """
            {"id":1,"timestamp":"2026-06-28 11:58:03","sensor":{"id":\(id)},
             "location":{"latitude":"48.8","longitude":"\(longitude)","altitude":"285.2","indoor":\(indoor)},
             "sensordatavalues":[\(values)]}
            """
        }
        let zero = sensor(3, #"{"value_type":"P1","value":"7"}"#, longitude: "0")
            .replacing(#""latitude":"48.8""#, with: #""latitude":"0.0""#)
        let batch = try document(
            "["
                + [
                    sensor(1, #"{"value_type":"P1","value":"12.35"},{"value_type":"P2","value":"5.1"}"#),
                    sensor(
                        2, #"{"value_type":"P1","value":"1999.90"},{"value_type":"humidity","value":"40"}"#),
                    zero, sensor(4, #"{"value_type":"P2","value":"3"}"#, indoor: 1),
                    sensor(5, #"{"value_type":"P2","value":"-0.5"}"#),
                ].joined(separator: ",") + "]", as: "sensor-community")
        #expect(batch.stations.map(\.id.rawValue) == [1, 2, 4, 5].map { "sensor-community-\($0)" })
        #expect(batch.stations.first?.position == .at(9.16, 48.8))
        #expect(batch.readings.map(\.allergen.rawValue) == ["pm10", "pm2_5"])
        #expect(batch.readings.map(\.value) == [12.35, 5.1])
        #expect(
            batch.complaints == [
                "[2].location.longitude “0, 0.0”: 0, 0 is written where the position is not known",
                "[1].sensordatavalues[0].value “1999.90”: what the sensor writes when it fails",
                "[2].sensor.id “3”: no station has this identifier",
                "[3].location.indoor “1”: only entries with “0” are read",
                "[4].sensordatavalues[0].value “-0.5”: a concentration cannot be negative",
            ])
    }

    @Test func `negative values, error codes and unknown pollutants of OpenAQ are dropped`() throws {
        func value(_ number: String, _ name: String = "pm25", _ unit: String = "µg/m³") -> String {
            """
            {"value":\(number),"parameter":{"name":"\(name)","units":"\(unit)"},
             "period":{"interval":"01:00:00","datetimeTo":{"utc":"2026-06-28T0\(number.count):00:00Z"}}}
            """
        }
        let station = Station(id: .sample("openaq-1"), name: "One", position: .at(7, 47))
        let batch = try document(
            #"{"results":["#
                + [
                    value("4"), value("-1.5"), value("-999"), value("-9.999"), value("null"),
                    value("0.4", "bc"), value("7", "pm10", "ppb"),
                ].joined(separator: ",") + "]}", as: "openaq-measurements",
            asked: AskedPlace(station: station.id), stations: [station])
        #expect(batch.readings.map(\.value) == [4])
        #expect(batch.tally.missing == 1)
        #expect(
            batch.complaints == [
                "results[1].value “-1.5”: a concentration cannot be negative",
                "results[2].value “-999”: a code for failure, not a concentration",
                "results[3].value “-9.999”: a code for failure, not a concentration",
                "results[6].value “7”: parts by volume are for gases; this allergen is none",
            ])
        let nowhere = try document(
            #"{"results":[{"id":5,"name":"N","timezone":"UTC","coordinates":{"longitude":0,"latitude":0}}]}"#,
            as: "openaq-locations")
        #expect(nowhere.stations.isEmpty)
        #expect(nowhere.tally.rejected.map(\.column) == ["results[0].coordinates.longitude"])
    }

    @Test func `a station's key is valid for the station and for no region or other station`() throws {
        func batch(_ text: String, as feed: String) throws -> Submission {
            var reader = FeedReader(
                definition: try .named(feed, in: feeds), stations: knownStations, now: .noonOfJune,
                only: .basel)
            var batch = Submission()
            try reader.read(text.utf8) { batch = $0 }
            try reader.finish { batch = $0 }
            return batch
        }
        let region = try batch(
            #"{"last_update":"2026-06-28 11:00 Uhr","content":[{"region_id":50,"Pollen":{"Birke":{"today":"1"}}}]}"#,
            as: "dwd")
        #expect(region.classes.isEmpty && region.regions.isEmpty)
        #expect(region.tally.rejected.map(\.rejection) == [.otherStation(.basel)])
        let sensor = try batch(
            #"[{"timestamp":"2026-06-28 10:00:00","sensor":{"id":7},"#
                + #""location":{"latitude":"47.5","longitude":"7.6","indoor":0},"#
                + #""sensordatavalues":[{"value_type":"P2","value":"5.1"}]}]"#, as: "sensor-community")
        #expect(sensor.stations.isEmpty && sensor.readings.isEmpty)
        #expect(sensor.tally.rejected.map(\.rejection) == [.otherStation(.basel)])
        // The key says whose measurements they are.
        let own = try batch(
            #"{"results":[{"value":4,"parameter":{"name":"pm25","units":"µg/m³"},"#
                + #""period":{"interval":"01:00:00","datetimeTo":{"utc":"2026-06-28T09:00:00Z"}}}]}"#,
            as: "openaq-measurements")
        #expect(own.readings.map(\.station) == [.basel])
    }

    @Test func `a forecast for a day beyond every model's range is rejected`() throws {
        let batch = try document(
            #"{"last_update":"2027-06-28 11:00 Uhr","content":[{"region_id":50,"Pollen":{"Birke":{"today":"1"}}}]}"#,
            as: "dwd")
        #expect(batch.classes.isEmpty)
        #expect(batch.complaints == ["last_update “2027-06-28 11:00 Uhr”: more than 16 days ahead"])
    }

    @Test func `endlessly nested lists are not a document`() throws {
        let bytes = [UInt8](repeating: UInt8(ascii: "["), count: 200_000)
        #expect(throws: FeedFailure.malformedJSON) { try document(bytes, as: "dwd") }
    }

    @Test(arguments: UInt64(0)..<60)
    func `any mutated document is either read or refused`(seed: UInt64) throws {
        let answers = [
            (
                "open-meteo-air-quality",
                #"{"latitude":47.5,"longitude":7.5,"timezone":"GMT","hourly_units":{"birch_pollen":"grains/m³"},"#
                    + #""hourly":{"time":["2026-04-08T00:00","2026-04-08T01:00"],"birch_pollen":[12.5,null]}}"#
            ),
            (
                "sensor-community",
                #"[{"timestamp":"2026-06-28 10:00:00","sensor":{"id":7},"location":{"latitude":"47.5","#
                    + #""longitude":"7.6","altitude":"3","indoor":0},"sensordatavalues":[{"value_type":"P2","value":"5.1"}]}]"#
            ),
            (
                "dwd",
                #"{"last_update":"2026-06-28 11:00 Uhr","content":[{"region_id":50,"partregion_id":-1,"#
                    + #""Pollen":{"Birke":{"today":"2-3","tomorrow":"1"}}}]}"#
            ),
        ]
        var generator = SeededGenerator(seed: seed)
        let parts = [
            "null", "[]", "{}", "1e308", "-1e308", "1e11", "true", "\"\"", "\"nan\"", "\"9999-99-99\"", "0",
            ":", ",",
        ]
        for (feed, answer) in answers {
            var bytes = Array(answer.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let start = Int.random(in: 0..<bytes.count, using: &generator)
                let end = min(bytes.count, start + Int.random(in: 0...12, using: &generator))
                let part = parts.randomElement(using: &generator) ?? ""
                bytes.replaceSubrange(start..<end, with: part.utf8)
            }
            do {
                let batch = try document(bytes, as: feed)
                let kept = batch.readings.count + batch.classes.count + batch.regionValues.count
                #expect(batch.tally.rows >= kept + batch.tally.missing)
                #expect(batch.regionValues.allSatisfy { (0...40_000).contains($0.value) })
            } catch is FeedFailure {
                // An invalid document is refused with the reason.
            }
        }
    }

    @Test func `a document longer than the limit is refused before it is read`() throws {
        let bytes = [UInt8](repeating: UInt8(ascii: " "), count: FeedLimits.documentBytes + 1)
        #expect(throws: FeedFailure.documentTooLong) { try document(bytes, as: "dwd") }
        let bomb = "{\"x\":[" + String(repeating: "0,", count: FeedLimits.documentTokens) + "0]}"
        #expect(throws: FeedFailure.tooManyTokens) { try document(bomb, as: "dwd") }
    }

    @Test func `the European levels run on from the day of reading`() throws {
        let batch = try document(
            """
            {"contamination":[
              {"poll_id":2,"poll_title":"Birke (Betula)","contamination_1":3,"contamination_2":4,
               "contamination_3":0,"contamination_4":null},
              {"poll_id":5,"poll_title":"Gräser (Poaceae)","contamination_1":7}]}
            """, as: "polleninformation", asked: AskedPlace(position: .at(16.37, 48.21)))
        let cell = "polleninformation_16.35_48.2"
        #expect(batch.code(cell, .plant("birch"), "2026-06-28") == "3")
        #expect(batch.code(cell, .plant("birch"), "2026-06-29") == "4")
        #expect(batch.code(cell, .plant("birch"), "2026-06-30") == "0")
        #expect(batch.classes.count == 3 && batch.tally.missing == 1)
        #expect(
            batch.complaints == [
                "contamination[1].contamination_1 “7”: no class of the scale ean; allowed are 0, 1, 2, 3, 4"
            ])
        #expect(try document(#"{"contamination":[]}"#, as: "polleninformation").tally.rows == 0)
    }

    @Test func `a zero that protocol buffers omit is the index 0, and a missing index is not`() throws {
        let batch = try document(
            """
            {"dailyInfo":[{"date":{"year":2026,"month":6,"day":28},
              "plantInfo":[{"code":"BIRCH","indexInfo":{"code":"UPI","category":"None"}},{"code":"OAK"}]}]}
            """, as: "google-pollen", asked: AskedPlace(position: .at(10, 50)))
        #expect(batch.classes.map(\.code) == ["0"])
        #expect(batch.tally.missing == 1)
    }

    @Test
    func `unknown classes, regions and allergens, and duplicates are reported by place`()
        throws
    {
        func answer(_ region: Int, _ pollen: String) -> String {
            #"{"region_id":\#(region),"partregion_id":-1,"Pollen":{\#(pollen)}}"#
        }
        let batch = try document(
            #"{"last_update":"2026-06-28 11:00 Uhr","content":["#
                + [
                    answer(20, #""Birke":{"today":"0-2","tomorrow":"-1","dayafter_to":null}"#),
                    answer(99, #""Birke":{"today":"1"}"#), answer(50, #""Tulpe":{"today":"1"}"#),
                    answer(50, #""Erle":{"today":"1"}"#), answer(50, #""Erle":{"today":"2"}"#),
                    answer(50, #""Hasel":{"gestern":"1"}"#),
                ].joined(separator: ",") + "]}", as: "dwd")
        #expect(batch.classes.count == 1)
        #expect(batch.tally.missing == 2)
        #expect(
            batch.complaints == [
                "content[0].Pollen.Birke.today “0-2”: no class of the scale dwd; allowed are 0, 0-1, 1, 1-2, 2, 2-3, 3",
                "content[1].partregion_id “-1”: no region of the feed's list is spelled like this",
                "Tulpe “Tulpe”: no allergen has this key or alias",
                "content[4].Pollen.Erle.today “2”: the same station, allergen and time stand in line 6 already",
                "gestern “gestern”: no day that is known; allowed are dayafter_to, today, tomorrow",
            ])
    }

    @Test(arguments: [
        ("ug/m3", "ozone", 80.0, 80.0), ("mg/m3", "pm10", 0.02, 20), ("ppb", "ozone", 50, 99.75),
        ("ppm", "nitrogen_dioxide", 0.1, 191.2),
    ])
    func `units are converted where physics allows it`(
        spelling: String, allergen: String, given: Double, kept: Double
    ) throws {
        let taxonomy = Taxonomy.standard
        let unit = try #require(FeedUnit(spelling: spelling))
        let value = try given * unit.factor(to: #require(taxonomy[Allergen.ID(rawValue: allergen)]))
        #expect(abs(value - kept) < 0.05)
    }

    @Test(arguments: [
        ("ppb", "birch"), ("ppm", "pm10"), ("ug/m3", "birch"), ("grains/m3", "ozone"), ("mg/m3", "birch"),
    ])
    func `units are not converted where physics does not allow it`(spelling: String, allergen: String) throws
    {
        let unit = try #require(FeedUnit(spelling: spelling))
        let plant = try #require(Taxonomy.standard[Allergen.ID(rawValue: allergen)])
        #expect(throws: ReadingRejection.self) { try unit.factor(to: plant) }
    }
}
