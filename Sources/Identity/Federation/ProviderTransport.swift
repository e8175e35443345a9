package import Foundation

/// Sends requests to providers.
///
/// The server implements it with its one outgoing HTTP client.
package protocol ProviderTransport: Sendable {
    /// Sends a request.
    ///
    /// It follows no redirect and has a time limit.
    func answer(to request: ProviderRequest) async -> ProviderAnswer
}

/// A request to a provider.
package struct ProviderRequest: Sendable {
    /// The largest response accepted from a provider, in bytes.
    ///
    /// Keys and metadata have about ten thousand.
    package static let byteLimit = 256 * 1_024
    /// The media types of providers' documents.
    package static let jsonTypes: Set = ["application/json", "application/jwk-set+json"]

    package let url: URL
    package let headers: [(String, String)]
    /// The fields of a form sent by POST.
    ///
    /// Without a form the request is a GET.
    package let form: [(String, String)]?

    package init(_ url: URL, headers: [(String, String)] = [], form: [(String, String)]? = nil) {
        (self.url, self.headers, self.form) = (url, headers, form)
    }

    /// The form as `application/x-www-form-urlencoded`.
    package var body: [UInt8]? { form.map { Array(FormText.encoded($0).utf8) } }
}

/// The outcome of a request to a provider.
package enum ProviderAnswer: Sendable {
    /// A JSON document with any status.
    ///
    /// An error without a document has an empty body.
    case answered(status: Int, body: Data)
    /// The response is too long, of another type, or incomplete; described for the operator.
    case unusable(String)
    case late
    /// The connection failed or is not allowed; described for the operator.
    case unreachable(String)
}

extension ProviderTransport {
    /// Sends a request and decodes the JSON document in the response.
    func document<Value: Decodable>(
        _ type: Value.Type, from request: ProviderRequest, called name: String
    ) async throws(SignInFailure) -> Value {
        switch await answer(to: request) {
        case .answered(200, let body):
            guard let value = try? JSONDecoder().decode(type, from: body)
            else { throw .unusable("\(name) is not the JSON document that is needed") }
            return value
        case .answered(let status, let body):
            throw .refused(OAuthError.code(in: body).map { "\(name): \($0)" } ?? "\(name): status \(status)")
        case .unusable(let reason): throw .unusable("\(name): \(reason)")
        case .late: throw .late
        case .unreachable(let reason): throw .unreachable("\(name): \(reason)")
        }
    }
}

/// An error in the form of RFC 6749, section 5.2.
private enum OAuthError {
    private struct Document: Decodable {
        let error: String
    }

    /// Returns an error's code if it has the right form.
    ///
    /// Nothing else from a provider gets into a log.
    static func code(in body: Data) -> String? {
        guard let code = try? JSONDecoder().decode(Document.self, from: body).error else { return nil }
        return code.wholeMatch(of: /[a-z_]{1,60}/) == nil ? nil : code
    }
}
