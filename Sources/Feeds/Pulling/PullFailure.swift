import Delivery
import Foundation
import Observations

/// Why a request brought nothing.
struct PullFailure: Error {
    let fault: FeedFault
    /// More about it, for the operator.
    let detail: String?
    var retryAfter: Duration?
    /// A failure of our own, which is not the provider's.
    let underlying: (any Error)?

    init(_ fault: FeedFault, _ detail: String? = nil, retryAfter: Duration? = nil) {
        (self.fault, self.detail, self.retryAfter, underlying) = (fault, detail, retryAfter, nil)
    }

    init(underlying: any Error) {
        (fault, detail, retryAfter, self.underlying) = (.unknown, nil, nil, underlying)
    }

    /// What a download that did not succeed means.
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

    /// The same without secrets: providers quote keys when they complain about them.
    func hiding(_ secrets: [String]) -> PullFailure {
        let text = secrets.reduce(detail) { text, secret in
            [secret, secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? secret]
                .reduce(text) { $0?.replacing($1, with: "…") }
        }
        return PullFailure(fault, text.map { String($0.prefix(500)) }, retryAfter: retryAfter)
    }
}

extension FeedFault {
    /// What a status means (RFC 9110, 15.5 and 15.6).
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
