import AsyncHTTPClient
package import Foundation
import NIOCore
import NIOHTTP1

/// A request whose short response is read as a whole.
package struct Exchange: Sendable {
    package let url: URL
    package let headers: [(String, String)]
    /// Sent by POST as `application/x-www-form-urlencoded`; without a form the request is a GET.
    package let form: [UInt8]?
    /// The content types that a good response may have, in lower case and without parameters.
    package let contentTypes: Set<String>
    /// The highest number of bytes in the response.
    package let byteLimit: Int

    package init(
        url: URL, headers: [(String, String)] = [], form: [UInt8]? = nil, contentTypes: Set<String>,
        byteLimit: Int
    ) {
        (self.url, self.headers, self.form) = (url, headers, form)
        (self.contentTypes, self.byteLimit) = (contentTypes, byteLimit)
    }

    /// The fields of a form as they are sent: names and values in UTF-8, percent-encoded but for unreserved characters.
    package static func form(of fields: [(String, String)]) -> [UInt8] {
        func escaped(_ text: String) -> String {
            text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
        }
        return Array(fields.map { "\(escaped($0))=\(escaped($1))" }.joined(separator: "&").utf8)
    }

    /// RFC 3986, section 2.3.
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

/// The outcome of an ``Exchange``.
package enum ExchangeOutcome: Hashable, Sendable {
    /// The response; the body of an error is empty when its content type was not requested.
    case answered(status: Int, body: Data)
    /// The response is not what was requested, in words for the operator.
    case unusable(String)
    /// The address may not be called.
    case forbidden(String)
    case late
    /// The connection failed or broke.
    case broken(String)
}

extension GuardedClient {
    /// Sends a request and reads its response; redirects are not followed, and cookies are not stored.
    package func perform(_ exchange: Exchange) async -> ExchangeOutcome {
        let timeout = timeout
        return await withTaskGroup(of: ExchangeOutcome.self) { group in
            group.addTask { await self.exchanged(exchange) }
            group.addTask {
                try? await Task.sleep(for: timeout)
                return .late
            }
            let first = await group.next() ?? .late
            group.cancelAll()
            return first
        }
    }

    private func exchanged(_ exchange: Exchange) async -> ExchangeOutcome {
        do {
            let destination = try addressGuard.destination(of: exchange.url)
            return try await reaching(destination) { client in
                let response = try await client.execute(
                    request(exchange, to: destination.url), deadline: .now() + .seconds(700))
                return try await Self.outcome(of: response, to: exchange)
            }
        } catch let objection as AddressGuard.Objection {
            return .forbidden(objection.reason)
        } catch is HostNotFound {
            return .broken("the host was not found")
        } catch {
            switch Self.outcome(of: error) {
            case .late: return .late
            case .unusable(let reason): return .unusable(reason)
            case .forbidden(let reason): return .forbidden(reason)
            case .broken(let reason): return .broken(reason)
            case .complete, .notModified, .refused, .notSaved: return .broken("the connection broke")
            }
        }
    }

    private func request(_ exchange: Exchange, to url: URL) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: url.absoluteString)
        for (name, value) in exchange.headers { request.headers.add(name: name, value: value) }
        request.headers.add(name: "user-agent", value: userAgent)
        request.headers.add(name: "accept", value: exchange.contentTypes.sorted().joined(separator: ", "))
        if let form = exchange.form {
            request.method = .POST
            request.headers.add(name: "content-type", value: "application/x-www-form-urlencoded")
            request.body = .bytes(form)
        }
        return request
    }

    private static func outcome(
        of response: HTTPClientResponse, to exchange: Exchange
    ) async throws -> ExchangeOutcome {
        let status = Int(response.status.code)
        let form = Download(
            url: exchange.url, contentTypes: exchange.contentTypes, byteLimit: exchange.byteLimit,
            timeout: .zero)
        if let complaint = complaint(about: response, form) {
            return status == 200 ? .unusable(complaint) : .answered(status: status, body: Data())
        }
        var body = Data()
        for try await part in response.body {
            guard body.count + part.readableBytes <= exchange.byteLimit
            else { return .unusable("the answer is longer than \(exchange.byteLimit) bytes") }
            body.append(contentsOf: part.readableBytesView)
        }
        return .answered(status: status, body: body)
    }
}
