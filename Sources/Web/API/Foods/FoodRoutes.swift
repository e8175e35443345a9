import Foundation
import HTTP
import HTTPTypes
import Help
import Hummingbird

/// The catalogue of foods, for everybody.
struct FoodRoutes: Sendable {
    var endpoints: [Endpoint] { [Endpoint(.get, "/v1/foods", .everyone, handler: list)] }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try request.answer(FoodsAnswer(.standard))
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

    let languages: [String]
    let sources: [String: String]
    let foods: [Food]

    init(_ catalogue: FoodCatalogue) {
        (languages, sources) = (catalogue.languages, catalogue.sources)
        foods = catalogue.foods.map { food in
            Food(code: food.code, groups: food.groups, common: food.isCommon, names: food.names)
        }
    }
}
