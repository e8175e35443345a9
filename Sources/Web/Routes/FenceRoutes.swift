import Allergens
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The places of a subscriber.
struct FenceRoutes: Sendable {
    let ports: Ports
    let idempotency: Idempotency

    private struct FenceList: Encodable { let fences: [FenceAnswer] }

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/me/fences", .subscriber, handler: list),
            Endpoint(.post, "/v1/me/fences", .subscriber, handler: create),
            Endpoint(.put, "/v1/me/fences/{fence}", .subscriber, handler: replace),
            Endpoint(.delete, "/v1/me/fences/{fence}", .subscriber, handler: remove),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let fences = try await ports.fences.fences(of: context.account)
        return try JSON.response(
            FenceList(fences: fences.map(FenceAnswer.init)), headers: [.cacheControl: Freshness.personal])
    }

    @Sendable private func create(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await idempotency.answer(request, context, bodyLimit: BodyLimits.fence) { body in
            let fence = try fence(from: body, id: .random(), account: context.account)
            _ = try await keep(fence, replacing: false)
            return CreatedAnswer(
                location: "/v1/me/fences/\(fence.id.rawValue)",
                body: try JSON.encoder.encode(FenceAnswer(fence)))
        }
    }

    @Sendable private func replace(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = try await request.bytes(upTo: BodyLimits.fence)
        let fence = try fence(from: Data(body.readableBytesView), id: context.fence, account: context.account)
        guard try await keep(fence, replacing: true) else { throw Problem(.unknownFence) }
        return try JSON.response(FenceAnswer(fence), headers: [.cacheControl: Freshness.personal])
    }

    @Sendable private func remove(_ request: Request, _ context: BreatheContext) async throws -> Response {
        guard try await ports.fences.remove(context.fence, of: context.account)
        else { throw Problem(.unknownFence) }
        return Response(status: .noContent)
    }

    private func fence(from body: Data, id: Fence.ID, account: Account.ID) throws -> Fence {
        let request = try JSON.decode(FenceRequest.self, from: body)
        return Fence(
            id: id, account: account, name: try request.checkedName(), area: try request.checkedArea(),
            rules: FenceRules(
                watches: try request.checkedWatches(ports.taxonomy), kinds: try request.checkedKinds()))
    }

    private func keep(_ fence: Fence, replacing: Bool) async throws -> Bool {
        do {
            return try await ports.fences.keep(fence, replacing: replacing)
        } catch {
            switch error {
            case .area(let detail):
                throw Problem(.invalidArea, errors: [Problem.Detail(pointer: "/area", detail: detail)])
            case .tooMany(let limit): throw Problem(.tooManyFences, "The limit is \(limit).")
            case .failed(let cause): throw cause
            }
        }
    }
}

extension BreatheContext {
    fileprivate var fence: Fence.ID { Fence.ID(rawValue: parameters.get("fence") ?? "") }
}
