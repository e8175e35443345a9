import Foundation
import Help

@testable import API

/// One product, read from a recorded answer; of others nobody knows, or asking fails.
struct InMemoryProducts: ProductSource {
    let definition = ProductDefinition.builtIn
    let failure = Guarded<ProductFailure?>(nil)
    var account: String? = "breathe"
    /// What was entered, in its order.
    let entered = Guarded<[EnteredProduct]>([])

    static let answer = """
        {"code":"3017620422003","status":1,"status_verbose":"product found","product":{
         "product_name":"Hazelnut\\nspread","quantity":"400 g",
         "allergens_tags":["en:milk","en:nuts","en:soybeans","en:kiwi-fruit"],"traces_tags":["en:gluten","en:milk"],
         "categories_tags":["en:spreads","fr:pates-a-tartiner","en:hazelnut-spreads"]}}
        """

    func facts(of barcode: Barcode) async throws(ProductFailure) -> ProductFacts? {
        if let failure = failure.value { throw failure }
        guard barcode.digits == "3017620422003" else { return nil }
        do { return try definition.facts(of: barcode, in: Data(Self.answer.utf8)) } catch {
            throw .failed("\(error)")
        }
    }

    func enter(_ product: EnteredProduct) async throws(ProductFailure) {
        guard try await facts(of: product.barcode) == nil else { throw .known }
        entered.change { $0.append(product) }
    }
}
