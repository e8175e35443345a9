import Foundation
import HTTPTypes
import Help
import HummingbirdTesting
import NIOCore
import People
import SampleTesting
import Testing

@testable import API
@testable import HTTP

@Suite struct ProductRouteTests {
    private func read(
        _ barcode: String, from api: TestAPI = TestAPI()
    ) async throws -> (status: HTTPResponse.Status, json: JSONTree) {
        try await api.test { client in
            let answer = try await client.execute(
                uri: "/v1/products/\(barcode)", method: .get, headers: [.authorization: "Bearer anna"])
            let bytes = Data(answer.body.readableBytesView)
            return (answer.status, try JSONDecoder().decode(JSONTree.self, from: bytes))
        }
    }

    @Test func `a product says what is in it, and what may be`() async throws {
        let (status, json) = try await read("3017620422003")
        #expect(status == .ok && json["name"] == .text("Hazelnut spread"))
        #expect(json["grams"] == .whole(400) && json["millilitres"] == nil)
        #expect(json["contains"] == .list(["eu.milk", "eu.nuts", "eu.soybeans"].map { .text($0) }))
        #expect(json["mayContain"] == .list([.text("eu.gluten")]))
        #expect(json["others"] == .list([.text("kiwi fruit")]))
        #expect(json["categories"] == .list([.text("spreads"), .text("hazelnut spreads")]))
        #expect(json["licence"] == .text("ODbL 1.0"))
        #expect(json["page"]?.string?.hasSuffix("/product/3017620422003") == true)
    }

    private func enter(
        _ body: String, as barcode: String = "4006381333931", in api: TestAPI = TestAPI()
    ) async throws -> (status: HTTPResponse.Status, text: String) {
        try await api.test { client in
            let answer = try await client.execute(
                uri: "/v1/products/\(barcode)", method: .post,
                headers: [.authorization: "Bearer anna", .contentType: "application/json"],
                body: ByteBuffer(string: body))
            return (answer.status, String(buffer: answer.body))
        }
    }

    @Test func `a product that nobody has entered is entered once somebody agrees, as it was typed`()
        async throws
    {
        let api = TestAPI()
        let typed = #"{"name":"Oat biscuits","ingredients":"oats, sugar","language":"en","agreed":true}"#
        #expect(try await enter(typed, in: api).status == .noContent)
        let barcode = try #require(Barcode("4006381333931"))
        let expected = EnteredProduct(
            barcode: barcode, name: "Oat biscuits", quantity: "", ingredients: "oats, sugar",
            language: .english)
        #expect(api.products.entered.value == [expected])
        let known = try await enter(typed, as: "3017620422003", in: api)
        #expect(known.status == .conflict && known.text.contains("known-product"))
        #expect(api.products.entered.value.count == 1)
    }

