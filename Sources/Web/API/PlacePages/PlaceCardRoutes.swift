import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import Observations
import People

/// Pictures of places: for mails, electronic paper and small screens.
struct PlaceCardRoutes: Sendable {
    let reader: PlaceReader
    let names: PlaceNames
    let colours: LevelColours
    let environment: APIEnvironment
    private let cards = DrawnCards()

    init(reader: PlaceReader, names: PlaceNames, colours: LevelColours, environment: APIEnvironment) {
        (self.reader, self.names, self.colours) = (reader, names, colours)
        self.environment = environment
    }

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/place/{place}/card.png", .everyone) { request, context in
                try await card(request, context, as: "card.png") { try ($0.cardSize(), $0.cardTheme(), .png) }
            },
            Endpoint(.get, "/place/{place}/card.svg", .everyone) { request, context in
                try await card(request, context, as: "card.svg") { try ($0.cardSize(), $0.cardTheme(), .svg) }
            },
        ]
    }

    private typealias Look = (size: CardSize, theme: CardTheme, type: DrawnCards.FileType)

    private func card(
        _ request: Request, _ context: BreatheContext, as file: String, look: (Request) throws -> Look
    ) async throws -> Response {
        let look = try look(request)
        let language = try request.language("language") ?? request.preferredLanguage
        switch names.place(of: context) {
        case .found(let subject): return try await picture(of: subject, in: language, request, look)
        case .moved(let subject):
            return request.redirect(to: "\(subject.path)/\(file)", in: environment)
        case .unknown(let name): throw Problem(.unknownPlace, "No place has the name \"\(name)\".")
        }
    }

    /// A picture, which is drawn unless the client holds it.
    private func picture(
        of subject: PlaceSubject, in language: Language, _ request: Request, _ look: Look
    ) async throws -> Response {
        let text = PlaceText(language, taxonomy: environment.taxonomy)
        let report = try await reader.report(of: subject)
        let wish = DrawnCards.Wish(
            card: AirCard(report, text: text, colours: colours, today: report.today), size: look.size,
            theme: look.theme, type: look.type)
        let etag = try wish.etag
        let isHeld = request.holds(etag: etag) || request.holds(etag: Compression.etag(of: etag))
        let bytes = isHeld ? [] : try cards.picture(wish)
        let buffer = ByteBuffer(bytes: bytes)
        let entity: Entity =
            if look.type == .png { .whole(buffer) } else if request.takesGzip { .shrinking(buffer) } else {
                .plain(buffer)
            }
        return request.answer(entity, type: look.type.media, etag: etag, freshness: Freshness.shared)
            .worded(in: language)
    }
}

extension Request {
    fileprivate func cardSize() throws -> CardSize {
        guard let text = text("size") else { return .email }
        guard let size = CardSize(rawValue: text) else {
            throw Problem.parameter("size", "size is one of \(CardSize.names).")
        }
        return size
    }

    fileprivate func cardTheme() throws -> CardTheme {
        guard let text = text("theme") else { return .light }
        guard let theme = CardTheme(rawValue: text)
        else { throw Problem.parameter("theme", "theme is light or dark.") }
        return theme
    }
}

extension CardSize {
    fileprivate static let names = allCases.map(\.rawValue).joined(separator: ", ")
}
