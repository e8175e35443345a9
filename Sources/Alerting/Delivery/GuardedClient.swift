import AsyncHTTPClient
package import Foundation
import NIOCore
import NIOHTTP1

/// Calls the URLs that subscribers and feeds give, but only those that an ``AddressGuard`` allows.
package final class GuardedClient: Sendable {
    /// The time limit for a response, including the host look-up.
    package static let timeout = Duration.seconds(15)
    /// Bytes of a response body that are read and discarded, so that the connection can be reused.
    private static let answerLimit = 64 * 1_024

    let addressGuard: AddressGuard
    let resolver: any HostResolver
    let clients: PinnedClients
    let timeout: Duration
    let userAgent: String

    /// Makes a client, which must be shut down.
    ///
    /// - Parameters:
    ///   - addressGuard: Decides which URLs may be called.
    ///   - resolver: Finds the addresses of hosts.
    ///   - authorities: The certificate authorities trusted for `https`.
    ///   - timeout: The time limit for a response, including the host look-up.
    ///   - inflationLimit: The highest number of bytes to which a response may inflate; `nil` does not
    ///     inflate.
    ///   - site: The address of this service's site, by which those who are called can reach who runs it.
    package init(
        _ addressGuard: AddressGuard, resolver: any HostResolver,
        trusting authorities: OutboundAuthorities = OutboundAuthorities(), timeout: Duration = timeout,
        inflatingUpTo inflationLimit: Int? = nil, of site: PublicAddress? = nil
    ) {
        clients = PinnedClients(trusting: authorities, inflatingUpTo: inflationLimit)
        self.addressGuard = addressGuard
        self.resolver = resolver
        self.timeout = timeout
        userAgent = site.map { "breathe-easy (\($0.text))" } ?? "breathe-easy"
    }

    /// The outcome of a call.
    package enum Outcome: Hashable, Sendable {
        /// The receiver answered with a status, and perhaps asked for a pause.
        case answered(status: Int, retryAfter: Duration?)
        /// There was no response, or the call is not allowed; in words for the owner of the address.
        case failed(String)
    }

    /// Sends bytes by POST; redirects are not followed.
    package func post(
        _ body: [UInt8], to url: URL, headers: [(String, String)], at now: Date
    ) async -> Outcome {
        let timeout = timeout
        return await withTaskGroup(of: Outcome?.self) { group in
            group.addTask { await self.call(url, headers: headers, body: body, at: now) }
            group.addTask {
                try? await Task.sleep(for: timeout)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            if let first { return first }
            // A response whose body does not end still counts.
            if case .answered(let status, let after)?? = await group.next() {
                return .answered(status: status, retryAfter: after)
            }
            return .failed("no answer within \(timeout.components.seconds) seconds")
        }
    }

    /// Closes all connections.
    package func shutDown() async { await clients.shutDown() }

    private func call(
        _ url: URL, headers: [(String, String)], body: [UInt8], at now: Date
    ) async -> Outcome {
        do {
            let destination = try addressGuard.destination(of: url)
            let request = self.request(destination.url, headers, body)
            return try await reaching(destination) { client in
                try await Self.outcome(of: request, with: client, at: now)
            }
        } catch let objection as AddressGuard.Objection {
            return .failed(objection.reason)
        } catch is HostNotFound {
            return .failed("the host was not found")
        } catch {
            return .failed(OutboundAuthorities.reason(error))
        }
    }

    private func request(
        _ url: URL, _ headers: [(String, String)], _ body: [UInt8]
    ) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: url.absoluteString)
        request.method = .POST
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        request.headers.add(name: "user-agent", value: userAgent)
        request.body = .bytes(body)
        return request
    }

    private static func outcome(
        of request: HTTPClientRequest, with client: HTTPClient, at now: Date
    ) async throws -> Outcome {
        let response = try await client.execute(request, deadline: .now() + .seconds(60))
        let status = Int(response.status.code)
        let after = response.headers.first(name: "retry-after").flatMap { retryAfter($0, at: now) }
        var left = answerLimit
        // Only the status matters: a response that breaks off still counts.
        var parts = response.body.makeAsyncIterator()
        while left > 0, let part = try? await parts.next() { left -= part.readableBytes }
        return .answered(status: status, retryAfter: after)
    }

    /// Parses `Retry-After`: seconds or an instant (RFC 9110, 10.2.3).
    static func retryAfter(_ text: String, at now: Date) -> Duration? {
        if let seconds = Int64(text), seconds >= 0 { return .seconds(min(seconds, 7 * 86_400)) }
        let reader = DateFormatter()
        reader.locale = Locale(identifier: "en_US_POSIX")
        reader.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        reader.timeZone = .gmt
        guard let date = reader.date(from: text) else { return nil }
        return .seconds(max(0, min(Int64(date.timeIntervalSince(now).rounded(.up)), 7 * 86_400)))
    }
}
