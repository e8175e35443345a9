import Foundation
import Testing

@Suite(.timeLimit(.minutes(20)), .serving())
struct InboxTests {
    private func mark(_ method: String, _ path: String, _ body: String? = nil, as token: String) async throws
        -> Answer
    {
        try await service.send(
            method, "/v1/me/alerts/\(path)", body: body.map { Array($0.utf8) }, type: "application/json",
            bearer: token)
    }

    private func inbox(_ query: String = "", as token: String) async throws -> [JSONValue] {
        try await service.get("/v1/me/alerts\(query)", bearer: token).json["alerts"].elements
    }

    /// An account with three reports in its inbox, and the numbers of the entries.
    private func filled(_ name: String, at longitude: Double) async throws -> (token: String, entries: [Int])
    {
        let anna = try await service.workspace.account(name)
        let watches = #"{"allergen":"birch"},{"allergen":"oak"},{"allergen":"ash"}"#
        _ = try await service.post("/v1/me/fences", circle(longitude, 50, watching: watches), bearer: anna)
        for (number, allergen) in ["birch", "oak", "ash"].enumerated() {
            let reporter = try await service.workspace.account("\(name)-\(number)")
            let body = report(longitude + 0.02 * Double(number), 50, of: allergen)
            #expect(try await service.post("/v1/alerts", body, bearer: reporter).status == 201)
        }
        let entries = try await inbox(as: anna).compactMap { $0["id"].number.map { Int($0) } }
        #expect(entries.count == 3 && entries == entries.sorted())
        return (anna, entries)
    }

    @Test func `two devices see the same read marks`() async throws {
        let (phone, entries) = try await filled("devices", at: 50)
        // The token belongs to the account; a second device signs in with it.
        let tablet = phone
        #expect(try await inbox(as: tablet).allSatisfy { $0["read"] == nil && $0["state"] == "delivered" })
        #expect(try await mark("PUT", "\(entries[1])/read", as: phone).status == 204)
        let marked = try await inbox(as: tablet)
        #expect(marked.map { $0["read"] == nil } == [true, false, true])
        #expect(
            try await inbox("?unread=true", as: tablet).map { $0["id"].number } == [
                Double(entries[0]), Double(entries[2]),
            ])
        #expect(try await mark("DELETE", "\(entries[1])/read", as: tablet).status == 204)
        #expect(try await inbox("?unread=true", as: phone).count == 3)
        let all = try await mark("PUT", "read", #"{"until":\#(entries[1])}"#, as: tablet)
        #expect(all.json["marked"] == 2)
        #expect(try await inbox("?unread=true", as: phone).map { $0["id"].number } == [Double(entries[2])])
        #expect(try await inbox("?after=\(entries[1])", as: phone).count == 1)
        #expect(try await service.get("/v1/me/alerts/unread", bearer: tablet).json["unread"] == 1)
    }

    @Test func `the newest entries come first on request`() async throws {
        let (token, entries) = try await filled("newest", at: 65)
        let page = try await service.get("/v1/me/alerts?order=newest&limit=2", bearer: token).json
        let newest = page["alerts"].elements.map { $0["id"].number }
        #expect(newest == [Double(entries[2]), Double(entries[1])])
        #expect(page["next"].number == Double(entries[1]))
        let rest = try await service.get(
            "/v1/me/alerts?order=newest&limit=2&before=\(entries[1])", bearer: token
        ).json
        #expect(rest["alerts"].elements.map { $0["id"].number } == [Double(entries[0])])
        #expect(rest["next"].number == nil)
    }

    @Test func `an entry in another's inbox is not found`() async throws {
        let (_, entries) = try await filled("owner", at: 60)
        let stranger = try await service.workspace.account("stranger")
        for path in ["\(entries[0])/read", "0/read", "9999999/read", "x/read", "-1/read"] {
            expect(try await mark("PUT", path, as: stranger), 404, "unknown-entry")
        }
        #expect(try await mark("PUT", "read", #"{"until":9999999}"#, as: stranger).json["marked"] == 0)
    }

    @Test(arguments: [
        ("?after=x", "after"), ("?after=-1", "after"), ("?after=1.5", "after"), ("?unread=yes", "unread"),
        ("?before=x", "before"), ("?order=best", "order"), ("?limit=0", "limit"), ("?limit=501", "limit"),
        ("?limit=x", "limit"),
    ])
    func `an invalid page of the inbox is refused`(query: String, parameter: String) async throws {
        let token = try await service.workspace.account(UUID().uuidString)
        let answer = try await service.get("/v1/me/alerts\(query)", bearer: token)
        expect(answer, 400, "invalid-parameter", naming: parameter)
        expect(try await mark("PUT", "read", "{}", as: token), 400, "invalid-json", naming: "/until")
    }

    @Test func `the inbox uses the reader's language`() async throws {
        let (token, _) = try await filled("reader", at: 70)
        _ = try await service.send(
            "PUT", "/v1/me/profile", body: Array(#"{"language":"de"}"#.utf8), type: "application/json",
            bearer: token)
        let headline = try await inbox(as: token).first?["alert"]["headline"].text
        #expect(headline?.contains("Birke") == true, "\(headline ?? "")")
    }
}
