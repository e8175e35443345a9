import Authoring
import Foundation
import HTTP
import HTTPTypes
import Help
import Hummingbird
import NIOCore
import People

/// The picture of an article that an expert writes.
struct SubmissionPictureRoutes: Sendable {
    let store: any SubmissionStore
    let cleaning: any PictureCleaning
    let environment: APIEnvironment

    private static let path = "\(SubmissionRoutes.one)/picture"

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, Self.path, .subscriber, handler: read),
            Endpoint(.put, Self.path, .expert, handler: keep),
            Endpoint(.delete, Self.path, .expert, handler: remove),
        ]
    }

    @Sendable private func read(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try SubmissionView.answer(
            try await store.picture(of: context.submission, of: context.account))
    }

    @Sendable private func keep(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let revision = try request.replacedRevision
        let body = Data(try await request.bytes(upTo: BodyLimits.picture, as: .any).readableBytesView)
        return try await changed(to: try await cleaned(body), replacing: revision, context)
    }

    @Sendable private func remove(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await changed(to: nil, replacing: try request.replacedRevision, context)
    }

    private func changed(
        to picture: ManuscriptPicture?, replacing revision: Int, _ context: BreatheContext
    ) async throws -> Response {
        let kept = try await Problem.article {
            try await store.keep(
                picture, as: context.submission, of: context.account, replacing: revision,
                at: environment.now())
        }
        return Response(
            status: .noContent,
            headers: [.eTag: "\"\(kept.revision)\"", .cacheControl: Freshness.personal])
    }

    /// The picture as it may be kept; its kind is told by its bytes, whatever the request says.
    private func cleaned(_ body: Data) async throws -> ManuscriptPicture {
        let file: CleanedFile
        do {
            file = try await cleaning.cleaned(body)
        } catch let problem as Problem where problem.kind == .invalidDocument {
            throw Problem(.invalidPicture, problem.detail)
        }
        guard let format = ManuscriptPicture.Format(rawValue: file.format.rawValue)
        else { throw Problem(.invalidPicture, "The picture of an article is a PNG or JPEG file.") }
        guard file.content.count <= ManuscriptPicture.largest else {
            throw Problem(
                .contentTooLarge,
                "Without what the camera added, the picture has \(file.content.count) bytes; the limit is "
                    + "\(ManuscriptPicture.largest). Send it smaller.")
        }
        return ManuscriptPicture(format, Array(file.content))
    }
}
