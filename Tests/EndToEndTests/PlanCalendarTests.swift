import Foundation
import SampleTesting
import Testing

/// The calendar of a plan, as an independent reader of calendars understands it.
@Suite(.timeLimit(.minutes(20)), .serving())
struct PlanCalendarTests {
    /// Reads a calendar, and prints each event with the first three of its times in UTC.
    private static let reader = """
        import datetime, json, sys
        from dateutil.rrule import rrulestr
        from icalendar import Calendar
        calendar = Calendar.from_ical(sys.stdin.buffer.read())
        assert not calendar.errors and all(not part.errors for part in calendar.walk())
        zones = {str(zone["TZID"]): zone.to_tz() for zone in calendar.walk("VTIMEZONE")}
        events = {}
        for event in calendar.walk("VEVENT"):
            start = event["DTSTART"]
            begin = start.dt.replace(tzinfo=zones[start.params["TZID"]])
            times = [begin]
            if "RRULE" in event:
                rule = rrulestr(event["RRULE"].to_ical().decode(), dtstart=begin)
                times = list(rule[:3])
            events[str(event["SUMMARY"])] = {
                "uid": str(event["UID"]), "about": str(event.get("DESCRIPTION", "")),
                "times": [time.astimezone(datetime.timezone.utc).isoformat() for time in times]}
        print(json.dumps(events))
        """

    @Test func `a plan and appointments are read under a secret address until it is withdrawn`() async throws
    {
        let opened = try await service.workspace.done("account", "create", "calendrical")
        let token = try #require(opened.lines.last)
        func done(_ method: String, _ path: String, _ body: String) async throws -> JSONValue {
            let answer = try await service.send(
                method, path, body: Array(body.utf8), type: "application/json", bearer: token)
            #expect((200..<300).contains(answer.status), "\(path): \(answer.text)")
            return answer.json
        }
        _ = try await done("PUT", "/v1/me/consents/help", #"{"version":1}"#)
        _ = try await done("PATCH", "/v1/me/profile", #"{"timeZone":"Europe/Zurich"}"#)
        let medicine = """
            {"name":"Größe; „S, M“","form":"drops","strength":"10 mg","reason":"one\\ntwo",
             "times":[{"time":"08:00","amount":"3 drops"}],"every":{"days":30,"from":"2099-03-15"}}
            """
        _ = try await done("POST", "/v1/me/help/medicines", medicine)
        let visit = """
            {"title":"Allergist","day":"2099-07-01","time":"10:15","timeZone":"America/New_York"}
            """
        _ = try await done("POST", "/v1/me/help/appointments", visit)
        let first = try #require(try await done("POST", "/v1/me/help/calendar", "")["path"].text)
        let path = try #require(try await done("POST", "/v1/me/help/calendar", "")["path"].text)
        #expect(try await service.get(first).status == 404)
        let calendar = try await service.get(path)
        #expect(calendar.status == 200)
        let output = try await Python.run(Self.reader, input: Data(calendar.bytes))
        let events = try JSONDecoder().decode(JSONValue.self, from: output)
        let drops = events["Größe; „S, M“ 10 mg"]
        #expect(drops["about"].text == "3 drops\none\ntwo")
        // The clocks of Zurich change between the first and the second.
        #expect(
            drops["times"].elements.map(\.text) == [
                "2099-03-15T07:00:00+00:00", "2099-04-14T06:00:00+00:00", "2099-05-14T06:00:00+00:00",
            ])
        #expect(events["Allergist"]["times"].elements.map(\.text) == ["2099-07-01T14:15:00+00:00"])
        #expect(
            try await service.get("/v1/me/help/calendar", bearer: token).json["addresses"][0]["read"].text
                != nil)
        let ended = try await service.send("DELETE", "/v1/me/help/calendar", bearer: token)
        #expect(ended.status == 204)
        #expect(try await service.get(path).status == 404)
        #expect(try await service.get("/v1/calendars/AAAA.ics").status == 404)
    }
}
