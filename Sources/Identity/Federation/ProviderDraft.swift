import Foundation

extension ProviderDefinition {
    /// A provider as written in the operator's file.
    struct Draft: Decodable {
        private enum Member: String, CodingKey, CaseIterable {
            case id, name, preset, issuer, clientID, secretFile, secretVariable, scopes, dialog, graph
        }

        private enum Preset: String, CaseIterable {
            case google, facebook
        }

        let id: String
        private let texts: [Member: String]
        private let scopes: [String]?

        init(from decoder: any Decoder) throws {
            let names = try decoder.container(keyedBy: AnyMember.self).allKeys.map(\.stringValue)
            if let unknown = names.first(where: { Member(rawValue: $0) == nil }) {
                let known = Member.allCases.map(\.rawValue).joined(separator: ", ")
                throw Mistake(reason: "the member “\(unknown)” is unknown; there are \(known)")
            }
            let container = try decoder.container(keyedBy: Member.self)
            id = try container.decode(String.self, forKey: .id)
            scopes = try container.decodeIfPresent([String].self, forKey: .scopes)
            var texts: [Member: String] = [:]
            for member in container.allKeys where member != .scopes {
                texts[member] = try container.decode(String.self, forKey: member)
            }
            self.texts = texts
        }

        /// The provider, with its secret.
        func definition(
            beside file: URL, _ environment: [String: String]
        ) throws(Mistake) -> ProviderDefinition {
            guard id.wholeMatch(of: /[a-z0-9][a-z0-9\-]{0,31}/) != nil
            else { throw Mistake(reason: "an id has 1 to 32 of a–z, 0–9 and -") }
            let preset = try preset()
            guard let clientID = texts[.clientID], clientID.wholeMatch(of: /[\x21-\x7E]{1,255}/) != nil
            else { throw Mistake(reason: "clientID is needed: what the provider calls this service") }
            guard let name = texts[.name] ?? preset?.rawValue.capitalized, (1...60).contains(name.count)
            else {
                throw Mistake(reason: "name is needed: what people know the provider as, up to 60 characters")
            }
            let secret = try secret(beside: file, environment)
            return ProviderDefinition(
                id: id, name: name,
                client: ProviderClient(
                    provider: id, id: clientID, secret: secret, scopes: try usedScopes(preset)),
                way: try way(preset, hasSecret: secret != nil))
        }

        private func preset() throws(Mistake) -> Preset? {
            guard let text = texts[.preset] else { return nil }
            guard let preset = Preset(rawValue: text)
            else { throw Mistake(reason: "preset is google or facebook") }
            return preset
        }

        private func usedScopes(_ preset: Preset?) throws(Mistake) -> [String] {
            let scopes =
                self.scopes
                ?? (preset == .facebook ? ["public_profile", "email"] : ["openid", "email", "profile"])
            guard scopes.allSatisfy({ $0.wholeMatch(of: /[\x21\x23-\x5B\x5D-\x7E]{1,100}/) != nil })
            else { throw Mistake(reason: "scopes are words (RFC 6749, section 3.3)") }
            guard preset == .facebook || scopes.contains("openid")
            else { throw Mistake(reason: "scopes need openid") }
            return scopes
        }

        private func way(_ preset: Preset?, hasSecret: Bool) throws(Mistake) -> Way {
            if preset == .facebook {
                guard hasSecret else { throw Mistake(reason: "Facebook needs a secret") }
                var endpoints = FacebookProvider.Endpoints.standard
                if let dialog = try address(.dialog) { endpoints.dialog = dialog }
                if let graph = try address(.graph) { endpoints.graph = graph }
                return .facebook(endpoints)
            }
            let standard = preset == .google ? URL(string: "https://accounts.google.com") : nil
            guard let issuer = try address(.issuer) ?? standard
            else { throw Mistake(reason: "issuer is needed: the address by which the provider names itself") }
            return .openID(issuer: issuer)
        }

        private func address(_ member: Member) throws(Mistake) -> URL? {
            guard let text = texts[member] else { return nil }
            guard let url = URL(string: text), url.scheme == "https" || url.scheme == "http", url.host != nil,
                url.query == nil, url.fragment == nil, url.user == nil
            else { throw Mistake(reason: "\(member.rawValue) is not an https address without a query") }
            return url
        }

        private func secret(
            beside file: URL, _ environment: [String: String]
        ) throws(Mistake) -> String? {
            switch (texts[.secretFile], texts[.secretVariable]) {
            case (nil, nil): return nil
            case (let name?, nil):
                let place = URL(filePath: name, relativeTo: file.deletingLastPathComponent())
                guard let text = try? String(contentsOf: place, encoding: .utf8)
                else { throw Mistake(reason: "secretFile cannot be read") }
                return try Self.checked(text.trimmingCharacters(in: .whitespacesAndNewlines))
            case (nil, let name?):
                guard let text = environment[name]
                else { throw Mistake(reason: "the environment has no variable \(name)") }
                return try Self.checked(text)
            case (_?, _?): throw Mistake(reason: "secretFile and secretVariable exclude each other")
            }
        }

        private static func checked(_ secret: String) throws(Mistake) -> String {
            guard (1...1_024).contains(secret.utf8.count)
            else { throw Mistake(reason: "the secret is empty or too long") }
            return secret
        }
    }

    /// Any member name, used to find unknown ones.
    private struct AnyMember: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
