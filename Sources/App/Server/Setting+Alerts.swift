import Alerts
import Foundation
import Mail

extension Setting {
    /// What alerts say and how long, and who answers for them.
    static let alerts: [Setting] = [
        Setting(
            .reportLifetime,
            "How long a report is in force after the last report or confirmation.",
            allowed: "a whole number of hours from \(ReportRules.lifetimes.lowerBound)"
                + " to \(ReportRules.lifetimes.upperBound)",
            usual: .value { "\(Int($0.reportRules.lifetime / 3_600))" }
        ) {
            guard let rules = Int($1).flatMap(ReportRules.init(lifetimeHours:)) else { return false }
            $0.reportRules = rules
            return true
        },
        Setting(
            .alertSender, "The name under which public alerts are issued; keep it when the address changes.",
            allowed: "an e-mail address or a domain name", usual: .words("`breathe@` and the public host")
        ) {
            $0.alertSender = $1
            return $1.wholeMatch(of: /[A-Za-z0-9@.:_\-]{1,100}/) != nil
        },
        Setting(
            .alertContact, "The contact that public alerts and the API name.",
            allowed: "text",
            usual: .words("none")
        ) {
            $0.alertContact = $1.isEmpty ? nil : $1
            return true
        },
        Setting(
            .alertKey, "The private key that alerts in CAP are signed with; needs `alert-certificate`.",
            allowed: "a file in PEM", usual: .words("no signature")
        ) {
            $0.alertSigning.key = URL(filePath: $1)
            return true
        },
        Setting(
            .alertCertificate, "The certificate of `alert-key`, which signed alerts name.",
            allowed: "a file in PEM", usual: .words("no signature")
        ) {
            $0.alertSigning.certificate = URL(filePath: $1)
            return true
        },
        Setting(
            .contact, "The address that gets the messages that people write to the operator.",
            allowed: "an e-mail address", usual: .words("none")
        ) {
            $0.contact = MailAddress($1)
            return $0.contact != nil
        },
        Setting(
            .vapidKey, "The file with the private key that push subscriptions are bound to.",
            allowed: "a file in PEM", usual: .words("made beside the database, with the ending `.vapid.pem`")
        ) {
            $0.vapidKey = URL(filePath: $1)
            return true
        },
        Setting(
            .vapidContact, "Where push services reach the operator.",
            allowed: "an address with mailto: or https:",
            usual: .words("`smtp-from`, `contact`, `public-url` with https, or else `alert-sender`")
        ) {
            $0.vapidContact = $1
            return $1.hasPrefix("mailto:") || $1.hasPrefix("https:")
        },
    ]
}