    @Test(arguments: [
        (#"{"name":"x","language":"en","agreed":false}"#, "/agreed"),
        (#"{"name":" ","language":"en","agreed":true}"#, "/name"),
        (#"{"name":"x","language":"rm","agreed":true}"#, "/language"),
        (#"{"name":"x\u0007","language":"en","agreed":true}"#, "/name"),
    ])
    func `nothing is entered without a consent, a name and a language`(body: String, pointer: String)
        async throws
    {
        let api = TestAPI()
        let (status, text) = try await enter(body, in: api)
        #expect(status == .badRequest && text.contains(pointer) && text.contains("invalid-record"), "\(text)")
        #expect(try await enter(#"{"name":"x","language":"en"}"#, in: api).status == .badRequest)
        #expect(api.products.entered.value.isEmpty)
    }

    @Test func `without an account of the operator nothing is entered`() async throws {
        var api = TestAPI()
        api.products.account = nil
        let (status, text) = try await enter(#"{"name":"x","language":"en","agreed":true}"#, in: api)
        #expect(status == .notFound && text.contains("not-offered"))
    }

    @Test func `a barcode may be typed with blanks, and a mistyped one is refused`() async throws {
        #expect(try await read("3%20017620%20422003").status == .ok)
        for wrong in ["3017620422004", "301762042200", "x", "30176204220031234"] {
            let (status, json) = try await read(wrong)
            #expect(status == .badRequest, "\(wrong)")
            #expect(json["errors"]?.elements.first?["parameter"] == .text("barcode"))
        }
    }

    @Test func `a product that nobody has entered is unknown, and a failure is not an answer`() async throws {
        let unknown = try await read("4006381333931")
        #expect(unknown.status == .notFound)
        #expect(unknown.json["type"]?.string?.hasSuffix("unknown-product") == true)
        let api = TestAPI()
        api.products.failure.change { $0 = .tooMany }
        #expect(try await read("3017620422003", from: api).status == .serviceUnavailable)
        api.products.failure.change { $0 = .failed("answered 500") }
        let failed = try await read("3017620422003", from: api)
        #expect(failed.status == .badGateway)
        #expect(failed.json["type"]?.string?.hasSuffix("products-failed") == true)
    }

    @Test func `an account asks for at most five products at once, and others for as many`() throws {
        let limits = SignInLimits(clients: ClientAddress(), isOn: true)
        for account in [Account.ID(rawValue: 1), Account.ID(rawValue: 2)] {
            for _ in 0..<5 { try limits.countProduct(of: account) }
            #expect(throws: Problem.self) { try limits.countProduct(of: account) }
        }
    }

    /// The word “none” of a volunteer, an empty list and no list say the same: nothing.
    @Test(arguments: [
        #""allergens_tags":["en:none"],"traces_tags":[]"#, #""allergens_tags":[]"#, #""quantity":"1 l""#,
    ])
    func `what is not stated is in no list`(members: String) throws {
        let barcode = try #require(Barcode("96385074"))
        let body = Data("{\"status\":1,\"product\":{\(members)}}".utf8)
        let facts = try #require(try ProductDefinition.builtIn.facts(of: barcode, in: body))
        #expect(facts.contains.isEmpty && facts.mayContain.isEmpty && facts.others.isEmpty)
    }

    @Test func `of many categories the narrowest are answered`() throws {
        let barcode = try #require(Barcode("96385074"))
        let tags = (10..<99).map { "\"en:category-\($0)\"" }.joined(separator: ",")
        let body = Data("{\"status\":1,\"product\":{\"categories_tags\":[\(tags)]}}".utf8)
        let facts = try #require(try ProductDefinition.builtIn.facts(of: barcode, in: body))
        #expect(facts.categories == (59..<99).map { "category \($0)" })
    }

    @Test func `all that is named beside the groups is answered, whole`() throws {
        let barcode = try #require(Barcode("96385074"))
        let names = (10..<60).map { "name \($0)" } + [String(repeating: "long ", count: 30) + "name"]
        let tags = names.map { "\"fr:\($0.replacing(" ", with: "-"))\"" }.joined(separator: ",")
        let body = Data("{\"status\":1,\"product\":{\"allergens_tags\":[\(tags)]}}".utf8)
        let facts = try #require(try ProductDefinition.builtIn.facts(of: barcode, in: body))
        #expect(facts.others == names.sorted())
    }

    @Test func `the page says of each food whether it is stated, never that a product is free of it`()
        async throws
    {
        let folder = repository.appending(path: "Tests/FoodFiles/Scripts")
        let run = try await Python.play("site_modules.py", [repository.path, folder.path])
        #expect(run.status == 0, "\(run.output)")
    }

    @Test func `the catalogue names who has facts about products, where they are looked up`() async throws {
        for isOffered in [true, false] {
            var api = TestAPI()
            api.isOffered = isOffered
            try await api.test { client in
                let answer = try await client.execute(uri: "/v1/foods", method: .get)
                let json = try JSONDecoder().decode(
                    JSONTree.self, from: Data(answer.body.readableBytesView))
                #expect(json["products"]?["name"] == (isOffered ? JSONTree.text("Open Food Facts") : nil))
                #expect((json["products"]?["page"]?.string?.contains("{barcode}") == true) == isOffered)
                #expect(json["products"]?["account"] == (isOffered ? JSONTree.text("breathe") : nil))
            }
        }
    }

    @Test func `every group of the definition is one that foods of the catalogue have`() {
        let known = Set(FoodCatalogue.standard.foods.flatMap(\.groups).filter { $0.hasPrefix("eu.") })
        #expect(Set(ProductDefinition.builtIn.groups.values) == known)
    }
}
