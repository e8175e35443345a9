import Foundation

/// A provider that supports OpenID Connect, with the authorization code flow and PKCE.
struct OpenIDProvider: IdentityProvider {
    /// Metadata are fetched anew each hour: endpoints and issuers hardly ever change.
    private static let metadataLifetime: TimeInterval = 3_600

    let client: ProviderClient
    let issuer: URL
    let transport: any ProviderTransport
    let now: @Sendable () -> Date
    private let metadata = ExpiringCopy<ProviderMetadata>()
    private let keyRing: ProviderKeys

    init(
        _ client: ProviderClient, issuer: URL, transport: any ProviderTransport,
        now: @escaping @Sendable () -> Date
    ) {
        (self.client, self.issuer, self.transport, self.now) = (client, issuer, transport, now)
        keyRing = ProviderKeys(transport: transport)
    }

    func page(for pending: PendingSignIn) async throws(SignInFailure) -> String {
        let metadata = try await currentMetadata()
        return FormText.adding(
            [
                ("response_type", "code"), ("client_id", client.id), ("redirect_uri", pending.callback),
                ("scope", client.scopes.joined(separator: " ")), ("state", pending.state),
                ("nonce", pending.nonce),
                ("code_challenge", RandomText.challenge(of: pending.verifier)),
                ("code_challenge_method", "S256"),
            ], to: metadata.authorizationEndpoint)
    }

    func identity(
        for pending: PendingSignIn, _ answer: AuthorizationResponse, at now: Date
    ) async throws(SignInFailure) -> ProvenIdentity {
        let metadata = try await currentMetadata()
        // A response from another provider is a mix-up attack (RFC 9207, section 2.4).
        if answer.issuer != nil || metadata.namesItself == true {
            guard answer.issuer == metadata.issuer else { throw .stale }
        }
        let code = try answer.usableCode()
        let tokens = try await transport.document(
            Tokens.self, from: tokenRequest(code, pending, metadata), called: "the answer to the code")
        let claims = try await claims(of: tokens, pending, metadata, at: now)
        let told = try await person(claims, tokens, metadata)
        return ProvenIdentity(
            provider: client.provider, subject: claims.sub, email: told.email,
            isEmailVerified: told.isEmailVerified, name: told.name ?? claims.name)
    }

    private func currentMetadata() async throws(SignInFailure) -> ProviderMetadata {
        let now = now()
        return try await metadata.value(fetchedSince: now - Self.metadataLifetime, at: now) {
            () throws(SignInFailure) in
            guard let address = ProviderMetadata.address(of: issuer)
            else { throw .unusable("the issuer is no address") }
            let found = try await transport.document(
                ProviderMetadata.self, from: ProviderRequest(address), called: "the metadata")
            try found.check(against: issuer.absoluteString)
            return found
        }
    }

    private func tokenRequest(_ code: String, _ pending: PendingSignIn, _ metadata: ProviderMetadata)
        -> ProviderRequest
    {
        let (headers, fields) = client.authentication(by: metadata.authenticationMethods)
        return ProviderRequest(
            metadata.tokenEndpoint, headers: headers,
            form: [
                ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", pending.callback),
                ("code_verifier", pending.verifier),
            ] + fields)
    }

    private func claims(
        of tokens: Tokens, _ pending: PendingSignIn, _ metadata: ProviderMetadata, at now: Date
    ) async throws(SignInFailure) -> IDToken.Claims {
        guard let text = tokens.idToken else { throw .unusable("the answer to the code holds no ID token") }
        do {
            let token = try IDToken(text)
            let keys = try await keyRing.keys(for: token, at: metadata.keySet, now: now)
            return try await token.claims(
                signedBy: keys,
                fitting: IDToken.Expectation(
                    issuer: metadata.issuer, client: client.id, nonce: pending.nonce, began: pending.began,
                    now: now
                ))
        } catch let flaw as TokenFlaw {
            throw .forged(flaw)
        } catch let failure as SignInFailure {
            throw failure
        } catch {
            throw .forged(.notAToken)
        }
    }

    /// Returns the claims about the person from the ID token, or else from the UserInfo endpoint (section
    /// 5.3).
    private func person(
        _ claims: IDToken.Claims, _ tokens: Tokens, _ metadata: ProviderMetadata
    ) async throws(SignInFailure) -> PersonClaims {
        let told = PersonClaims(
            sub: claims.sub, email: claims.email, isEmailVerified: claims.isEmailVerified, name: claims.name)
        guard told.email == nil, client.scopes.contains("email"), let endpoint = metadata.userInfoEndpoint,
            let token = tokens.accessToken
        else { return told }
        let person = try await transport.document(
            PersonClaims.self,
            from: ProviderRequest(endpoint, headers: [("authorization", "Bearer \(token)")]),
            called: "the person")
        // The subject must match that of the ID token (section 5.3.2).
        guard person.sub == claims.sub else { throw .forged(.subject) }
        return person
    }
}

/// The tokens for which a code was exchanged.
struct Tokens: Decodable, Sendable {
    let idToken: String?
    /// The access token, if it is text that fits a header.
    let accessToken: String?

    private enum CodingKeys: String, CodingKey {
        case idToken = "id_token"
        case accessToken = "access_token"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        idToken = try container.decodeIfPresent(String.self, forKey: .idToken)
        accessToken = try container.decodeIfPresent(String.self, forKey: .accessToken)
            .flatMap { $0.wholeMatch(of: /[\x21-\x7E]{1,8192}/) == nil ? nil : $0 }
    }
}

/// The claims that the UserInfo endpoint returns.
private struct PersonClaims: Decodable, Sendable {
    let sub: String
    let email: String?
    let isEmailVerified: Bool
    let name: String?

    private enum CodingKeys: String, CodingKey {
        case sub, email, name
        case isEmailVerified = "email_verified"
    }

    init(sub: String, email: String?, isEmailVerified: Bool, name: String?) {
        (self.sub, self.email, self.isEmailVerified, self.name) = (sub, email, isEmailVerified, name)
    }

    init(from decoder: any Decoder) throws {
        let claims = try decoder.container(keyedBy: CodingKeys.self)
        sub = try claims.decode(String.self, forKey: .sub)
        email = try? claims.decode(String.self, forKey: .email)
        isEmailVerified = claims.truth(.isEmailVerified)
        name = try? claims.decode(String.self, forKey: .name)
    }
}

extension AuthorizationResponse {
    /// Returns the code, or throws the reason why there is none.
    func usableCode() throws(SignInFailure) -> String {
        if let error {
            // Errors that mean that the person, or the provider without asking them, has declined.
            let denials: Set = [
                "access_denied", "login_required", "consent_required", "interaction_required",
                "account_selection_required",
            ]
            if denials.contains(error) { throw .denied }
            throw .refused(error.wholeMatch(of: /[a-z_]{1,60}/) == nil ? "an error" : error)
        }
        guard let code, (1...4_096).contains(code.utf8.count) else { throw .unusable("there is no code") }
        return code
    }
}

extension KeyedDecodingContainer {
    /// Decodes a Boolean that some providers write as text.
    func truth(_ key: Key) -> Bool {
        (try? decode(Bool.self, forKey: key)) ?? ((try? decode(String.self, forKey: key)) == "true")
    }
}
