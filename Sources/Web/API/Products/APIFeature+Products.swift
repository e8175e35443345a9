package import HTTP

private let productsChapter = APIChapter(EmbeddedFiles["Products/products.json"])

extension APIFeature {
    /// Facts about food by barcode, which others have; not offered without a source.
    package static func products(
        from source: (any ProductSource)?, in environment: APIEnvironment
    ) -> APIFeature {
        let routes = ProductRoutes(source: source, limits: environment.signInLimits)
        return APIFeature(chapter: productsChapter, endpoints: routes.endpoints).offered(source != nil)
    }
}
