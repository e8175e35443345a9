import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Observations
import SampleTesting
import Testing

@testable import API
@testable import HTTP

@Suite struct MetricRouteTests {
    private func send(
        _ body: String, type: String = "application/json", to client: any TestClientProtocol
    ) async throws -> JSONTree {
        let response = try await client.execute(
            uri: "/v1/me/metrics", method: .post,
            headers: [.authorization: "Bearer anna", .contentType: type], body: ByteBuffer(string: body))
        #expect(response.status == .ok, "\(String(buffer: response.body))")
        return try JSONDecoder().decode(JSONTree.self, from: Data(response.body.readableBytesView))
    }

    private func list(_ client: any TestClientProtocol, _ path: String = "") async throws -> JSONTree {
        let response = try await client.execute(
            uri: "/v1/me/metrics\(path)", method: .get, headers: [.authorization: "Bearer anna"])
        #expect(response.status == .ok)
        return try JSONDecoder().decode(JSONTree.self, from: Data(response.body.readableBytesView))
    }

    @Test func `each value that is not kept is named with its place and the reason`() async throws {
        try await TestAPI().test { client in
            let receipt = try await send(
                """
                {"values": [
                    {"kind": "heartRate", "value": 61, "time": "2020-04-08T11:00:00Z"},
                    {"kind": "heartRate", "value": 61, "time": "2020-04-08T13:00:00+02:00"},
                    {"kind": "pulse", "value": 61, "time": "2020-04-08T11:00:00Z"},
                    {"kind": "heartRate", "value": 61, "time": "yesterday"},
                    {"kind": "weight", "value": 61, "unit": "ft", "time": "2020-04-08T11:00:00Z"},
                    {"kind": "weight", "value": 9000, "time": "2020-04-08T11:00:00Z"},
                    {"kind": "weight", "value": 90, "time": "2020-04-09T11:00:00Z"}]}
                """, to: client)
            #expect(receipt["kept"] == .whole(1) && receipt["refusedCount"] == .whole(6))
            let refused = receipt["refused"]?.elements ?? []
            let found = Dictionary(
                uniqueKeysWithValues: refused.compactMap { one in
                    one["at"]?.string.flatMap { at in one["reason"]?.string.map { (at, $0) } }
                })
            #expect(
                found == [
                    "/values/1": "duplicate", "/values/2": "kind", "/values/3": "time",
                    "/values/4": "unit", "/values/5": "impossible", "/values/6": "future",
                ])
        }
    }

    @Test func `what Health Auto Export sends is kept, and what is not known is named`() async throws {
        try await TestAPI().test { client in
            let receipt = try await send(
                """
                {"data": {"metrics": [
                    {"name": "heart_rate", "units": "count/min", "data": [
                        {"date": "2020-04-08 13:00:00 +0200", "Min": 52, "Avg": 66.5, "Max": 131,
                         "source": "Watch|iPhone"}]},
                    {"name": "blood_pressure", "units": "mmHg", "data": [
                        {"date": "2020-04-08 07:00:00 +0200", "systolic": 121, "diastolic": 79}]},
                    {"name": "blood_oxygen_saturation", "units": "%", "data": [
                        {"qty": 0.97, "date": "2020-04-08 07:00:00 +0200"}]},
                    {"name": "body_temperature", "units": "degF", "data": [
                        {"qty": 98.6, "date": "2020-04-08 07:00:00 +0200"}]},
                    {"name": "step_count", "units": "count", "data": [
                        {"qty": 4711, "date": "2020-04-08 07:00:00 +0200"}]}],
                 "workouts": [{"name": "Run"}], "symptoms": []}}
                """, to: client)
            #expect(receipt["kept"] == .whole(5) && receipt["refusedCount"] == .whole(0))
            #expect(receipt["ignored"] == ["step_count", "workouts"])
            let figures = try await list(client, "/2020-04-08")["figures"]?.elements ?? []
            let heart = figures.first { $0["kind"] == "heartRate" }
            #expect(
                heart?["low"] == .whole(52) && heart?["high"] == .whole(131)
                    && heart?["last"] == .number(66.5)
            )
            #expect(figures.first { $0["kind"] == "bodyTemperature" }?["mean"] == .whole(37))
            #expect(figures.first { $0["kind"] == "oxygenSaturation" }?["mean"] == .whole(97))
        }
    }

    @Test(arguments: [
        "time,kind,value,unit\r\n2020-04-08T07:30:00+02:00,peakFlow,7,L/s\r\nx,peakFlow,400,\r\n",
        "\u{FEFF}kind;value;time\npeakFlow;420,0;2020-04-08T05:30:00Z\n\npeakFlow;;2020-04-08T05:31:00Z",
    ])
    func `a table is kept, line by line`(table: String) async throws {
        try await TestAPI().test { client in
            let receipt = try await send(table, type: "text/csv; charset=utf-8", to: client)
            #expect(receipt["kept"] == .whole(1) && receipt["refusedCount"] == .whole(1))
            let line = table.hasPrefix("time") ? "line 3" : "line 4"
            #expect(receipt["refused"]?.elements.first?["at"]?.string == line)
            #expect(
                try await list(client)["days"]?.elements.first?["figures"]?.elements.first?["last"]
                    == .whole(420))
        }
    }

    @Test(arguments: [
        ("application/json", "{\"values\": []}"), ("application/json", "{\"steps\": []}"),
        ("application/json", "{\"data\": {\"metrics\": [{\"name\": 1}]}}"),
        ("application/json", "[]"),
        ("text/csv", "a,b\n1,2"), ("text/csv", ""), ("text/csv", "time,kind,value\n\""),
        ("text/csv", "time,kind,value\n"),
    ])
    func `what holds no values is refused as a whole`(type: String, body: String) async throws {
        try await TestAPI().test { client in
            let response = try await client.execute(
                uri: "/v1/me/metrics", method: .post,
                headers: [.authorization: "Bearer anna", .contentType: type],
                body: ByteBuffer(string: body))
            #expect(response.status == .badRequest, "\(String(buffer: response.body))")
        }
    }

    @Test func `a plan is checked and read back`() async throws {
        let plan = """
            {"bounds": {"oxygenSaturation": {"low": 92, "words": "Sit down.", "on": true}},
             "zones": {"peakFlow": {"best": 480, "upper": 80, "lower": 50}}, "compare": false, "silence": null}
            """
        let wrong = """
            {"bounds": {"pulse": {"low": 1, "words": "", "on": true}, "weight": {"words": "\\u0007", "on": true},
                        "heartRate": {"low": 100, "high": 50, "words": "", "on": true}},
             "zones": {"weight": {"best": 1, "upper": 2, "lower": 1},
                       "peakFlow": {"best": 5, "upper": 50, "lower": 80}}, "compare": true, "silence": 1}
            """
        try await TestAPI().test { client in
            func put(_ body: String) async throws -> TestResponse {
                try await client.execute(
                    uri: "/v1/me/metrics/plan", method: .put, headers: [.authorization: "Bearer anna"],
                    body: ByteBuffer(string: body))
            }
            #expect(try await put(plan).status == .ok)
            let kept = try await list(client, "/plan")
            #expect(
                kept["bounds"]?["oxygenSaturation"]?["low"] == .whole(92) && kept["compare"] == .truth(false))
            #expect(kept["silence"] == nil && kept["zones"]?["peakFlow"]?["best"] == .whole(480))
            let refused = try await put(wrong)
            #expect(refused.status == .badRequest)
            let errors =
                try JSONDecoder().decode(JSONTree.self, from: Data(refused.body.readableBytesView))["errors"]?
                .elements ?? []
            #expect(
                Set(errors.compactMap { $0["pointer"]?.string }) == [
                    "/bounds/pulse", "/bounds/weight", "/bounds/weight/words", "/bounds/heartRate/low",
                    "/zones/weight", "/zones/peakFlow/best", "/zones/peakFlow/lower", "/silence",
                ])
        }
    }
}
