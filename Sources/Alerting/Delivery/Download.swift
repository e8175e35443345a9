package import Foundation

/// A resource to fetch, and the limits that apply to it.
package struct Download: Sendable {
    package let url: URL
    /// Sent to every host that redirects lead to.
    package let headers: [(String, String)]
    /// Sent only to the origin of ``url``, because these headers may hold secrets.
    package let ownHeaders: [(String, String)]
    /// The accepted content types, in lower case and without parameters.
    package let contentTypes: Set<String>
    /// The highest number of bytes in the response, once inflated.
    package let byteLimit: Int
    /// The time limit, from the host look-up to the last byte.
    package let timeout: Duration

    package init(
        url: URL, headers: [(String, String)] = [], ownHeaders: [(String, String)] = [],
        contentTypes: Set<String>, byteLimit: Int, timeout: Duration
    ) {
        (self.url, self.headers, self.ownHeaders) = (url, headers, ownHeaders)
        (self.contentTypes, self.byteLimit, self.timeout) = (contentTypes, byteLimit, timeout)
    }
}

/// The outcome of a download.
package enum DownloadOutcome: Hashable, Sendable {
    /// The whole response is in the file, together with its validators (RFC 9110, 8.8).
    case complete(etag: String?, lastModified: String?)
    /// The resource still matches the validators in the request.
    case notModified
    /// The host answered with a status other than 200 or 304, and perhaps asked for a pause.
    case refused(status: Int, retryAfter: Duration?)
    /// The response is not what was requested, in words for the operator.
    case unusable(String)
    /// The address may not be called.
    case forbidden(String)
    case late
    /// The connection failed or broke.
    case broken(String)
    /// The response could not be written to disk, which is not the host's fault.
    case notSaved(String)
}
