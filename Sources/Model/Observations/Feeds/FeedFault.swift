/// Why a request to a provider yielded nothing.
///
/// The set is closed: clients switch over it, so a new case is a change of the API.
package enum FeedFault: String, CaseIterable, Sendable {
    /// 400.
    case badRequest
    /// 401: the key is missing, wrong or out of date.
    case unauthorized
    /// 403.
    case forbidden
    /// 404 or 410.
    case notFound
    /// 429.
    case tooManyRequests
    /// 503, or another of the 500s.
    case unavailable
    /// An answer other than the one expected: another type or format, truncated, or too long.
    case invalidResponse
    /// The address is malformed, or one that must not be called.
    case malformedURL
    case timeout
    case connectionLost
    /// Not sent, because the day's requests are used up.
    case overBudget
    /// The data could not be stored: the disk is full, or the store failed.
    ///
    /// The provider is not to blame.
    case notKept
    /// Anything else.
    case unknown

    /// The fault in words for everybody.
    package var sentence: String {
        switch self {
        case .badRequest: "The provider does not understand the request."
        case .unauthorized: "The provider does not accept the key."
        case .forbidden: "The provider does not allow the request."
        case .notFound: "The provider has nothing at the address."
        case .tooManyRequests: "The provider asks for fewer requests."
        case .unavailable: "The provider’s service is not available."
        case .invalidResponse: "The provider’s answer cannot be read."
        case .malformedURL: "The address cannot be called."
        case .timeout: "The provider did not answer in time."
        case .connectionLost: "There was no connection to the provider, or it was lost."
        case .overBudget: "The requests of the day are used up."
        case .notKept: "What the provider sent could not be kept here."
        case .unknown: "The provider gave an answer that nobody expected."
        }
    }

    /// Whether another attempt before the next publication may help.
    package var isPassing: Bool {
        switch self {
        case .tooManyRequests, .unavailable, .invalidResponse, .timeout, .connectionLost, .notKept, .unknown:
            true
        case .badRequest, .unauthorized, .forbidden, .notFound, .malformedURL, .overBudget: false
        }
    }
}
