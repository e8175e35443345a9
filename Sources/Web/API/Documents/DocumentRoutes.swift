import Foundation
import HTTP
import HTTPTypes
import Help
import Hummingbird
import NIOCore
import People

/// The documents that a person keeps.
struct DocumentRoutes: Sendable {
    let documentStore: any DocumentStore
    let cleaning: any PictureCleaning
    let environment: APIEnvironment

    private static let list = "/v1/me/help/documents"
    private static let one = "\(list)/{document}"

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, Self.list, .subscriber, handler: self.list),
            Endpoint(.post, Self.list, .subscriber, for: .help, handler: create),
            Endpoint(.get, Self.one, .subscriber, handler: self.one),
            Endpoint(.put, Self.one, .subscriber, for: .help, handler: change),
            Endpoint(.delete, Self.one, .subscriber, handler: remove),
            Endpoint(.get, "\(Self.one)/content", .subscriber, handler: content),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try JSON.response(
            DocumentListAnswer(try await documentStore.documents(of: context.account)),
            headers: [.cacheControl: Freshness.personal])
    }

    @Sendable private func create(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await environment.idempotency.answer(
            request, context, bodyLimit: PersonalDocument.fileSize, as: .any
        ) { body in
            let file = try await cleaned(body)
            do {
                return try created(
                    try await documentStore.add(file, to: context.account, at: environment.now()), context)
            } catch DocumentRefusal.tooMany {
                throw Problem(.tooManyRecords, "The limit is \(PersonalDocument.limit) documents.")
            } catch DocumentRefusal.full(let used) {
                throw Problem(
                    .documentsFull,
                    "\(used) of \(PersonalDocument.budget) bytes are used, and this file has \(file.content.count)."
                )
            }
        } recall: { id, _ in
            try created(try await known(PersonalDocument.ID(rawValue: id), context), context)
        }
    }

    /// The file as it may be kept; its kind is told by its bytes, whatever the request says.
    private func cleaned(_ body: Data) async throws -> CleanedFile {
        if PDFInspection.isPDF(body) { return try PDFInspection.accepted(body) }
        guard !ForeignPicture.isHEIF(body) else {
            throw Problem(
                .invalidDocument, "HEIC and AVIF are not read here. Send the picture as JPEG, PNG or WebP.")
        }
        let file = try await cleaning.cleaned(body)
        guard file.content.count <= PersonalDocument.fileSize else {
            throw Problem(
                .contentTooLarge,
                "Without what the camera added, the picture has \(file.content.count) bytes; the limit is "
                    + "\(PersonalDocument.fileSize).")
        }
        return file
    }

    private func created(_ document: PersonalDocument, _ context: BreatheContext) throws -> CreatedAnswer {
        CreatedAnswer(
            location: "\(context.home)/help/documents/\(document.id.rawValue)",
            body: try JSON.encoder.encode(DocumentAnswer(document)))
    }

    @Sendable private func one(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try answer(try await known(id(context), context))
    }

    private func known(
        _ id: PersonalDocument.ID, _ context: BreatheContext
    ) async throws -> PersonalDocument {
        let documents = try await documentStore.documents(of: context.account)
        guard let document = documents.first(where: { $0.id == id }) else { throw Problem(.unknownRecord) }
        return document
    }

    @Sendable private func change(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = Data(try await request.bytes(upTo: BodyLimits.profile).readableBytesView)
        let details = try JSON.decodeStrictly(DocumentDetailsRequest.self, from: body).checked()
        let document = try await documentStore.change(
            id(context), of: context.account, to: details, at: environment.now())
        guard let document else { throw Problem(.unknownRecord) }
        return try answer(document)
    }

    @Sendable private func remove(_ request: Request, _ context: BreatheContext) async throws -> Response {
        guard try await documentStore.remove(id(context), of: context.account)
        else { throw Problem(.unknownRecord) }
        return Response(status: .noContent)
    }

    /// The file, which no browser takes for a page or lets act.
    @Sendable private func content(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let document = try await known(id(context), context)
        guard let bytes = try await documentStore.content(of: document.id, of: context.account)
        else { throw Problem(.unknownRecord) }
        let manner = document.format == .pdf ? "attachment" : "inline"
        return Response(
            status: .ok,
            headers: [
                .contentType: document.format.rawValue, .cacheControl: Freshness.personal,
                .contentDisposition: "\(manner); filename=\"document.\(document.format.suffix)\"",
                .contentSecurityPolicy: "sandbox; default-src 'none'; frame-ancestors 'none'",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private func id(_ context: BreatheContext) -> PersonalDocument.ID {
        PersonalDocument.ID(rawValue: context.parameters.get("document") ?? "")
    }

    private func answer(_ document: PersonalDocument) throws -> Response {
        try JSON.response(DocumentAnswer(document), headers: [.cacheControl: Freshness.personal])
    }
}

/// Kinds of pictures that cameras make and that are not read here.
private enum ForeignPicture {
    private static let brands = ["heic", "heix", "heim", "heis", "hevc", "mif1", "msf1", "avif", "avis"]

    /// Whether a file is of the family of HEIF (ISO/IEC 23008-12): its first box names a brand of it.
    static func isHEIF(_ file: Data) -> Bool {
        let head = Array(file.prefix(12))
        guard head.count == 12, Array(head[4..<8]) == Array("ftyp".utf8) else { return false }
        return brands.contains(String(decoding: head[8...], as: UTF8.self))
    }
}
