import Foundation
import SampleTesting

/// What a mail server of the tests has taken, by whom it is for.
struct Mailbox: Sendable {
    let server: PythonServer

    init() async throws { server = try await PythonServer("mail_server.py", ["plain"]) }

    /// With which the program sends its mail here, with links that lead to a site.
    func environment(of site: String) -> [String: String] {
        [
            "BREATHE_PUBLIC_URL": site, "BREATHE_SMTP_URL": server.greeting,
            "BREATHE_SMTP_FROM": "post@example.org", "BREATHE_SMTP_STARTTLS": "never",
            // Not what passwords need, but what a machine has to spare that runs a thousand tests.
            "BREATHE_PASSWORD_COST": "10",
        ]
    }

    /// All mails so far.
    var all: [TakenMail] { get throws { try server.lines.map(TakenMail.init) } }

    /// Waits until somebody has got so many mails, and returns them.
    func mails(to address: String, _ count: Int = 1) async throws -> [TakenMail] {
        try await awaited("\(count) mails to \(address) did not come") {
            let found = try all.filter { $0.to.contains(address) }
            return found.count >= count ? found : nil
        }
    }
}
