import Alerts
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import Observations
import People

/// A subscriber's fences.
struct FenceRoutes: Sendable {
    let stationStore: any StationStore
    let fenceStore: any OwnFenceStore
    let fenceIntake: any FenceIntake
    let previews: any AlertPreviewing
    let profileStore: any ProfileStore
    let environment: APIEnvironment
    let idempotency: Idempotency

    private struct FenceList: Encodable { let fences: [FenceAnswer] }

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/me/fences", .subscriber, handler: list),
            Endpoint(.post, "/v1/me/fences", .subscriber, for: .warnings, handler: create),
            Endpoint(.post, "/v1/me/fences/preview", .subscriber, for: .warnings, handler: preview),
            Endpoint(.get, "/v1/me/fences/{fence}", .subscriber, handler: one),
            Endpoint(.put, "/v1/me/fences/{fence}", .subscriber, for: .warnings, handler: replace),
            Endpoint(.delete, "/v1/me/fences/{fence}", .subscriber, handler: remove),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        async let profile = profileStore.profile(of: context.account)
        let fences = try await fenceStore.fences(of: context.account)
        let owner = try await profile
        let list = FenceList(fences: fences.map { FenceAnswer($0, in: owner, environment.taxonomy) })
        return try JSON.response(list, headers: [.cacheControl: Freshness.personal])
    }

    @Sendable private func one(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let fences = try await fenceStore.fences(of: context.account)
        guard let fence = fences.first(where: { $0.id == context.fence }) else {
            throw Problem(.unknownFence)
        }
        return try answer(fence, in: try await profileStore.profile(of: context.account))
    }

    @Sendable private func create(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await idempotency.answer(request, context, bodyLimit: BodyLimits.fence) { body in
            let profile = try await profileStore.profile(of: context.account)
            let fence = try fence(from: body, id: .random(), in: profile, context)
            _ = try await keep(fence, replacing: false)
            return try created(fence, in: profile, context)
        } recall: { id, _ in
            let profile = try await profileStore.profile(of: context.account)
            guard
                let fence = try await fenceStore.fences(of: context.account)
                    .first(where: { $0.id.rawValue == id })
            else { throw Problem(.unknownFence) }
            return try created(fence, in: profile, context)
        }
    }

    private func created(
        _ fence: Fence, in profile: Profile, _ context: BreatheContext
    ) throws -> CreatedAnswer {
        CreatedAnswer(
            location: "\(context.home)/fences/\(fence.id.rawValue)",
            body: try JSON.encoder.encode(FenceAnswer(fence, in: profile, environment.taxonomy)))
    }

    @Sendable private func replace(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = Data(try await request.bytes(upTo: BodyLimits.fence).readableBytesView)
        let profile = try await profileStore.profile(of: context.account)
        let fence = try fence(from: body, id: context.fence, in: profile, context)
        guard try await keep(fence, replacing: true) else { throw Problem(.unknownFence) }
        return try answer(fence, in: profile)
    }

    @Sendable private func remove(_ request: Request, _ context: BreatheContext) async throws -> Response {
        guard try await fenceStore.remove(context.fence, of: context.account)
        else { throw Problem(.unknownFence) }
        return Response(status: .noContent)
    }

    /// Lists the past notifications that a fence would have sent, and stores nothing.
    @Sendable private func preview(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = Data(try await request.bytes(upTo: BodyLimits.fence).readableBytesView)
        let profile = try await profileStore.profile(of: context.account)
        let fence = try fence(from: body, id: .random(), in: profile, context)
        let preview = try await explained {
            try await previews.preview(
                of: fence, in: profile, for: context.guardian, at: environment.now())
        }
        let names = try await names(of: preview.alerts.prefix(FencePreview.limit))
        return try JSON.response(
            FencePreview(preview, environment.taxonomy, names: names),
            headers: [.cacheControl: Freshness.personal])
    }

    private func names(of alerts: some Sequence<PreviewedAlert>) async throws -> [Station.ID: String] {
        var names: [Station.ID: String] = [:]
        for case .station(let id, _, _) in alerts.map(\.source) where names[id] == nil {
            names[id] = try await stationStore.station(id)?.name
        }
        return names
    }

    private func fence(
        from body: Data, id: Fence.ID, in profile: Profile, _ context: BreatheContext
    ) throws -> Fence {
        try JSON.decode(FenceRequest.self, from: body)
            .checked(id, of: context.account, in: profile, environment.taxonomy)
    }

    private func answer(_ fence: Fence, in profile: Profile) throws -> Response {
        try JSON.response(
            FenceAnswer(fence, in: profile, environment.taxonomy),
            headers: [.cacheControl: Freshness.personal])
    }

    private func keep(_ fence: Fence, replacing: Bool) async throws -> Bool {
        try await explained {
            try await fenceIntake.keep(fence, replacing: replacing, at: environment.now())
        }
    }

    private func explained<Outcome>(_ act: () async throws -> Outcome) async throws -> Outcome {
        do {
            return try await act()
        } catch let refusal as FenceRefusal {
            switch refusal {
            case .area(let reason):
                throw Problem(.invalidArea, errors: [Problem.Detail(pointer: "/area", detail: reason)])
            case .tooMany(let limit): throw Problem(.tooManyFences, "The limit is \(limit).")
            }
        } catch let refusal as AlertPreviewRefusal {
            throw Problem(
                .fenceTooWide, errors: [Problem.Detail(pointer: "/area", detail: refusal.reason)])
        }
    }
}

extension AlertPreviewRefusal {
    /// Explains the refusal to the owner of the fence.
    fileprivate var reason: String {
        switch self {
        case .tooManyValues:
            "The stations around it have more than \(AlertPreview.valueLimit) values of what it watches."
        case .tooManyReports: "More than \(AlertPreview.reportLimit) reports were made around it."
        }
    }
}

extension BreatheContext {
    fileprivate var fence: Fence.ID { Fence.ID(rawValue: parameters.get("fence") ?? "") }
}
