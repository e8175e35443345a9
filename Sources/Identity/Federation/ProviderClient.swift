import Foundation

/// This service as a client of a provider.
struct ProviderClient: Sendable {
    /// The provider's name here.
    let provider: String
    /// The client identifier that the provider assigned.
    let id: String
    /// The client secret.
    ///
    /// A public client has none.
    let secret: String?
    let scopes: [String]

    /// Returns the headers and form fields that authenticate the client at the token endpoint (RFC 6749,
    /// section 2.3.1).
    ///
    /// Without a list of methods it is HTTP's Basic authentication, as OpenID Connect Discovery specifies.
    func authentication(by methods: [String]?) -> (headers: [(String, String)], fields: [(String, String)]) {
        guard let secret else { return ([], [("client_id", id)]) }
        let methods = methods ?? ["client_secret_basic"]
        guard !methods.contains("client_secret_basic"), methods.contains("client_secret_post") else {
            let pair = "\(FormText.escaped(id)):\(FormText.escaped(secret))"
            return ([("authorization", "Basic \(Data(pair.utf8).base64EncodedString())")], [])
        }
        return ([], [("client_id", id), ("client_secret", secret)])
    }
}
