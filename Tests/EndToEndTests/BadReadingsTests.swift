import Allergens
import Foundation
import HTTP
import Testing

@Suite(
    .timeLimit(.minutes(20)),
    .serving { workspace in
        for (number, id) in ["csv", "json", "files", "forms", "large"].enumerated() {
            try await workspace.addStation(id, 7 + Double(number), 47)
        }
    })
struct BadReadingsTests {
    /// Rows of `allergen,day,value` with the wrong column and a part of the reason.
    private func rows(
        _ today: CivilDate, _ yesterday: CivilDate
    ) -> [(row: String, column: String, reason: String)] {
        [
            ("birch,\(yesterday),NaN", "value", "finite"), ("birch,\(yesterday),nan", "value", "finite"),
            ("birch,\(yesterday),inf", "value", "finite"),
            ("birch,\(yesterday),-Infinity", "value", "finite"),
            ("birch,\(yesterday),1e400", "value", "finite"), ("birch,\(yesterday),-0.5", "value", "negative"),
            ("birch,\(yesterday),many", "value", "not a number"),
            ("birch,\(yesterday),\"1,5\"", "value", "point"),
            ("birch,\(yesterday),0x10", "value", "not a number"),
            ("birch,\(yesterday),99999999", "value", "no station has ever measured"),
            ("moonflower,\(yesterday),1", "allergen", "key or alias"),
            ("cat,\(yesterday),1", "allergen", "not measured"),
            ("birch,\(today.adding(days: 3)),1", "day", "in the future"),
            ("birch,2020-02-30,1", "day", "calendar"), ("birch,2019-02-29,1", "day", "calendar"),
            ("birch,1492-01-01,1", "day", "1870"), ("birch,08.04.2020,1", "day", "YYYY-MM-DD"),
            ("birch,,1", "day", "needed"), (",\(yesterday),1", "allergen", "needed"),
            ("birch,\(yesterday)", "value", "ends before"), ("birch,\(yesterday),1,2", "cell 4", "no column"),
        ]
    }

    @Test func `each bad row is reported with its column and reason, and the good rows are stored`()
        async throws
    {
        let key = try await service.workspace.key(for: "csv")
        let today = today
        let rows = rows(today, today.adding(days: -1))
        let good = "birch,\(today.adding(days: -3)),7"
        let csv = (["allergen,day,value"] + rows.map(\.row) + [good]).joined(separator: "\n")
        let answer = try await service.upload(csv, to: "csv", key: key)
        #expect(answer.status == 200)
        #expect(answer.json["accepted"] == 1)
        let rejected = answer.json["rejected"].elements
        #expect(rejected.count == rows.count)
        for (place, (expected, found)) in zip(rows, rejected).enumerated() {
            #expect(found["line"] == .number(Double(place + 2)))
            #expect(found["column"] == .text(expected.column), "\(expected.row)")
            #expect(found["reason"].text?.contains(expected.reason) == true, "\(expected.row): \(found)")
        }
        let kept = try await service.get("/v1/stations/csv/readings").json["readings"]
        #expect(kept.elements.map { $0["value"] } == [7])
    }

    @Test func `a row for another station is rejected`() async throws {
        let key = try await service.workspace.key(for: "csv")
        let csv = "station,allergen,day,value\njson,birch,\(today),1\nCSV2,birch,\(today),1\n"
        let answer = try await service.upload(csv, to: "csv", key: key)
        #expect(answer.json["accepted"] == 0)
        #expect(answer.json["rejected"].elements.map { $0["column"] } == ["station", "station"])
        #expect(answer.json["rejected"][0]["reason"].text?.contains("csv only") == true)
        #expect(try await service.get("/v1/stations/json/readings").json["readings"] == [])
    }

    @Test func `a duplicate row names the first`() async throws {
        let key = try await service.workspace.key(for: "forms")
        let day = today.adding(days: -5)
        let answer = try await service.upload(
            "allergen,day,value\nbirch,\(day),1\noak,\(day),1\nbetula,\(day),2\n", to: "forms", key: key)
        #expect(answer.json["accepted"] == 2)
        #expect(answer.json["rejected"].elements.count == 1)
        #expect(answer.json["rejected"][0]["line"] == 4)
        #expect(answer.json["rejected"][0]["reason"].text?.contains("line 2") == true)
    }

