import AsyncHTTPClient
import Foundation
import NIOCore
import NIOSSL

/// A client that trusts only one authority, and speaks HTTP/2 or HTTP/1.1.
enum SecureClient {
    @TaskLocal static var current: HTTPClient?

    /// Sends all requests of `body` through a client of its own.
    static func during<Value: Sendable>(
        trusting authority: URL, isMultiplexing: Bool, _ body: () async throws -> Value
    ) async throws -> Value {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .file(authority.path)
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow)
        configuration.httpVersion = isMultiplexing ? .automatic : .http1Only
        // The limit catches hanging requests, not slow ones.
        configuration.timeout = HTTPClient.Configuration.Timeout(connect: .seconds(300))
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 100
        let own = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            let value = try await $current.withValue(own, operation: body)
            try? await own.shutdown()
            return value
        } catch {
            try? await own.shutdown()
            throw error
        }
    }
}
