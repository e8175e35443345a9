import Allergens
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore

/// Pictures for the previews of links to allergens and pollutants, with their drawing.
struct AllergenPreviewRoutes: Sendable {
    let reader: AllergenReader
    let colours: LevelColours
    let environment: APIEnvironment
    private let previews = KeptPreviews()

    init(reader: AllergenReader, colours: LevelColours, environment: APIEnvironment) {
        (self.reader, self.colours, self.environment) = (reader, colours, environment)
    }

    var endpoints: [Endpoint] {
        ["/allergens", "/pollutants"].map {
            Endpoint(.get, "\($0)/{allergen}/\(AllergenAddress.preview)", .everyone, handler: picture)
        }
    }

    /// A picture in the language of the query, or else of the request; it is drawn unless the client holds it.
    @Sendable private func picture(
        _ request: Request, _ context: BreatheContext
    ) async throws -> Response {
        let language = try request.language("language") ?? request.preferredLanguage
        guard let allergen = environment.taxonomy.pageAllergen(of: context)
        else { throw Problem(.unknownPicture) }
        let path = "\(AllergenAddress(allergen).path)/\(AllergenAddress.preview)"
        guard path == request.uri.path else { return request.redirect(to: path, in: environment) }
        let preview = AllergenPreview(
            try await reader.report(of: allergen),
            text: PlaceText(language, taxonomy: environment.taxonomy), colours: colours)
        let etag = try preview.etag
        let painter = AllergenPreviewPainter(preview: preview)
        let bytes = request.holds(etag: etag) ? [] : try previews.picture(etag, painter.draw)
        return request.answer(
            ByteBuffer(bytes: bytes), type: "image/png", etag: etag, freshness: Freshness.shared
        ).worded(in: language)
    }
}
