import Delivery
import Foundation
import Help
import People
import SampleTesting
import Synchronization
import Testing

@testable import API
@testable import Server

/// Facts about products, from a service of the kind of Open Food Facts.
@Suite struct OpenFoodFactsTests {
    /// A clock that the test moves.
    private final class FoodClock: Sendable {
        private let time = Mutex(noon)
        var now: Date { time.withLock { $0 } }

        func advance(by seconds: Double) { time.withLock { $0 += seconds } }
    }

    private struct Sent: Decodable {
        let path: String
        let agent: String
        /// The fields of what was entered.
        let form: [String: String]?
    }

    private let clock = FoodClock()

    /// Lends facts that come from a server of its own.
    private func asking(
        password: String = "se cret&ü", _ body: (OpenFoodFacts, PythonServer) async throws -> Void
    ) async throws {
        let server = try await PythonServer("product_server.py")
        let configuration = try ServerConfiguration(
            flags: [
                .productFacts: server.greeting, .productAccount: "breathe", .productPassword: password,
                .outboundAllow: "127.0.0.1",
                .publicURL: "https://air.example.org",
            ], environment: [:])
        let client = GuardedClient(calling: configuration)
        do {
            let facts = configuration.products(through: client, now: { [clock] in clock.now })
            try await body(try #require(facts), server)
            await client.shutDown()
        } catch {
            await client.shutDown()
            throw error
        }
    }

    private func recorded(_ name: String, _ digits: String) throws -> ProductFacts? {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "RecordedFiles/open-food-facts-\(name).json")
        let barcode = try #require(Barcode(digits))
        return try ProductDefinition.builtIn.facts(of: barcode, in: Data(contentsOf: file))
    }

    @Test func `what is contained is not among the traces, too`() throws {
        let noodles = try #require(try recorded("noodles", "737628064502"))
        #expect(noodles.name?.hasPrefix("Thai peanut noodle kit") == true && noodles.quantity == "155 g")
        #expect(noodles.contains == ["eu.peanuts"] && noodles.mayContain.isEmpty && noodles.others.isEmpty)
        #expect(noodles.categories.last == "rice noodles")
    }

    @Test func `traces that somebody noted in words of their own are not lost`() throws {
        let bread = try #require(try recorded("bread", "3029330003533"))
        #expect(bread.contains.isEmpty && bread.mayContain.isEmpty)
        #expect(bread.others == ["lait", "oeufs", "sesame", "soja"])
        #expect(bread.categories.last == "breads" && bread.quantity == "12 Tranches")
    }

