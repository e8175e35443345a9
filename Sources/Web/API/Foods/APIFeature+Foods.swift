package import HTTP

private let foodsChapter = APIChapter(EmbeddedFiles["Foods/foods.json"])

extension APIFeature {
    /// The catalogue of foods, and the food allergies of a subscriber and of each person in care.
    package static func foods(
        in store: any HelpStore, products: (any ProductSource)?, in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: foodsChapter,
            endpoints: FoodRoutes(products: products).endpoints
                + HelpRoutes<FoodDocument>(in: store, environment).endpoints)
    }
}
