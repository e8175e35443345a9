package import Foundation

/// What is to be fetched, and what it may be at most.
package struct Download: Sendable {
    package let url: URL
    /// Sent wherever redirects lead.
    package let headers: [(String, String)]
    /// Sent to the origin of ``url`` only, because they may hold secrets.
    package let ownHeaders: [(String, String)]
    /// The types that the answer may have, in lower case and without parameters.
    package let contentTypes: Set<String>
    /// The bytes of the answer, once inflated.
    package let byteLimit: Int
    /// How long it may take, from the look-up of the host to the last byte.
    package let timeout: Duration

    package init(
        url: URL, headers: [(String, String)] = [], ownHeaders: [(String, String)] = [],
        contentTypes: Set<String>, byteLimit: Int, timeout: Duration
    ) {
        (self.url, self.headers, self.ownHeaders) = (url, headers, ownHeaders)
        (self.contentTypes, self.byteLimit, self.timeout) = (contentTypes, byteLimit, timeout)
    }
}

/// What came of a download.
package enum DownloadOutcome: Hashable, Sendable {
    /// The whole answer is in the file; with what it was marked (RFC 9110, 8.8).
    case complete(etag: String?, lastModified: String?)
    /// The answer is the one that the validators in the request name.
    case notModified
    /// The host has answered with another status than 200 or 304, and perhaps asked to be left alone for a while.
    case refused(status: Int, retryAfter: Duration?)
    /// The answer is not what was asked for, in words for the operator.
    case unusable(String)
    /// The address may not be called.
    case forbidden(String)
    case late
    /// There was no connection, or it broke.
    case broken(String)
    /// The answer could not be written to the disk, which is nobody's fault but ours.
    case notSaved(String)
}
