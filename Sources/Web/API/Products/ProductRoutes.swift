import Foundation
import HTTP
import HTTPTypes
import Help
import Hummingbird
import Logging

/// Facts about food, by barcode, and products that people enter.
struct ProductRoutes: Sendable {
    let source: (any ProductSource)?
    let limits: SignInLimits

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/products/{barcode}", .subscriber, handler: read),
            Endpoint(.post, "/v1/products/{barcode}", .subscriber, handler: enter),
        ]
    }

    @Sendable private func read(_ request: Request, _ context: BreatheContext) async throws -> Response {
        guard let source else { throw Problem(.notOffered) }
        let barcode = try context.barcode
        try limits.countProduct(of: context.guardian)
        let facts: ProductFacts?
        do throws(ProductFailure) {
            facts = try await source.facts(of: barcode)
        } catch {
            throw problem(of: error, context)
        }
        guard let facts else { throw Problem(.unknownProduct) }
        return try JSON.response(
            ProductAnswer(facts, source.definition), headers: [.cacheControl: Freshness.personal])
    }

    /// Passes on what somebody typed; nothing of it is kept here.
    @Sendable private func enter(_ request: Request, _ context: BreatheContext) async throws -> Response {
        guard let source, source.account != nil else { throw Problem(.notOffered) }
        let barcode = try context.barcode
        let body = Data(try await request.bytes(upTo: BodyLimits.diary).readableBytesView)
        let product = try JSON.decodeStrictly(EnteredProductDocument.self, from: body).checked(for: barcode)
        try limits.countProduct(of: context.guardian)
        do throws(ProductFailure) {
            try await source.enter(product)
        } catch {
            throw problem(of: error, context)
        }
        return Response(status: .noContent)
    }

    private func problem(of failure: ProductFailure, _ context: BreatheContext) -> Problem {
        switch failure {
        case .known: return Problem(.knownProduct)
        case .tooMany:
            return Problem(.busy, "Too many products are being asked for; come back in a minute.")
        case .failed(let reason):
            context.logger.warning("facts about products failed", metadata: ["reason": "\(reason)"])
            return Problem(.productsFailed)
        }
    }
}

extension BreatheContext {
    /// The barcode that the path names.
    fileprivate var barcode: Barcode {
        get throws {
            guard let barcode = parameters.get("barcode")?.removingPercentEncoding.flatMap({ Barcode($0) })
            else {
                throw Problem.parameter(
                    "barcode", "barcode has 8, 12, 13 or 14 digits, and the last one fits the others.")
            }
            return barcode
        }
    }
}

/// The facts of a product, as they are read.
struct ProductAnswer: Encodable {
    let barcode: String
    let name: String?
    let quantity: String?
    let grams: Double?
    let millilitres: Double?
    let contains: [String]
    let mayContain: [String]
    let others: [String]
    let categories: [String]
    let source: String
    let licence: String
    let page: String

    init(_ facts: ProductFacts, _ definition: ProductDefinition) {
        (barcode, name, quantity) = (facts.barcode.digits, facts.name, facts.quantity)
        switch facts.quantity.flatMap(FoodAmount.init(label:)) {
        case .grams(let amount): (grams, millilitres) = (amount, nil)
        case .millilitres(let amount): (grams, millilitres) = (nil, amount)
        case nil: (grams, millilitres) = (nil, nil)
        }
        (contains, mayContain, others) = (facts.contains, facts.mayContain, facts.others)
        categories = facts.categories
        (source, licence, page) = (definition.name, definition.licence, facts.page)
    }
}
