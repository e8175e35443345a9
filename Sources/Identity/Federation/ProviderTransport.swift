package import Foundation

/// Carries requests to providers; the server joins it with the one client that calls other machines.
package protocol ProviderTransport: Sendable {
    /// Sends a request, follows no redirect, and gives up after a while.
    func answer(to request: ProviderRequest) async -> ProviderAnswer
}

/// What a provider is asked.
package struct ProviderRequest: Sendable {
    /// The bytes that any answer of a provider may have: keys and metadata have about ten thousand.
    package static let byteLimit = 256 * 1_024
    /// The types of documents that providers answer with.
    package static let jsonTypes: Set = ["application/json", "application/jwk-set+json"]

    package let url: URL
    package let headers: [(String, String)]
    /// The fields of a form that is sent by POST; without it the request is a GET.
    package let form: [(String, String)]?

    package init(_ url: URL, headers: [(String, String)] = [], form: [(String, String)]? = nil) {
        (self.url, self.headers, self.form) = (url, headers, form)
    }

    /// The form as `application/x-www-form-urlencoded`.
    package var body: [UInt8]? { form.map { Array(FormText.encoded($0).utf8) } }
}

/// What came of a request to a provider.
package enum ProviderAnswer: Sendable {
    /// A document of JSON's type with any status; an error without one has an empty body.
    case answered(status: Int, body: Data)
    /// The answer is too long, of another type, or broken off; in words for the operator.
    case unusable(String)
    case late
    /// No connection, or none may be made; in words for the operator.
    case unreachable(String)
}

extension ProviderTransport {
    /// The JSON document that a request is answered with.
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

    /// The code of an error, when it has the form of one: nothing else of what a provider says comes into a log.
    static func code(in body: Data) -> String? {
        guard let code = try? JSONDecoder().decode(Document.self, from: body).error else { return nil }
        return code.wholeMatch(of: /[a-z_]{1,60}/) == nil ? nil : code
    }
}
