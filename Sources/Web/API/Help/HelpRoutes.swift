import Foundation
import HTTP
import HTTPTypes
import Help
import Hummingbird
import NIOCore
import People

/// The routes of a kind of record: a list, and each by itself.
struct HelpRoutes<Document: HelpDocument>: Sendable {
    let helpStore: any HelpStore
    let environment: APIEnvironment
    let idempotency: Idempotency

    init(in store: any HelpStore, _ environment: APIEnvironment) {
        (helpStore, self.environment) = (store, environment)
        idempotency = environment.idempotency
    }

    var endpoints: [Endpoint] {
        let list = "/v1/me/help/\(Document.name)"
        let one = "\(list)/{\(Document.parameter)}"
        return [
            Endpoint(.get, list, .subscriber, handler: self.list),
            Endpoint(.post, list, .subscriber, for: .help, handler: create),
            Endpoint(.get, one, .subscriber, handler: self.one),
            Endpoint(.put, one, .subscriber, for: .help, handler: replace),
            Endpoint(.delete, one, .subscriber, handler: remove),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let kept = try await helpStore.records(Document.Record.self, of: context.account)
        return try JSON.response(
            HelpListAnswer<Document>(kept: kept), headers: [.cacheControl: Freshness.personal])
    }

    @Sendable private func create(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await idempotency.answer(request, context, bodyLimit: BodyLimits.profile) { body in
            let record = try JSON.decodeStrictly(Document.self, from: body).checked()
            do {
                return try created(
                    try await helpStore.add(record, to: context.account, at: environment.now()), context)
            } catch let refusal as HelpRefusal {
                throw Problem(refusal)
            }
        } recall: { id, _ in
            try created(try await known(HelpID(rawValue: id), context), context)
        }
    }

    private func created(_ kept: Kept<Document.Record>, _ context: BreatheContext) throws -> CreatedAnswer {
        CreatedAnswer(
            location: "\(context.home)/help/\(Document.name)/\(kept.id.rawValue)",
            body: try JSON.encoder.encode(HelpAnswer<Document>(kept: kept)))
    }

    @Sendable private func one(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try answer(try await known(id(context), context))
    }

    private func known(_ id: HelpID, _ context: BreatheContext) async throws -> Kept<Document.Record> {
        let kept = try await helpStore.records(Document.Record.self, of: context.account)
        guard let one = kept.first(where: { $0.id == id }) else { throw Problem(.unknownRecord) }
        return one
    }

    @Sendable private func replace(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = Data(try await request.bytes(upTo: BodyLimits.profile).readableBytesView)
        let record = try JSON.decodeStrictly(Document.self, from: body).checked()
        do {
            let kept = try await helpStore.replace(
                id(context), of: context.account, by: record, at: environment.now())
            guard let kept else { throw Problem(.unknownRecord) }
            return try answer(kept)
        } catch let refusal as HelpRefusal {
            throw Problem(refusal)
        }
    }

    @Sendable private func remove(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let isRemoved = try await helpStore.remove(
            id(context), of: context.account, as: Document.Record.self)
        guard isRemoved else { throw Problem(.unknownRecord) }
        return Response(status: .noContent)
    }

    /// The record that the path names.
    private func id(_ context: BreatheContext) -> HelpID {
        HelpID(rawValue: context.parameters.get(Document.parameter) ?? "")
    }

    private func answer(_ kept: Kept<Document.Record>) throws -> Response {
        try JSON.response(
            HelpAnswer<Document>(kept: kept), headers: [.cacheControl: Freshness.personal])
    }
}

extension Problem {
    init(_ refusal: HelpRefusal) {
        switch refusal {
        case .tooMany(let limit): self.init(.tooManyRecords, "The limit is \(limit).")
        case .known: self.init(.knownRecord, "Choose another name, or change the record that you keep.")
        }
    }
}
