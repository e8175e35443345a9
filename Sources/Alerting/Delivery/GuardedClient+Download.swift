import AsyncHTTPClient
package import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix

extension GuardedClient {
    /// Redirects to follow at most; each is checked like the first address.
    private static let redirects = 3

    /// Fetches a URL into a new file that only this user can read.
    ///
    /// Only complete responses count. A response that is cut off, does not say where it ends, or is too long
    /// is rejected. The file is usable only after ``DownloadOutcome/complete(etag:lastModified:)``. `now`
    /// serves to evaluate a `Retry-After` that names an instant.
    package func fetch(_ download: Download, into file: URL, at now: Date) async -> DownloadOutcome {
        await withTaskGroup(of: DownloadOutcome.self) { group in
            group.addTask { await self.follow(download, into: file, at: now) }
            group.addTask {
                try? await Task.sleep(for: download.timeout)
                return .late
            }
            let first = await group.next() ?? .late
            group.cancelAll()
            // The other task may still write to the file until it has ended.
            await group.waitForAll()
            return first
        }
    }

    private func follow(_ download: Download, into file: URL, at now: Date) async -> DownloadOutcome {
        var url = download.url
        for _ in 0...Self.redirects {
            do {
                switch try await ask(url, for: download, into: file, at: now) {
                case .outcome(let outcome): return outcome
                case .redirect(let target):
                    guard
                        url.scheme?.lowercased() == target.scheme?.lowercased()
                            || target.scheme?.lowercased() == "https"
                    else { return .forbidden("the redirect leads from https to http") }
                    url = target
                }
            } catch let objection as AddressGuard.Objection {
                return .forbidden(objection.reason)
            } catch let failure {
                return Self.outcome(of: failure)
            }
        }
        return .unusable("more than \(Self.redirects) redirects follow each other")
    }

    private enum Step {
        case outcome(DownloadOutcome)
        case redirect(URL)
    }

    private func ask(
        _ url: URL, for download: Download, into file: URL, at now: Date
    ) async throws -> Step {
        let destination = try addressGuard.destination(of: url)
        do {
            return try await reaching(destination) { client in
                let response = try await client.execute(
                    request(destination.url, for: download), deadline: .now() + .seconds(700))
                return try await Self.step(response, from: url, download, into: file, at: now)
            }
        } catch is HostNotFound {
            return .outcome(.broken("the host was not found"))
        }
    }

    private func request(_ url: URL, for download: Download) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: url.absoluteString)
        let isOwn =
            url.host()?.lowercased() == download.url.host()?.lowercased()
            && url.port == download.url.port && url.scheme?.lowercased() == download.url.scheme?.lowercased()
        for (name, value) in download.headers + (isOwn ? download.ownHeaders : []) {
            request.headers.add(name: name, value: value)
        }
        request.headers.replaceOrAdd(name: "user-agent", value: userAgent)
        request.headers.replaceOrAdd(name: "accept-encoding", value: "gzip")
        if !request.headers.contains(name: "accept") {
            request.headers.add(name: "accept", value: download.contentTypes.sorted().joined(separator: ", "))
        }
        return request
    }

    private static func step(
        _ response: HTTPClientResponse, from url: URL, _ download: Download, into file: URL, at now: Date
    ) async throws -> Step {
        switch response.status.code {
        case 200:
            if let complaint = complaint(about: response, download) { return .outcome(.unusable(complaint)) }
            if let complaint = try await save(response.body, into: file, upTo: download.byteLimit) {
                return .outcome(.unusable(complaint))
            }
            return .outcome(
                .complete(
                    etag: mark(response, "etag", /(?:W\/)?"[\x21\x23-\x7E]{0,500}"/),
                    lastModified: mark(response, "last-modified", /[A-Za-z0-9,: \-]{1,40}/)))
        case 304: return .outcome(.notModified)
        case 301, 302, 303, 307, 308:
            if let text = response.headers.first(name: "location"),
                let target = URL(string: text, relativeTo: url)?.absoluteURL
            {
                return .redirect(target)
            }
            return .outcome(.refused(status: Int(response.status.code), retryAfter: nil))
        default:
            let after = response.headers.first(name: "retry-after").flatMap { retryAfter($0, at: now) }
            return .outcome(.refused(status: Int(response.status.code), retryAfter: after))
        }
    }

    /// A validator that can safely be sent back as it is; others are dropped.
    private static func mark(
        _ response: HTTPClientResponse, _ name: String, _ form: Regex<Substring>
    ) -> String? {
        response.headers.first(name: name).flatMap { $0.wholeMatch(of: form) == nil ? nil : $0 }
    }

    /// What is wrong with a response, judged before its body is read.
    static func complaint(about response: HTTPClientResponse, _ download: Download) -> String? {
        let type = (response.headers.first(name: "content-type") ?? "").split(separator: ";").first
            .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
        guard let type, download.contentTypes.contains(type)
        else { return "the answer is of the type “\((type ?? "").prefix(100))”" }
        let codings = response.headers["content-encoding"].map { $0.lowercased() }
        guard codings.allSatisfy({ $0 == "gzip" || $0 == "deflate" || $0 == "identity" })
        else { return "the answer is encoded in a way that was not asked for" }
        // When the response ends with the connection, a truncated one looks complete (RFC 9112, 8).
        let isDelimited =
            response.version.major >= 2 || response.headers.contains(name: "content-length")
            || response.headers.contains(name: "transfer-encoding")
        guard isDelimited else { return "the answer does not say where it ends" }
        if let text = response.headers.first(name: "content-length"), let length = Int(text),
            length > download.byteLimit
        {
            return "the answer is longer than \(download.byteLimit) bytes"
        }
        return nil
    }

    /// Writes a body to a file.
    ///
    /// - Returns: What is wrong with the body.
    private static func save(
        _ body: HTTPClientResponse.Body, into file: URL, upTo limit: Int
    ) async throws -> String? {
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw NotSaved(reason: String(cString: strerror(errno))) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var length = 0
        for try await part in body {
            length += part.readableBytes
            guard length <= limit else { return "the answer is longer than \(limit) bytes" }
            try saved { try handle.write(contentsOf: Data(part.readableBytesView)) }
        }
        try saved { try handle.close() }
        return nil
    }

    /// A disk failure.
    private struct NotSaved: Error {
        /// The system's message, such as “No space left on device”.
        let reason: String
    }

    /// Performs a file operation, and distinguishes its failures from those of the connection.
    private static func saved(_ act: () throws -> Void) throws {
        do {
            try act()
        } catch {
            throw NotSaved(reason: String(error.localizedDescription.prefix(200)))
        }
    }

    static func outcome(of failure: any Error) -> DownloadOutcome {
        switch failure {
        case let failure as NotSaved: .notSaved(failure.reason)
        case let error as HTTPClientError where timeouts.contains(error): .late
        case let error as HTTPClientError where mistakes.contains(error):
            .forbidden("the URL names no host that can be called")
        case HTTPParserError.invalidEOFState: .broken("the answer was cut off")
        case is HTTPParserError: .unusable("the answer is not HTTP")
        case is NIOHTTPDecompression.DecompressionError, is NIOHTTPDecompression.ExtraDecompressionError:
            .unusable("the answer cannot be inflated, or inflates to too much")
        default: .broken(OutboundAuthorities.reason(failure))
        }
    }

    private static let timeouts: [HTTPClientError] = [
        .readTimeout, .connectTimeout, .deadlineExceeded, .writeTimeout, .tlsHandshakeTimeout,
    ]
    private static let mistakes: [HTTPClientError] = [.invalidURL, .emptyHost, .emptyScheme]
}
