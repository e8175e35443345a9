import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import People

/// The pictures beside people's names: a built-in drawing, or an uploaded one.
struct PictureRoutes: Sendable {
    let signInService: any SigningIn

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/pictures", .everyone, handler: list),
            Endpoint(.get, "/v1/pictures/{picture}", .everyone, handler: drawn),
            Endpoint(.get, "/v1/me/picture", .subscriber, handler: own),
            Endpoint(.put, "/v1/me/picture", .subscriber, handler: choose),
            Endpoint(.delete, "/v1/me/picture", .subscriber, handler: remove),
        ]
    }

    private struct Entry: Encodable {
        let name: String
        let picture: String
    }

    private struct List: Encodable { let pictures: [Entry] }

    /// `PUT /v1/me/picture`.
    private struct Choice: StrictDocument {
        static let members: Set = ["name"]
        let name: String
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try request.answer(
            List(
                pictures: DrawnPicture.all.map {
                    Entry(name: $0.name, picture: PictureAddress.text(of: .drawn($0.name)))
                }))
    }

    @Sendable private func drawn(_ request: Request, _ context: BreatheContext) async throws -> Response {
        guard let file = context.parameters.get("picture"), file.hasSuffix(".svg"),
            let picture = DrawnPicture.named(String(file.dropLast(4)))
        else { throw Problem(.unknownPicture) }
        let bytes = ByteBuffer(string: picture.svg)
        return request.answer(
            bytes, type: "image/svg+xml", etag: ContentHash.etag(of: bytes.readableBytesView),
            freshness: Freshness.site)
    }

    @Sendable private func own(_ request: Request, _ context: BreatheContext) async throws -> Response {
        guard let png = try await signInService.portrait(of: context.account)
        else { throw Problem(.unknownPicture, "The account has no picture of its own.") }
        return Response(
            status: .ok, headers: [.contentType: "image/png", .cacheControl: Freshness.personal],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: png)))
    }

    /// Accepts the name of a built-in drawing, or an uploaded picture.
    @Sendable private func choose(_ request: Request, _ context: BreatheContext) async throws -> Response {
        if request.headers[.contentType]?.lowercased().hasPrefix("image/") == true {
            let file = try await request.bytes(upTo: BodyLimits.picture, as: .any)
            let png = try await signInService.portrait(from: Data(file.readableBytesView))
            try await signInService.set(portrait: png, of: context.account)
            return Self.done
        }
        let body = try await request.bytes(upTo: BodyLimits.account)
        let choice = try JSON.decodeStrictly(Choice.self, from: Data(body.readableBytesView))
        guard DrawnPicture.named(choice.name) != nil else {
            throw Problem(
                .unknownPicture,
                errors: [Problem.Detail(pointer: "/name", detail: "GET /v1/pictures lists them.")])
        }
        try await signInService.change(context.account, name: nil, birth: nil, picture: choice.name)
        return Self.done
    }

    private static var done: Response {
        Response(status: .noContent, headers: [.cacheControl: Freshness.personal])
    }

    @Sendable private func remove(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await signInService.set(portrait: nil, of: context.account)
        return Self.done
    }
}
