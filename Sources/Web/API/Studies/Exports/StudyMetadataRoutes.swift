import Allergens
import Forms
import Foundation
import HTTP
import Hummingbird
import Studies
import StudyExport

/// What catalogues of data want to know of a study.
struct StudyMetadataRoutes: Sendable {
    let store: any StudyStore
    let environment: APIEnvironment

    var endpoints: [Endpoint] {
        [Endpoint(.get, "/v1/studies/{study}/metadata.json", .everyone, handler: metadata)]
    }

    @Sendable private func metadata(_ request: Request, _ context: BreatheContext) async throws -> Response {
        guard let study = try await store.study(context.study), study.state != .draft,
            let version = study.current,
            let policy = AnonymityPolicy(k: study.settings.k)
        else { throw Problem(.unknownStudy) }
        let content = version.content
        // The first language of its form is the main one.
        let written = content.form?.languages.map(\.code) ?? []
        let languages =
            written.filter { content.title[$0] != nil }
            + content.title.keys.sorted().filter { !written.contains($0) }
        let contact = languages.compactMap { content.contact[$0] }.first ?? ""
        let count = try await store.participants(in: study.id)
        let base = environment.base(of: request)
        return try request.answer(
            DataCiteRecord(
                title: content.title, abstract: content.purpose, languages: languages,
                creators: [.init(name: Self.firstLine(of: contact), isPerson: nil)],
                publisher: "Breathe Easy, \(base)",
                url: base + StudyAddress.path(of: study.id),
                published: CivilDate(at: version.published, in: .gmt), collected: study.settings.days,
                participants: Self.told(count, policy), rights: nil, version: String(version.number),
                region: study.settings.region.map { ($0.name, $0.box) }))
    }

    /// A number of people in steps of `k`, so that two states do not tell that one has joined.
    private static func told(_ count: Int, _ policy: AnonymityPolicy) -> String {
        count < policy.k ? policy.shown(count) : "≥ \(count - count % policy.k)"
    }

    private static func firstLine(of text: String) -> String {
        text.split(whereSeparator: \.isNewline).first.map(String.init) ?? text
    }
}
