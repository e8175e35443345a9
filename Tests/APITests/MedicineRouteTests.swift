import Alerts
import Allergens
import Foundation
import HTTPTypes
import Help
import HummingbirdTesting
import NIOCore
import SampleTesting
import Testing

@testable import API
@testable import HTTP

@Suite struct MedicineRouteTests {
    private func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, to client: any TestClientProtocol
    ) async throws -> (status: HTTPResponse.Status, json: JSONTree) {
        let response = try await client.execute(
            uri: "/v1/me/help/\(path)", method: method,
            headers: [.authorization: "Bearer anna", .contentType: "application/json"],
            body: body.map(ByteBuffer.init(string:)))
        let bytes = Data(response.body.readableBytesView)
        return (response.status, bytes.isEmpty ? .null : try JSONDecoder().decode(JSONTree.self, from: bytes))
    }

    private func pointers(_ json: JSONTree) -> [String] {
        json["errors"]?.elements.compactMap { $0["pointer"]?.string } ?? []
    }

    @Test func `a medicine is read back as it was sent, with what is usual`() async throws {
        try await TestAPI().test { client in
            let whole = """
                {"name":"Cetirizine","form":"tablet","strength":"10 mg","reason":"Hay\\nfever",
                 "link":"https://example.org/a","times":[{"time":"20:00","amount":"½"},{"time":"08:00"}],
                 "every":{"days":2,"from":"2026-04-06"},"until":"2026-12-31",
                 "stock":{"left":12.25,"perIntake":0.5,"warnAt":4},"expires":"2028-02","reminds":false}
                """
            let made = try await send(.post, "medicines", whole, to: client)
            #expect(made.status == .created, "\(made.json)")
            #expect(made.json["times"]?.elements.compactMap { $0["time"]?.string } == ["08:00", "20:00"])
            #expect(made.json["stock"]?["left"] == .number(12.25) && made.json["expires"] == .text("2028-02"))
            #expect(made.json["paused"] == .truth(false) && made.json["reminds"] == .truth(false))
            let plain = try await send(.post, "medicines", #"{"name":"X","form":"other"}"#, to: client)
            #expect(plain.json["weekdays"]?.elements.count == 7 && plain.json["reminds"] == .truth(true))
        }
    }

    @Test func `every mistake in a medicine is named`() async throws {
        try await TestAPI().test { client in
            let wrong = """
                {"name":"","form":"pill","link":"http://example.org","times":[{"time":"8"},{"time":"09:00"},
                 {"time":"09:00","amount":"\(String(repeating: "a", count: 61))"}],"weekdays":[],
                 "until":"2026-02-30","stock":{"left":-1,"perIntake":0.001},"expires":"2028-13"}
                """
            let refused = try await send(.post, "medicines", wrong, to: client)
            #expect(refused.status == .badRequest)
            #expect(
                pointers(refused.json) == [
                    "/name", "/link", "/form", "/times/0/time", "/times/2/amount", "/times/2/time",
                    "/weekdays",
                    "/stock/left", "/stock/perIntake", "/until", "/expires",
                ])
            let both =
                #"{"name":"X","form":"cream","weekdays":["monday"],"every":{"days":0,"from":"2026-04-06"}}"#
            #expect(
                try await pointers(send(.post, "medicines", both, to: client).json) == [
                    "/every", "/every/days",
                ])
        }
    }

    @Test func `an appointment and the question for a dose are kept, and their mistakes named`() async throws
    {
        try await TestAPI().test { client in
            let visit = """
                {"title":"Allergist","day":"2027-03-01","time":"10:15","timeZone":"Europe/Zurich",
                 "reminders":[60,1440,60]}
                """
            let made = try await send(.post, "appointments", visit, to: client)
            #expect(made.json["reminders"] == .list([.whole(1_440), .whole(60)]), "\(made.json)")
            let wrong = """
                {"title":"","day":"2027-13-01","time":"25:00","timeZone":"CET","minutes":0,"reminders":[-1]}
                """
            #expect(
                try await pointers(send(.post, "appointments", wrong, to: client).json)
                    == ["/title", "/day", "/time", "/timeZone", "/minutes", "/reminders/0"])
            let dose = #"{"on":true,"times":["21:00","19:30"]}"#
            let asked = try await send(.post, "doseReminders", dose, to: client)
            #expect(asked.json["times"] == .list([.text("19:30"), .text("21:00")]))
            let none = try await send(.post, "doseReminders", #"{"on":true,"times":[]}"#, to: client)
            #expect(pointers(none.json) == ["/times"])
        }
    }

    @Test func `a day tells what is noted and what is only planned`() async throws {
        try await TestAPI().test { client in
            let medicine =
                #"{"name":"Cetirizine","form":"tablet","times":[{"time":"08:00"},{"time":"20:00"}]}"#
            let id = try #require(try await send(.post, "medicines", medicine, to: client).json["id"]?.string)
            let day = "days/\(today)/intakes"
            let planned = try await send(.get, day, to: client).json["intakes"]?.elements ?? []
            #expect(planned.count == 2 && planned.allSatisfy { $0["state"] == nil })
            let noted = try await send(
                .patch, day, #"{"intakes":[{"medicine":"\#(id)","time":"08:00","state":"taken"}]}"#,
                to: client)
            #expect(noted.json["intakes"]?.elements.map { $0["state"]?.string } == ["taken", nil])
            let days = try await send(.get, "intakes?from=\(today)&to=\(today)", to: client).json["days"]
            #expect(days?.elements.first?["intakes"]?.elements.count == 1)
            for (days, status) in [(1, HTTPResponse.Status.ok), (2, .badRequest)] {
                let answer = try await send(
                    .patch, "days/\(today.adding(days: days))/intakes",
                    #"{"intakes":[{"medicine":"\#(id)","time":"08:00","state":"taken"}]}"#, to: client)
                #expect(answer.status == status)
            }
            let wrong =
                #"{"intakes":[{"medicine":"x","time":"8","state":"eaten","at":"2199-01-01T00:00:00Z"}]}"#
            #expect(
                try await pointers(send(.patch, day, wrong, to: client).json)
                    == ["/intakes/0/state", "/intakes/0/at", "/intakes/0/time"])
            let unknown = #"{"intakes":[{"medicine":"x","time":"08:00","state":"taken"}]}"#
            #expect(
                try await pointers(send(.patch, day, unknown, to: client).json) == ["/intakes/0/medicine"])
        }
    }
}