    @Test func `a product is asked for once a day, by its barcode and nothing of a person`() async throws {
        let barcode = try #require(Barcode("3017620422003"))
        try await asking { facts, server in
            for _ in 0..<2 {
                let product = try await facts.facts(of: barcode)
                #expect(product?.name == "Hazelnut spread" && product?.mayContain == ["eu.peanuts"])
            }
            #expect(server.lines.count == 1)
            clock.advance(by: 86_400)
            _ = try await facts.facts(of: barcode)
            let sent = try server.lines.map { try JSONDecoder().decode(Sent.self, from: $0) }
            #expect(sent.count == 2)
            let fields = "product_name,quantity,allergens_tags,traces_tags,categories_tags"
            #expect(
                sent[0].path.removingPercentEncoding
                    == "/api/v2/product/3017620422003.json?fields=\(fields)")
            #expect(sent[0].agent == "breathe-easy (https://air.example.org)")
        }
    }

    @Test func `a product that nobody knows is asked for again an hour later`() async throws {
        let barcode = try #require(Barcode("036000291452"))
        try await asking { facts, server in
            for seconds in [0.0, 3_599, 1] {
                clock.advance(by: seconds)
                let product = try await facts.facts(of: barcode)
                #expect(product == nil)
            }
            #expect(server.lines.count == 2)
        }
    }

    @Test func `a failure and an answer of another kind are not facts, and are kept for seconds`()
        async throws
    {
        try await asking { facts, server in
            for (digits, reason) in [
                ("96385074", "answered 503"), ("12345670", "answered 404"),
                ("4006381333931", "the answer is not what the definition says"),
            ] {
                let barcode = try #require(Barcode(digits))
                for seconds in [0.0, 4, 1] {
                    clock.advance(by: seconds)
                    await #expect(throws: ProductFailure.failed(reason)) {
                        try await facts.facts(of: barcode)
                    }
                }
            }
            #expect(server.lines.count == 6)
        }
    }

    @Test func `those who ask for the same product at once share a request`() async throws {
        let barcode = try #require(Barcode("3017620422003"))
        try await asking { facts, server in
            try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 0..<20 { group.addTask { try await facts.facts(of: barcode)?.name } }
                for try await name in group { #expect(name == "Hazelnut spread") }
            }
            #expect(server.lines.count == 1)
        }
    }

    private func product(_ digits: String, named name: String = "Hafer & Kekse") throws -> EnteredProduct {
        EnteredProduct(
            barcode: try #require(Barcode(digits)), name: name, quantity: "200 g", ingredients: "",
            language: .german)
    }

    @Test
    func `a product is entered with the operator's account and nothing of a person, and is found at once`()
        async throws
    {
        let biscuits = try product("4000417025005")
        try await asking { facts, server in
            #expect(facts.account == "breathe")
            #expect(try await facts.facts(of: biscuits.barcode) == nil)
            try await facts.enter(biscuits)
            #expect(try await facts.facts(of: biscuits.barcode)?.name == "Hafer & Kekse")
            let sent = try server.lines.map { try JSONDecoder().decode(Sent.self, from: $0) }
            #expect(sent.map { $0.form == nil } == [true, true, false, true])
            #expect(sent[2].path == "/cgi/product_jqm2.pl")
            #expect(sent[2].agent == "breathe-easy (https://air.example.org)")
            #expect(
                sent[2].form == [
                    "code": "4000417025005", "lang": "de", "product_name": "Hafer & Kekse",
                    "quantity": "200 g", "user_id": "breathe", "password": "se cret&ü",
                ])
        }
    }

    @Test func `what somebody has entered meanwhile is not replaced`() async throws {
        let spread = try product("3017620422003")
        try await asking { facts, server in
            await #expect(throws: ProductFailure.known) { try await facts.enter(spread) }
            let known = try await facts.facts(of: spread.barcode)
            #expect(known?.name == "Hazelnut spread")
            #expect(server.lines.count == 1)
        }
    }

    @Test func `a product that is refused, or an account that is not known, is a failure`() async throws {
        let refused = try product("4000417025005", named: "refuse me")
        try await asking { facts, _ in
            await #expect(throws: ProductFailure.failed("the product was refused")) {
                try await facts.enter(refused)
            }
        }
        let biscuits = try product("4000417025005")
        try await asking(password: "other") { facts, _ in
            await #expect(throws: ProductFailure.failed("answered 403")) { try await facts.enter(biscuits) }
            let found = try await facts.facts(of: biscuits.barcode)
            #expect(found == nil)
        }
    }

    @Test func `a product that is entered counts as two requests of the minute`() async throws {
        let biscuits = try product("4000417025005", named: "refuse me")
        try await asking { facts, server in
            for _ in 0..<facts.definition.requestsPerMinute / 2 {
                await #expect(throws: ProductFailure.failed("the product was refused")) {
                    try await facts.enter(biscuits)
                }
            }
            await #expect(throws: ProductFailure.tooMany) { try await facts.enter(biscuits) }
            #expect(server.lines.count == facts.definition.requestsPerMinute)
        }
    }

    @Test func `an account needs its password, and a service that takes products`() throws {
        let facts = "https://food.example"
        for flags: [ServerConfiguration.Key: String] in [
            [.productFacts: facts, .productAccount: "breathe"],
            [.productFacts: facts, .productPassword: "secret"],
            [.productAccount: "breathe", .productPassword: "secret"],
        ] {
            #expect(throws: ConfigurationMistake.self) {
                try ServerConfiguration(flags: flags, environment: [:])
            }
        }
    }

    @Test func `no more are asked for in a minute than the service allows`() async throws {
        let barcode = try #require(Barcode("96385074"))
        try await asking { facts, server in
            for _ in 0..<facts.definition.requestsPerMinute {
                await #expect(throws: ProductFailure.failed("answered 503")) {
                    try await facts.facts(of: barcode)
                }
                clock.advance(by: 5)
            }
            await #expect(throws: ProductFailure.tooMany) { try await facts.facts(of: barcode) }
            clock.advance(by: 10)
            await #expect(throws: ProductFailure.failed("answered 503")) {
                try await facts.facts(of: barcode)
            }
            #expect(server.lines.count == facts.definition.requestsPerMinute + 1)
        }
    }
}
