import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import Observations
import Synchronization

/// What station operators upload.
final class UploadRoutes: Sendable {
    private struct Use: Hashable {
        let station: Station.ID
        let key: String
    }

    private let uploads: any UploadIntake
    /// After how many seconds another turn is likely to be free.
    private static let pause = 30
    /// The keys whose first request is being answered.
    private let inUse = Mutex<Set<Use>>([])

    init(uploads: any UploadIntake) { self.uploads = uploads }

    var endpoints: [Endpoint] {
        [
            Endpoint(.post, "/v1/stations/{station}/readings", .stationOperator) {
                try await self.upload($0, $1)
            }
        ]
    }

    private func upload(_ request: Request, _ context: BreatheContext) async throws -> Response {
        var body: UploadBody?
        do {
            let upload = try self.upload(of: request, context)
            body = upload.body
            guard let key = upload.idempotencyKey else { return try Self.response(try await answer(upload)) }
            return try await answer(upload, once: key)
        } catch  where body?.isWhole != true {
            throw UnreadBody(cause: error)
        }
    }

    /// Answers a repeated upload with the first answer, without keeping anything again.
    ///
    /// As with other requests (see ``Idempotency``), except that the body is never held: its hash is known when it has
    /// been read.
    private func answer(_ upload: Upload, once key: String) async throws -> Response {
        let use = Use(station: upload.station, key: key)
        guard inUse.withLock({ $0.insert(use).inserted }) else { throw Problem(.keyInUse) }
        defer { inUse.withLock { _ = $0.remove(use) } }
        guard let replay = try await uploads.replay(of: key, by: upload.station)
        else { return try Self.response(try await answer(upload)) }
        try await upload.body.drain()
        guard replay.fingerprint == upload.body.fingerprint else { throw Problem(.keyReused) }
        return Self.response(replay.answer)
    }

    private func answer(_ upload: Upload) async throws -> UploadAnswer {
        do {
            return try await uploads.receive(upload)
        } catch let refusal as UploadRefusal {
            switch refusal {
            case .unreadable(let detail): throw Problem(.unreadableFile, detail)
            case .unknownFeed(let detail): throw Problem.parameter("feed", detail)
            case .incomplete(let answer): throw Problem(.rowsRejected, rows: answer)
            case .tooLargeForAtomic(let limit):
                throw Problem(
                    .contentTooLarge,
                    "An atomic upload has at most \(limit) values; nothing of it was kept.")
            case .tooLargeToHold(let limit):
                throw Problem(
                    .contentTooLarge,
                    "The limit for documents here is \(limit >> 20) MiB; send CSV, or several documents.")
            case .busy:
                var problem = Problem(.busy, "Other documents are being read; CSV needs no turn.")
                problem.headers[.retryAfter] = "\(Self.pause)"
                throw problem
            case .tooSlow:
                throw Problem(.tooSlow, "A document has to come within a few minutes; CSV may take its time.")
            }
        }
    }

    private func upload(of request: Request, _ context: BreatheContext) throws -> Upload {
        let feed = request.text("feed")
        let format = try Self.format(of: request, hasFeed: feed != nil)
        let isTrial = try request.flag("dryRun")
        return Upload(
            station: try context.station(), credential: context.credential, format: format, feed: feed,
            isTrial: isTrial, isAtomic: try request.flag("atomic"), isConfirmed: try request.flag("confirm"),
            // What keeps nothing may be repeated as it is.
            idempotencyKey: isTrial ? nil : try request.idempotencyKey,
            body: try UploadBody(
                of: request, upTo: format == .json ? BodyLimits.readings : BodyLimits.history))
    }

    private static func format(of request: Request, hasFeed: Bool) throws -> Upload.Format {
        switch request.mediaType {
        case "text/csv", "text/plain": return .csv
        case "application/json": return hasFeed ? .csv : .json
        default:
            // What a definition reads has many types, and some clients name none.
            if hasFeed { return .csv }
            throw Problem(.unsupportedMediaType, "Send text/csv or application/json.")
        }
    }

    private static func response(_ answer: UploadAnswer) throws -> Response {
        response(try JSON.encoder.encode(answer))
    }

    private static func response(_ body: Data) -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
}

extension Request {
    /// The type of the body without its parameters.
    fileprivate var mediaType: String? {
        headers[.contentType]?.split(separator: ";").first
            .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
    }
}