/// The calendar of a plan.
@Suite struct PlanDocumentTests {
    private let zurich = TimeZone(identifier: "Europe/Zurich") ?? .gmt

    private func document(
        _ medicines: [Medicine] = [], _ appointments: [Appointment] = [], in zone: TimeZone? = nil
    ) throws -> String {
        let changed = try Date("2026-04-06T10:00:00Z", strategy: .iso8601)
        func kept<Record: HelpRecord>(_ record: Record) -> Kept<Record> {
            Kept(id: HelpID(rawValue: "r1"), record: record, changed: changed)
        }
        return PlanDocument(
            calendar: PlannedCalendar(
                medicines: medicines.map(kept), appointments: appointments.map(kept),
                timeZone: zone ?? zurich, person: nil),
            publisher: Publisher(sender: "alerts@breathe.example", address: nil, contact: nil), now: changed
        ).text
    }

    private func lines(_ text: String) -> [String] {
        text.replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init)
    }

    @Test func `a medicine repeats by the clocks of its owner, and ends in UTC`() throws {
        let medicine = Medicine(
            name: "Cetirizine; „akut“", form: .tablet, strength: "10 mg", reason: "a,b\nc",
            times: [.init(LocalTime(hour: 8), amount: "1")], days: .weekdays([.friday, .tuesday]),
            until: CivilDate(year: 2026, month: 12, day: 31))
        let lines = try lines(document([medicine]))
        for line in [
            "UID:medicine-r1-0800@alerts.breathe.example", "DTSTART;TZID=Europe/Zurich:20260407T080000",
            "RRULE:FREQ=WEEKLY;BYDAY=TU,FR;UNTIL=20261231T070000Z", "SUMMARY:Cetirizine\\; „akut“ 10 mg",
            "DESCRIPTION:1\\na\\,b\\nc", "DTSTAMP:20260406T100000Z",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
        #expect(try document([medicine]) == document([medicine]))
        let third = Medicine(
            name: "X", form: .drops, times: [.init(LocalTime(hour: 8), amount: "")],
            days: .every(days: 3, from: try #require(CivilDate("2026-04-01"))))
        let other = try self.lines(document([third]))
        #expect(other.contains("RRULE:FREQ=DAILY;INTERVAL=3"))
        #expect(other.contains("DTSTART;TZID=Europe/Zurich:20260407T080000"))
        let paused = Medicine(name: "X", form: .drops, times: third.times, isPaused: true)
        #expect(try !document([paused]).contains("VEVENT"))
    }

    @Test func `zones are stated with every change of their clocks`() throws {
        let lines = try lines(document())
        let start = try #require(lines.firstIndex(of: "BEGIN:DAYLIGHT"))
        #expect(lines[start + 1].hasPrefix("DTSTART:2025"))
        #expect(lines.contains("DTSTART:20251026T030000") && lines.contains("DTSTART:20260329T020000"))
        #expect(lines.contains("TZOFFSETFROM:+0100") && lines.contains("TZOFFSETTO:+0200"))
        let west = try self.lines(document(in: TimeZone(identifier: "America/St_Johns")))
        #expect(west.contains("TZID:America/St_Johns") && west.contains("TZOFFSETTO:-0230"))
    }

    @Test func `long lines are folded at 75 octets and read back whole`() throws {
        let visit = Appointment(
            title: String(repeating: "Größe ", count: 20).trimmingCharacters(in: .whitespaces),
            place: "Zimmer 1, links", notes: "x", day: try #require(CivilDate("2027-03-01")),
            time: LocalTime(hour: 10), timeZone: zurich, reminders: [])
        let text = try document([], [visit])
        for line in text.split(separator: "\r\n") { #expect(line.utf8.count <= 75) }
        #expect(lines(text).contains("SUMMARY:\(visit.title)"))
        #expect(lines(text).contains("LOCATION:Zimmer 1\\, links"))
        #expect(lines(text).contains("DURATION:PT30M"))
    }
}
