import Foundation
import HTTP
import HTTPTypes
import Help
import Hummingbird
import Logging

/// Facts about food, by barcode.
struct ProductRoutes: Sendable {
    let source: (any ProductSource)?
    let limits: SignInLimits

    var endpoints: [Endpoint] {
        [Endpoint(.get, "/v1/products/{barcode}", .subscriber, handler: read)]
    }

    @Sendable private func read(_ request: Request, _ context: BreatheContext) async throws -> Response {
        guard let source else { throw Problem(.notOffered) }
        guard
            let barcode = context.parameters.get("barcode")?.removingPercentEncoding.flatMap({ Barcode($0) })
        else {
            throw Problem.parameter(
                "barcode", "barcode has 8, 12, 13 or 14 digits, and the last one fits the others.")
        }
        try limits.countProduct(of: context.guardian)
        let facts: ProductFacts?
        do throws(ProductFailure) {
            facts = try await source.facts(of: barcode)
        } catch {
            guard case .failed(let reason) = error else {
                throw Problem(.busy, "Too many products are being asked for; come back in a minute.")
            }
            context.logger.warning("no facts about a product", metadata: ["reason": "\(reason)"])
            throw Problem(.productsFailed)
        }
        guard let facts else { throw Problem(.unknownProduct) }
        return try JSON.response(
            ProductAnswer(facts, source.definition), headers: [.cacheControl: Freshness.personal])
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
