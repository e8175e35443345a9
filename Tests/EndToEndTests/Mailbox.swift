import Foundation
import SampleTesting

/// The mails that a test's mail server has accepted, by recipient.
struct Mailbox: Sendable {
    let server: PythonServer

    init() async throws { server = try await PythonServer("mail_server.py", ["plain"]) }

    /// Settings that send the program's mail here, with links to a site.
    func environment(of site: String) -> [String: String] {
        [
            "BREATHE_PUBLIC_URL": site, "BREATHE_SMTP_URL": server.greeting,
            "BREATHE_SMTP_FROM": "post@example.org", "BREATHE_SMTP_STARTTLS": "never",
            // Weaker than passwords need, but affordable on a machine that runs a thousand tests.
            "BREATHE_PASSWORD_COST": "10",
        ]
    }

    /// All mails so far.
    var all: [TakenMail] { get throws { try server.lines.map(TakenMail.init) } }

    /// Waits until an address has got this many mails, and returns them.
    func mails(to address: String, _ count: Int = 1) async throws -> [TakenMail] {
        try await awaited("\(count) mails to \(address) did not come") {
            let found = try all.filter { $0.to.contains(address) }
            return found.count >= count ? found : nil
        }
    }
}
