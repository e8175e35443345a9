package import Foundation

/// The identity providers in the operator's file.
///
/// ```json
/// {"providers": [
///   {"id": "google", "preset": "google", "clientID": "…", "secretFile": "google.secret"},
///   {"id": "facebook", "preset": "facebook", "clientID": "…", "secretVariable": "FACEBOOK_SECRET"},
///   {"id": "clinic", "name": "City Clinic", "issuer": "https://login.clinic.example", "clientID": "breathe",
///    "secretFile": "clinic.secret", "scopes": ["openid", "email", "profile"]}
/// ]}
/// ```
///
/// The file contains no secrets. Each secret is in a file, relative to this one, or in an environment
/// variable.
package struct ProviderDefinitions: Sendable {
    /// The most providers, more than anybody could choose from.
    private static let limit = 12

    let all: [ProviderDefinition]

    /// Creates an empty list of providers.
    package init() { all = [] }

    /// A mistake in the file, in words for the operator.
    package struct Mistake: Error, CustomStringConvertible {
        package let description: String
    }

    /// Reads the file.
    ///
    /// - Throws: ``Mistake`` with a description of the error.
    package init(file: URL, environment: [String: String]) throws(Mistake) {
        guard let bytes = try? Data(contentsOf: file)
        else { throw Mistake(description: "\(file.path) cannot be read") }
        let document: Document
        do {
            document = try JSONDecoder().decode(Document.self, from: bytes)
        } catch let mistake as ProviderDefinition.Mistake {
            throw Mistake(description: "\(file.path): \(mistake.reason)")
        } catch DecodingError.keyNotFound(let key, _) {
            throw Mistake(description: "\(file.path): the member “\(key.stringValue)” is needed")
        } catch {
            throw Mistake(description: "\(file.path) does not hold {\"providers\": [{…}]}")
        }
        var all: [ProviderDefinition] = []
        for draft in document.providers {
            do {
                all.append(try draft.definition(beside: file, environment))
            } catch {
                throw Mistake(description: "\(file.path): provider “\(draft.id)”: \(error.reason)")
            }
        }
        guard Set(all.map(\.id)).count == all.count, all.count <= Self.limit
        else {
            throw Mistake(
                description: "\(file.path): there are two of one id, or more than \(Self.limit) providers")
        }
        self.all = all
    }

    private struct Document: Decodable {
        let providers: [ProviderDefinition.Draft]
    }
}

/// One provider's checked definition.
struct ProviderDefinition: Sendable {
    enum Way: Sendable {
        case openID(issuer: URL)
        case facebook(FacebookProvider.Endpoints)
    }

    struct Mistake: Error {
        let reason: String
    }

    let id: String
    let name: String
    let client: ProviderClient
    let way: Way

    func provider(
        over transport: any ProviderTransport, now: @escaping @Sendable () -> Date
    ) -> any IdentityProvider {
        switch way {
        case .openID(let issuer): OpenIDProvider(client, issuer: issuer, transport: transport, now: now)
        case .facebook(let endpoints):
            FacebookProvider(client: client, endpoints: endpoints, transport: transport)
        }
    }
}
