import Foundation
import HTTP
import HTTPTypes
import Help
import Hummingbird
import NIOCore
import People
import Studies

/// Invitations by mail: each address gets a link of its own, which works once.
struct StudyLetterRoutes: Sendable {
    let store: any StudyStore
    /// Whether the service has a mail server.
    let isMailed: Bool
    let environment: APIEnvironment

    private struct Invited: Encodable {
        let invitations: [Int64]
    }

    var endpoints: [Endpoint] {
        [Endpoint(.post, "\(ResearcherStudyRoutes.one)/letters", .researcher, handler: write)]
    }

    @Sendable private func write(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = Data(try await request.bytes(upTo: BodyLimits.profile).readableBytesView)
        let asked = try JSON.decodeStrictly(StudyLettersRequest.self, from: body)
        let own = try await Problem.study {
            try await store.study(context.study, for: .mail, by: context.account)
        }
        let (addresses, language) = try asked.checked(for: own.study)
        guard isMailed else { throw Problem(.notDeliverable, "No mail gateway is configured here.") }
        let numbers = try await Problem.study {
            try await store.write(
                to: addresses, in: language, of: context.study, by: context.account, at: environment.now())
        }
        return try JSON.response(
            Invited(invitations: numbers), status: .created, headers: [.cacheControl: Freshness.personal])
    }
}

/// Addresses that are invited, and the language of their letters.
struct StudyLettersRequest: StrictDocument {
    static let members: Set = ["addresses", "language"]

    let addresses: [String]
    let language: String

    /// - Throws: One ``Problem`` that names every address that cannot be used, by its place.
    func checked(for study: Study) throws -> (addresses: [ContactAddress], language: Language) {
        var mistakes = Mistakes(.invalidStudy)
        if !(1...StudyLetter.mostAtOnce).contains(addresses.count) {
            mistakes.note("/addresses", "These are 1 to \(StudyLetter.mostAtOnce) addresses.")
            try mistakes.check()
        }
        let language = mistakes.word(language, at: "/language", as: Language.self)
        if let language, study.current?.content.title[language.rawValue] == nil {
            mistakes.note("/language", "The study is not published in this language.")
        }
        var (found, known): ([ContactAddress], Set<String>) = ([], [])
        for (place, text) in addresses.enumerated() {
            if let address = ContactAddress(text) {
                if !known.insert(address.normal).inserted {
                    mistakes.note("/addresses/\(place)", "This address stands here twice.")
                }
                found.append(address)
            } else {
                mistakes.note("/addresses/\(place)", "This is no e-mail address as anna@example.org.")
            }
        }
        try mistakes.check()
        guard let language else { preconditionFailure("what was checked has no mistakes") }
        return (found, language)
    }
}
