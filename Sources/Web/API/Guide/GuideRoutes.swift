import Foundation
import Guide
import HTTP
import HTTPTypes
import Hummingbird
import People
import Site

/// Questions in plain words.
///
/// A question may say how somebody is. It is answered and forgotten: only the route's template reaches logs and
/// metrics.
struct GuideRoutes: Sendable {
    let books: [Language: GuideBook]
    let search: any GuideSearching
    let numbers: EmergencyNumbers
    let environment: APIEnvironment

    var endpoints: [Endpoint] { [Endpoint(.get, "/v1/guide", .everyone, handler: answer)] }

    /// The number of characters of a question.
    private static let questionLength = 1...200

    @Sendable private func answer(_ request: Request, _ context: BreatheContext) async throws -> Response {
        guard let text = request.words("q"), Self.questionLength.contains(text.unicodeScalars.count)
        else { throw Problem.parameter("q", "q is a question of 1 to 200 characters.") }
        let language = try request.language("language") ?? request.preferredLanguage
        let zone = try request.timeZone("timeZone") ?? .gmt
        let question = GuideQuestion(text)
        let book = books[language] ?? GuideBook(entries: [], ignored: [], edition: "")
        let first = book.first(for: question)
        let found = try search.entries(for: question, in: language)
        let others = found.filter { id in !first.contains { $0.id == id } }
            .compactMap { id in book.entries.first { $0.id == id } }
        let answer = GuideAnswer(
            first + others, edition: book.edition, nothing: SiteWords(language).text("guide.none"),
            numbers: numbers.numbers(in: zone))
        return try request.answer(answer).worded(in: language)
    }
}

extension Request {
    /// The time zone that a parameter of the query names.
    fileprivate func timeZone(_ name: String) throws -> TimeZone? {
        guard let text = text(name) else { return nil }
        guard let zone = TimeZone(identifier: text)
        else {
            throw Problem.parameter(name, "\(name) is a name in the IANA database, such as Europe/Zurich.")
        }
        return zone
    }
}
