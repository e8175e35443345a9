import Delivery
import Foundation
package import Mail

/// How e-mail is sent.
package struct MailConfiguration: Sendable {
    private var url: String?
    package private(set) var sender: MailAddress?
    private var user: String?
    private var password: String?
    private var startTLS = MailGateway.StartTLS.required
    private var authorities: String?

    /// The gateway, or `nil` when none is configured.
    package var gateway: MailGateway? {
        url.flatMap {
            MailGateway(
                url: $0, user: user, password: password, startTLS: startTLS, authorities: authorities)
        }
    }

    /// Takes a key that is about mail.
    ///
    /// - Returns: What is allowed, when the text is not.
    mutating func set(_ key: ServerConfiguration.Key, to text: String) throws -> String? {
        switch key {
        case .smtpURL:
            guard MailGateway(url: text) != nil else { return "smtp://host:port or smtps://host:port" }
            url = text
        case .smtpFrom:
            guard let address = MailAddress(text) else { return "an e-mail address" }
            sender = address
        case .smtpUser: user = text
        case .smtpPassword: try set(password: text)
        case .smtpPasswordFile:
            guard let content = try? String(contentsOfFile: text, encoding: .utf8)
            else { return "a file that can be read" }
            try set(password: content.trimmingCharacters(in: .newlines))
        case .smtpStartTLS:
            guard let choice = MailGateway.StartTLS(rawValue: text)
            else { return MailGateway.StartTLS.allCases.map(\.rawValue).joined(separator: ", ") }
            startTLS = choice
        case .smtpAuthorities:
            guard FileManager.default.isReadableFile(atPath: text) else { return "a file that can be read" }
            authorities = text
        default: preconditionFailure("\(key.rawValue) is not about mail")
        }
        return nil
    }

    private mutating func set(password text: String) throws {
        guard password == nil
        else { throw ConfigurationMistake("smtp-password and smtp-password-file exclude each other") }
        password = text
    }

    /// Makes sure that what belongs together is there.
    func check(with publicAddress: PublicAddress?) throws {
        guard url != nil else { return }
        guard sender != nil
        else { throw ConfigurationMistake("smtp-url needs smtp-from: whom mail comes from") }
        guard publicAddress != nil
        else { throw ConfigurationMistake("smtp-url needs public-url: where the links in mail lead") }
    }
}
