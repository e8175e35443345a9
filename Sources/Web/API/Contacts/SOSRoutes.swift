import Foundation
import HTTP
import HTTPTypes
import Help
import Hummingbird
import NIOCore
import People

/// SOS: tells everybody who has agreed.
struct SOSRoutes: Sendable {
    let contactStore: any ContactStore
    /// Whether the service has a mail server.
    let isMailed: Bool
    let environment: APIEnvironment
    let idempotency: Idempotency

    private static let list = "/v1/me/help/sos"
    private static let settings = "/v1/me/help/sos-settings"

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, Self.list, .subscriber, handler: all),
            Endpoint(.post, Self.list, .subscriber, for: .help, handler: press),
            Endpoint(.get, "\(Self.list)/{sos}", .subscriber, handler: one),
            Endpoint(.get, Self.settings, .subscriber, handler: readSettings),
            Endpoint(.put, Self.settings, .subscriber, for: .help, handler: writeSettings),
        ]
    }

    @Sendable private func all(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let log = try await contactStore.contactLog(of: context.account)
        return try ContactRoutes.answer(SOSListAnswer(sos: log.calls.map(SOSAnswer.init)))
    }

    @Sendable private func press(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await idempotency.answer(request, context, bodyLimit: BodyLimits.profile) { body in
            let position = try JSON.decodeStrictly(SOSRequest.self, from: body).checked()
            let call = try await Problem.contact {
                try await contactStore.call(
                    from: position, of: context.account, at: environment.now(), isMailed: isMailed)
            }
            return try created(call, context)
        } recall: { id, _ in
            try created(try await known(SOSCall.ID(rawValue: id), context), context)
        }
    }

    private func created(_ call: SOSCall, _ context: BreatheContext) throws -> CreatedAnswer {
        CreatedAnswer(
            location: "\(context.home)/help/sos/\(call.id.rawValue)",
            body: try JSON.encoder.encode(SOSAnswer(call)))
    }

    private func known(_ id: SOSCall.ID, _ context: BreatheContext) async throws -> SOSCall {
        guard let call = try await contactStore.call(id, of: context.account)
        else { throw Problem(.unknownRecord) }
        return call
    }

    @Sendable private func one(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let id = SOSCall.ID(rawValue: context.parameters.get("sos") ?? "")
        return try ContactRoutes.answer(SOSAnswer(try await known(id, context)))
    }

    @Sendable private func readSettings(
        _ request: Request, _ context: BreatheContext
    ) async throws -> Response {
        let kept = try await contactStore.records(SOSSettings.self, of: context.account).first
        return try ContactRoutes.answer(SOSSettingsDocument(kept?.record ?? SOSSettings()))
    }

    @Sendable private func writeSettings(
        _ request: Request, _ context: BreatheContext
    ) async throws -> Response {
        let body = Data(try await request.bytes(upTo: BodyLimits.profile).readableBytesView)
        let settings = try JSON.decodeStrictly(SOSSettingsDocument.self, from: body).checked()
        try await keep(settings, context)
        return try ContactRoutes.answer(SOSSettingsDocument(settings))
    }

    private func keep(_ settings: SOSSettings, _ context: BreatheContext) async throws {
        let (account, now) = (context.account, environment.now())
        if try await contactStore.records(SOSSettings.self, of: account).isEmpty {
            do {
                _ = try await contactStore.add(settings, to: account, at: now)
                return
            } catch HelpRefusal.tooMany {
                // Another request has kept some meanwhile, which these replace.
            }
        }
        guard let kept = try await contactStore.records(SOSSettings.self, of: account).first else { return }
        _ = try await contactStore.replace(kept.id, of: account, by: settings, at: now)
    }
}
