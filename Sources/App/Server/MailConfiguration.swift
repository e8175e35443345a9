import Delivery
import Foundation
package import Mail

/// How e-mail is sent.
package struct MailConfiguration: Sendable {
    fileprivate var url: String?
    package fileprivate(set) var sender: MailAddress?
    fileprivate var user: String?
    private var password: String?
    fileprivate var startTLS = MailGateway.StartTLS.required
    fileprivate var authorities: String?

    /// The gateway, or `nil` when none is configured.
    package var gateway: MailGateway? {
        url.flatMap {
            MailGateway(
                url: $0, user: user, password: password, startTLS: startTLS, authorities: authorities)
        }
    }

    /// Takes a password over.
    ///
    /// - Throws: ``ConfigurationMistake`` when there is one already.
    fileprivate mutating func set(password text: String) throws {
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

extension Setting {
    /// How e-mail is sent.
    static let mail: [Setting] = [
        Setting(
            .smtpURL, "The gateway for e-mail; needs `smtp-from` and `public-url`.",
            allowed: "smtp://host:port or smtps://host:port", usual: .words("no e-mail")
        ) {
            $0.mail.url = $1
            return MailGateway(url: $1) != nil
        },
        Setting(
            .smtpFrom, "The address that mail comes from.", allowed: "an e-mail address",
            usual: .words("none")
        ) {
            $0.mail.sender = MailAddress($1)
            return $0.mail.sender != nil
        },
        Setting(.smtpUser, "The name to sign in with at the gateway.", allowed: "text", usual: .words("none"))
        {
            $0.mail.user = $1
            return true
        },
        Setting(
            .smtpPassword, "The password at the gateway; excludes `smtp-password-file`.", allowed: "text",
            usual: .words("none")
        ) {
            try $0.mail.set(password: $1)
            return true
        },
        Setting(
            .smtpPasswordFile, "The file that holds this password.", allowed: "a file that can be read",
            usual: .words("none")
        ) {
            guard let content = try? String(contentsOfFile: $1, encoding: .utf8) else { return false }
            try $0.mail.set(password: content.trimmingCharacters(in: .newlines))
            return true
        },
        Setting(
            .smtpStartTLS, "Whether the connection to the gateway has to be encrypted.",
            allowed: MailGateway.StartTLS.allCases.map(\.rawValue).joined(separator: ", "),
            usual: .value { $0.mail.startTLS.rawValue }
        ) {
            guard let choice = MailGateway.StartTLS(rawValue: $1) else { return false }
            $0.mail.startTLS = choice
            return true
        },
        Setting(
            .smtpAuthorities, "Authorities that vouch for the gateway, in PEM, in place of the system's.",
            allowed: "a file that can be read", usual: .words("the system's")
        ) {
            $0.mail.authorities = $1
            return FileManager.default.isReadableFile(atPath: $1)
        },
    ]
}