    @Test(arguments: [
        ("a byte order mark", "\u{FEFF}allergen,day,value\nbirch,DAY,3\n", 10),
        ("CRLF", "allergen,day,value\r\nbirch,DAY,3\r\n", 11),
        ("no last line end", "allergen,day,value\nbirch,DAY,3", 12),
        ("quoted separators", "allergen,day,value,unit\n\"birch\",\"DAY\",\"3\",\"grains/m3\"\n", 13),
        ("semicolons", "value;day;allergen\n3;DAY;birch\n", 14),
        ("tabs", "allergen\tday\tvalue\nbirch\tDAY\t3\n", 15),
        ("blank lines", "allergen,day,value\n\nbirch,DAY,3\n\n", 16),
        ("another alias", "allergen,day,value\nBetula,DAY,3\n", 17),
    ])
    func `unusual but clear files are read`(form: String, file: String, age: Int) async throws {
        let key = try await service.workspace.key(for: "forms")
        let csv = file.replacing("DAY", with: "\(today.adding(days: -age))")
        let answer = try await service.upload(csv, to: "forms", key: key)
        #expect(answer.json["accepted"] == 1, "\(form): \(answer.text)")
        #expect(answer.json["rejected"] == [], "\(form)")
    }

    @Test(arguments: [
        ("", "empty"), ("allergen,day\nbirch,2020-04-08\n", "value"),
        ("allergen,day,value,colour\n", "colour"), ("allergen,day,day,value\n", "day"),
        ("allergen,day,time,value\n", "time"), ("allergen,day,value\n\"birch,2020-04-08,1\n", "never closed"),
        ("\u{0}\u{1}\u{2}", "header"), ("{\"readings\":[]}", "header"),
    ])
    func `an unreadable file is refused with the reason`(file: String, reason: String) async throws {
        let key = try await service.workspace.key(for: "files")
        let answer = try await service.upload(file, to: "files", key: key)
        expect(answer, 400, "unreadable-file", naming: reason)
    }

    @Test func `bytes that are not UTF-8 are reported with their line`() async throws {
        let key = try await service.workspace.key(for: "files")
        let row =
            Array("allergen,day,value\nbirch,\(today),1\n".utf8) + [0x62, 0xFC, 0x78]
            + Array(",\(today),1\n".utf8)
        let answer = try await service.upload(row, to: "files", key: key)
        #expect(answer.json["accepted"] == 1)
        #expect(answer.json["rejected"][0]["line"] == 3)
        #expect(answer.json["rejected"][0]["reason"].text?.contains("utf-8") == true)
        let utf16 = try await service.upload([0xFF, 0xFE, 0x61, 0], to: "files", key: key)
        expect(utf16, 400, "unreadable-file", naming: "UTF-16")
    }

    @Test(arguments: [
        ("", "not JSON"), ("{", "not JSON"), ("[]", "readings"), (#"{"readings":{}}"#, "readings"),
        (#"{"values":[]}"#, "readings"), (#"{"readings":[{"value":NaN}]}"#, "not JSON"),
        ("nonsense", "not JSON"),
    ])
    func `unreadable JSON is refused with the reason`(body: String, reason: String) async throws {
        let key = try await service.workspace.key(for: "json")
        let answer = try await service.post("/v1/stations/json/readings", body, bearer: key)
        expect(answer, 400, "unreadable-file", naming: reason)
    }

    @Test(arguments: [
        ("Content-Length: 10000000000", "text/csv", "4096 MiB"),
        ("Transfer-Encoding: chunked", "application/json", "32 MiB"),
    ])
    func `a body of 10 GB is refused without being read to its end`(
        framing: String, type: String, limit: String
    ) async throws {
        let key = try await service.workspace.key(for: "large")
        let connection = try RawConnection(service)
        try await connection.write(
            "POST /v1/stations/large/readings HTTP/1.1\r\nHost: localhost\r\nContent-Type: \(type)\r\n"
                + "Authorization: Bearer \(key)\r\n\(framing)\r\n\r\n")
        let mebibyte = "100000\r\n" + String(repeating: "a", count: 1 << 20) + "\r\n"
        if framing.hasPrefix("Transfer") {
            for _ in 0...32 { try await connection.write(mebibyte) }
        }
        // The announced length is refused before any of the body is sent.
        let answer = try await connection.read(until: "}")
        #expect(answer.hasPrefix("HTTP/1.1 413 "), "\(answer)")
        #expect(answer.contains("/problems/content-too-large"))
        #expect(answer.contains(limit))
        var sent = 0
        while sent < 9_000, try await connection.write(mebibyte) { sent += 1 }
        #expect(sent < 9_000, "the service closes the connection")
        #expect(try await service.get("/healthz").status == 200)
    }
}
