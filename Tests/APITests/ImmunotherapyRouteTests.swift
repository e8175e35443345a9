import Allergens
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import SampleTesting
import Testing

@testable import API
@testable import HTTP

@Suite struct ImmunotherapyRouteTests {
    private let api = TestAPI()

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

    private func dosage(_ name: String, amount: String = "0.5", isCurrent: Bool = true, half: Bool = false)
        -> String
    {
        """
        {"allergen":"own:Bee venom","name":"\(name)","amount":\(amount),"unit":"mg","route":"subcutaneous",
         "notes":"","current":\(isCurrent),"half":\(half)}
        """
    }

    private func dose(reaction: String = "null", amount: String = "0.5") -> String {
        """
        {"time":"18:05","dosage":"Step 1","amount":\(amount),"unit":"mg","route":"oral","half":false,
         "medicines":[],"cofactors":{"ill":false},"notes":"","reaction":\(reaction)}
        """
    }

    private func day(_ offset: Int) -> CivilDate {
        CivilDate(at: noon, in: TimeZone(identifier: "UTC")!).adding(days: offset)
    }

    private func path(_ offset: Int, _ allergen: String = "food:peanut") -> String {
        "days/\(day(offset))/doses/\(allergen)"
    }

    @Test func `one dosage of an allergen is current, with a name of its own and a half if wished`()
        async throws
    {
        try await api.test { client in
            let first = try await send(.post, "dosages", dosage("Step 1", half: true), to: client)
            #expect(first.status == .created && first.json["halfAmount"] == .number(0.25))
            let second = try await send(.post, "dosages", dosage("Step 2"), to: client)
            #expect(second.json["halfAmount"] == nil)
            let kept = try await send(.get, "dosages", to: client).json["dosages"]?.elements ?? []
            #expect(kept.map { $0["current"] } == [.truth(false), .truth(true)])
            #expect(try await send(.post, "dosages", dosage("step 1"), to: client).status == .conflict)
            for amount in ["0", "-1", "0.00001", "1000001"] {
                let refused = try await send(.post, "dosages", dosage("X", amount: amount), to: client)
                #expect(refused.json["errors"]?.elements.first?["pointer"] == .text("/amount"), "\(amount)")
            }
        }
    }

    @Test func `a dose is noted once a day, changed by noting it again, and deleted`() async throws {
        try await api.test { client in
            #expect(try await send(.get, path(0), to: client).status == .notFound)
            let noted = try await send(.put, path(0), dose(), to: client)
            #expect(noted.status == .ok && noted.json["attention"] == nil)
            #expect(try await send(.put, path(0), dose(), to: client).json == noted.json)
            let other = try await send(.put, path(0, "own:Bee%20venom"), dose(amount: "2.5"), to: client)
            #expect(other.json["allergen"] == .text("own:Bee venom"))
            #expect(other.json["amount"] == .number(2.5))
            _ = try await send(.put, path(-300), dose(), to: client)
            let all = try await send(.get, "doses?from=\(day(-400))", to: client).json["doses"]?.elements
            #expect(all?.map { $0["day"] } == [-300, 0, 0].map { .text("\(day($0))") })
            #expect(try await send(.delete, path(0), to: client).status == .noContent)
            #expect(try await send(.delete, path(0), to: client).status == .notFound)
            #expect(try await send(.get, path(0, "own:bee%20venom"), to: client).status == .ok)
        }
    }

    /// At noon in UTC the next day has begun east of UTC+12.
    @Test func `a device ahead of the profile's zone notes its own day, which is then the present one`()
        async throws
    {
        try await api.test { client in
            for offset in [-1, 1] {
                #expect(try await send(.put, path(offset), dose(), to: client).status == .ok)
            }
            let found = try await send(.get, "immunotherapy", to: client).json
            #expect(found["today"] == .text("\(day(1))") && found["day"] == .whole(3))
            let treatment = found["treatments"]?.elements.first
            #expect(treatment?["lastDose"] == .text("\(day(1))") && treatment?["missedDays"] == .whole(0))
        }
    }

    @Test func `a day that has not begun anywhere is refused`() async throws {
        try await api.test { client in
            #expect(try await send(.put, path(2), dose(), to: client).status == .badRequest)
            #expect(try await send(.put, path(0, "food:stone"), dose(), to: client).status == .badRequest)
            let wrong = try await send(
                .put, path(0), dose(reaction: #"{"symptoms":["Cold"],"minutesAfter":-1,"notes":""}"#),
                to: client)
            let pointers = wrong.json["errors"]?.elements.compactMap { $0["pointer"]?.string }
            #expect(pointers == ["/reaction/symptoms/0", "/reaction/minutesAfter"])
            let empty = try await send(
                .put, path(0), dose(reaction: #"{"symptoms":[],"notes":""}"#), to: client)
            #expect(empty.status == .badRequest)
        }
    }

    @Test func `a symptom that should not wait is answered at once, and others are not`() async throws {
        try await api.test { client in
            let calm = try await send(
                .put, path(0), dose(reaction: #"{"symptoms":["Itching"],"minutesAfter":5,"notes":""}"#),
                to: client)
            #expect(calm.status == .ok && calm.json["attention"] == nil)
            let urgent = try await send(
                .put, path(0), dose(reaction: #"{"symptoms":["Itching","Hives"],"notes":""}"#), to: client)
            #expect(urgent.json["attention"]?["symptoms"] == .list([.text("Hives")]))
            #expect(urgent.json["attention"]?["title"] == .text("Have you contacted your doctor?"))
            #expect(urgent.json["attention"]?["page"] == .text("/emergency"))
        }
    }

    @Test func `treatments are counted, and it is said when to call`() async throws {
        try await api.test { client in
            let none = try await send(.get, "immunotherapy", to: client).json
            #expect(none["day"] == .whole(1) && none["treatments"] == .list([]))
            let peanut = dosage("Step 1").replacing("own:Bee venom", with: "food:peanut")
            let made = try await send(.post, "dosages", peanut, to: client)
            #expect(made.status == .created)
            for offset in [-9, -8, -3] { _ = try await send(.put, path(offset), dose(), to: client) }
            func treatment() async throws -> JSONTree? {
                try await send(.get, "immunotherapy", to: client).json["treatments"]?.elements.first
            }
            var found = try await treatment()
            #expect(found?["day"] == .whole(10) && found?["missedDays"] == .whole(2))
            #expect(found?["month"]?["taken"] == .whole(3) && found?["month"]?["skipped"] == .whole(6))
            #expect(found?["call"]?["byClinic"] == .truth(false))
            let rules = #"{"clinic":"","phone":"+41 61","callAfter":3,"whenIll":"","notes":""}"#
            #expect(try await send(.post, "rules", rules, to: client).status == .created)
            #expect(try await send(.post, "rules", rules, to: client).status == .conflict)
            found = try await treatment()
            #expect(found?["call"] == nil)
            let id = made.json["id"]?.string ?? ""
            let over = peanut.replacing(#""current":true"#, with: #""current":false"#)
            #expect(try await send(.put, "dosages/\(id)", over, to: client).status == .ok)
            found = try await treatment()
            #expect(found?["current"] == .truth(false) && found?["call"] == nil)
        }
    }
}
