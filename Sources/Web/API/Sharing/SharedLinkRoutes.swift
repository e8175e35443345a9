import Addressing
import Crypto
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import People
import Sharing

/// The links by which a person shares files for one purpose.
struct SharedLinkRoutes: Sendable {
    let purpose: SharedLink.Purpose
    let linkStore: any SharedLinkStore
    let environment: APIEnvironment

    /// The files, and what is said about them.
    private var bodyLimit: Int { purpose.mostBytes + (64 << 10) }

    private var path: String {
        switch purpose {
        case .diary: "/v1/me/links"
        case .help: "/v1/me/help/links"
        }
    }

    private var consent: Consent.Purpose {
        switch purpose {
        case .diary: .health
        case .help: .help
        }
    }

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, path, .subscriber, handler: list),
            Endpoint(.post, path, .subscriber, for: consent, handler: share),
            Endpoint(.delete, "\(path)/{link}", .subscriber, handler: close),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let links = try await linkStore.sharedLinks(of: context.account, at: environment.now())
            .filter { $0.purpose == purpose }
        return try JSON.response(
            SharedLinksAnswer(links: links.map { SharedLinkAnswerDocument($0) }),
            headers: [.cacheControl: Freshness.personal])
    }

    @Sendable private func share(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = Data(try await request.bytes(upTo: bodyLimit).readableBytesView)
        let now = environment.now()
        let draft = try JSON.decodeStrictly(SharedLinkRequest.self, from: body)
            .checked(for: purpose, at: now)
        let secret = Base64URL.text(of: SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) })
        let link = try await linkStore.share(draft, opening: secret, of: context.account, at: now)
        guard let link else { throw Problem(.tooManyLinks) }
        let answer = SharedLinkAnswerDocument(
            link, url: "\(environment.base(of: request))/v1/links/\(secret)")
        var response = try JSON.response(answer, headers: [.cacheControl: Freshness.personal])
        response.status = .created
        return response
    }

    @Sendable private func close(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let id = SharedLink.ID(rawValue: context.parameters.get("link") ?? "")
        guard try await linkStore.closeLink(id, of: context.account, at: environment.now())
        else { throw Problem(.unknownLink) }
        return Response(status: .noContent)
    }
}

/// What viewers ask: SMART Health Links (HL7, STU 1), "SMART Health Link Manifest Request".
///
/// Pages of every origin may ask, since the link itself is the credential.
struct ManifestRoutes: Sendable {
    let linkStore: any SharedLinkStore
    let environment: APIEnvironment

    /// A request takes a few hundred bytes.
    private static let bodyLimit = 16 << 10

    var endpoints: [Endpoint] {
        [
            Endpoint(.post, "/v1/links/{secret}", .everyone, handler: manifest).forAllOrigins,
            Endpoint(.get, "/v1/links/{secret}/files/{file}", .everyone, handler: file),
        ]
    }

    @Sendable private func manifest(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = Data(try await request.bytes(upTo: Self.bodyLimit).readableBytesView)
        let asked = try JSON.decode(ManifestRequest.self, from: body)
        let recipient = try asked.checkedRecipient()
        let secret = context.parameters.get("secret") ?? ""
        let answer = try await linkStore.openLink(
            secret, by: recipient, passcode: asked.passcode, at: environment.now())
        switch answer {
        case .unknown: throw Problem(.unknownLink)
        case .wrongPasscode(let left): throw Problem(attemptsLeft: left)
        case .opened(let files, let ticket):
            let home = "\(environment.base(of: request))/v1/links/\(secret)/files"
            let most = asked.embeddedLengthMax ?? .max
            let listed = files.enumerated().map { place, file in
                let isEmbedded = file.content.utf8.count <= most
                return ManifestAnswer.File(
                    contentType: file.contentType.rawValue, embedded: isEmbedded ? file.content : nil,
                    location: isEmbedded ? nil : "\(home)/\(place).\(ticket)")
            }
            return try JSON.response(
                ManifestAnswer(files: listed), headers: [.cacheControl: Freshness.personal])
        }
    }

    @Sendable private func file(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let name = (context.parameters.get("file") ?? "").split(separator: ".", maxSplits: 1)
        guard name.count == 2, let place = Int(name[0]),
            let file = try await linkStore.sharedFile(
                place, of: context.parameters.get("secret") ?? "", with: String(name[1]),
                at: environment.now())
        else { throw Problem(.unknownLink) }
        return Response(
            status: .ok, headers: [.contentType: "application/jose", .cacheControl: Freshness.personal],
            body: ResponseBody(byteBuffer: ByteBuffer(string: file.content)))
    }
}

extension Problem {
    /// A passcode was wrong.
    fileprivate init(attemptsLeft: Int) {
        self.init(.wrongPasscode)
        remainingAttempts = attemptsLeft
    }
}
