import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import People
import SampleTesting
import Synchronization
import Testing

@testable import API
@testable import HTTP

@Suite struct AccessControlTests {
    struct Visit: Sendable, CustomTestStringConvertible {
        let access: Audience
        let header: String?
        let expected: HTTPResponse.Status

        init(_ access: Audience, _ header: String?, _ expected: HTTPResponse.Status) {
            self.access = access
            self.header = header
            self.expected = expected
        }

        var testDescription: String { "\(access) with \(header ?? "nothing"): \(expected.code)" }
    }

    /// Answers 200 at `/{station}` when the visit is admitted.
    private func status(of visit: Visit) async throws -> HTTPResponse.Status {
        let gate = AccessControl(authenticator: SampleVisitors())
        let router = Router(context: BreatheContext.self)
        router.addMiddleware { ProblemMiddleware() }
        router.get("{station}") { request, context in
            var context = context
            try await gate.admit(request, &context, by: visit.access)
            return HTTPResponse.Status.ok
        }
        var headers: HTTPFields = [:]
        headers[.authorization] = visit.header
        return try await Application(router: router).test(.router) { [headers] client in
            try await client.execute(uri: "/basel", method: .get, headers: headers) { response in
                if response.status == .unauthorized {
                    #expect(response.headers[.wwwAuthenticate] == "Bearer")
                }
                return response.status
            }
        }
    }

    @Test(arguments: [
        Visit(.everyone, nil, .ok), Visit(.everyone, "Bearer wrong", .ok),
        Visit(.everyone, "Bearer anna", .ok),
        Visit(.everyone, "Bearer bern", .ok),
        Visit(.subscriber, nil, .unauthorized), Visit(.subscriber, "Bearer wrong", .unauthorized),
        Visit(.subscriber, "Bearer anna", .ok), Visit(.subscriber, "Bearer basel", .forbidden),
        Visit(.moderator, nil, .unauthorized), Visit(.moderator, "Bearer anna", .forbidden),
        Visit(.moderator, "Bearer moderator", .ok), Visit(.moderator, "Bearer basel", .forbidden),
        Visit(.stationOperator, nil, .unauthorized), Visit(.stationOperator, "Bearer wrong", .unauthorized),
        Visit(.stationOperator, "Bearer anna", .forbidden), Visit(.stationOperator, "Bearer basel", .ok),
        Visit(.stationOperator, "Bearer bern", .forbidden),
        Visit(.anyStation, nil, .unauthorized), Visit(.anyStation, "Bearer wrong", .unauthorized),
        Visit(.anyStation, "Bearer anna", .forbidden), Visit(.anyStation, "Bearer basel", .ok),
        Visit(.anyStation, "Bearer bern", .ok),
    ])
    func `every access level admits its own callers and nobody else`(visit: Visit) async throws {
        #expect(try await status(of: visit) == visit.expected)
    }

    /// Recognises every token until the test calls `forget()`.
    private final class Forgetful: Authenticating {
        private let hasForgotten = Mutex(false)

        func forget() { hasForgotten.withLock { $0 = true } }

        func visitor(bearing secret: String) async throws -> Visitor? {
            guard !hasForgotten.withLock({ $0 }) else { return nil }
            return Visitor(
                principal: .account(Account.ID(rawValue: 1)), credential: secret, scopes: .all)
        }

        func visitor(showingCookie secret: String) async throws -> Visitor? { nil }
        func hasConsent(to purpose: Consent.Purpose, of account: Account.ID) async throws -> Bool { true }
    }

    private struct Lost: Error {}

    @Test(arguments: [
        (true, HTTPResponse.Status.unauthorized), (false, .internalServerError),
    ])
    func `a request that fails because its account was just deleted is answered 401`(
        isDeleted: Bool, status: HTTPResponse.Status
    ) async throws {
        let authenticator = Forgetful()
        let endpoint = Endpoint(.get, "/lost", .subscriber) { _, _ in
            if isDeleted { authenticator.forget() }
            throw Lost()
        }
        let router = Router(context: BreatheContext.self)
        router.addMiddleware { ProblemMiddleware() }
        router.get("/lost") { try await AccessControl(authenticator: authenticator).enter(endpoint, $0, $1) }
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        try await Application(router: router, logger: logger).test(.router) { client in
            try await client.execute(uri: "/lost", method: .get, headers: [.authorization: "Bearer anna"]) {
                #expect($0.status == status)
            }
        }
    }

    @Test(arguments: ["bearer anna", "BEARER anna", "Bearer   anna "])
    func `the scheme may be written in any case and followed by several blanks`(header: String) async throws {
        #expect(try await status(of: Visit(.subscriber, header, .ok)) == .ok)
    }

    @Test(arguments: ["anna", "Basic anna", "Bearer", "Bearer ", "Bearer anna basel", "Beareranna", ""])
    func `any other header carries no token`(header: String) async throws {
        #expect(try await status(of: Visit(.subscriber, header, .unauthorized)) == .unauthorized)
    }
}
