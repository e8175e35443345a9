import Delivery
import Foundation
import Observations

/// Why a request failed.
struct PullFailure: Error {
    let fault: FeedFault
    /// Details for the operator.
    let detail: String?
    var retryAfter: Duration?
    /// An internal error, which is not the provider's fault.
    let underlying: (any Error)?

    init(_ fault: FeedFault, _ detail: String? = nil, retryAfter: Duration? = nil) {
        (self.fault, self.detail, self.retryAfter, underlying) = (fault, detail, retryAfter, nil)
    }

    init(underlying: any Error) {
        (fault, detail, retryAfter, self.underlying) = (.unknown, nil, nil, underlying)
    }

    /// Converts the outcome of a failed download.
    init(_ outcome: DownloadOutcome) {
        switch outcome {
        case .refused(let status, let after):
            self.init(FeedFault(status: status), "the provider answered \(status)", retryAfter: after)
        case .unusable(let reason): self.init(.invalidResponse, reason)
        case .forbidden(let reason): self.init(.malformedURL, reason)
        case .late: self.init(.timeout)
        case .broken(let reason): self.init(.connectionLost, reason)
        case .notSaved(let reason): self.init(.notKept, reason)
        case .complete, .notModified: preconditionFailure("a download that succeeded is no failure")
        }
    }

    /// Returns the failure without secrets: providers may quote keys in error messages.
    func hiding(_ secrets: [String]) -> PullFailure {
        let text = secrets.reduce(detail) { text, secret in
            [secret, secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? secret]
                .reduce(text) { $0?.replacing($1, with: "…") }
        }
        return PullFailure(fault, text.map { String($0.prefix(500)) }, retryAfter: retryAfter)
    }
}

extension FeedFault {
    /// Converts an HTTP status (RFC 9110, 15.5 and 15.6).
    init(status: Int) {
        switch status {
        case 400: self = .badRequest
        case 401: self = .unauthorized
        case 403: self = .forbidden
        case 404, 410: self = .notFound
        case 429: self = .tooManyRequests
        case 500...599: self = .unavailable
        default: self = .unknown
        }
    }
}
