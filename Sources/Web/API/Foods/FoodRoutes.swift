import Foundation
import HTTP
import HTTPTypes
import Help
import Hummingbird

/// The catalogue of foods, for everybody.
struct FoodRoutes: Sendable {
    let products: (any ProductSource)?

    var endpoints: [Endpoint] { [Endpoint(.get, "/v1/foods", .everyone, handler: list)] }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try request.answer(FoodsAnswer(.standard, products: products))
    }
}

/// The foods, as they are read.
struct FoodsAnswer: Encodable {
    struct Food: Encodable {
        let code: String
        let groups: [String]
        let common: Bool
        let names: [String: String]
    }

    /// Who has facts about products.
    struct Products: Encodable {
        let name: String
        let licence: String
        let licenceAddress: String
        /// Where people read, add and mend the facts of a product, with `{barcode}`.
        let page: String
        /// The operator's account there, under which products that people type in are entered; absent if none are.
        let account: String?
    }

    let languages: [String]
    let sources: [String: String]
    let foods: [Food]
    let products: Products?

    init(_ catalogue: FoodCatalogue, products: (any ProductSource)?) {
        self.products = products.map {
            Products(
                name: $0.definition.name, licence: $0.definition.licence,
                licenceAddress: $0.definition.licenceAddress, page: $0.definition.page, account: $0.account)
        }
        (languages, sources) = (catalogue.languages, catalogue.sources)
        foods = catalogue.foods.map { food in
            Food(code: food.code, groups: food.groups, common: food.isCommon, names: food.names)
        }
    }
}
