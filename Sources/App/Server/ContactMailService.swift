import Alerts
import Delivery
import Foundation
import Logging
import Mail
package import People
import ServiceLifecycle

/// The messages that wait to be mailed to the operators.
package protocol ContactMessageQueue: Sendable {
    /// Messages that wait, oldest first, at most `limit`.
    func waitingMessages(limit: Int) async throws -> [ContactMessage]
    /// Notes that a message no longer waits.
    func noteMailed(_ message: ContactMessage.ID) async throws
}

/// Mails people's messages to the recipient, one after the other, and retries after failures.
struct ContactMailService: Service {
    /// The pause after a failed attempt.
    private static let patience = Duration.seconds(60)
    /// Messages read at a time.
    private static let page = 20

    private let store: any ContactMessageQueue
    private let mailer: MessageMailer
    private let logger: Logger
    /// Signals that there may be a message to mail.
    private let wakeSignal: WakeSignal

    init(store: any ContactMessageQueue, mailer: MessageMailer, wakeSignal: WakeSignal, logger: Logger) {
        (self.store, self.mailer, self.wakeSignal, self.logger) = (store, mailer, wakeSignal, logger)
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            // Messages may have waited since the last run, or the end of another node.
            wakeSignal.wake()
            for await _ in wakeSignal.listen() {
                do {
                    while try await !sendSome() { try await Task.sleep(for: Self.patience) }
                } catch is CancellationError {
                    return
                } catch {
                    logger.warning("messages not mailed", metadata: ["error": "\(error)"])
                }
            }
        }
    }

    /// Mails the waiting messages.
    ///
    /// Returns `false` if the gateway does not accept one.
    private func sendSome() async throws -> Bool {
        while case let waiting = try await store.waitingMessages(limit: Self.page), !waiting.isEmpty {
            for message in waiting {
                guard await mailer.send(message) else { return false }
                try await store.noteMailed(message.id)
            }
        }
        return true
    }
}

extension ContactMailService {
    /// Creates the service if there are a gateway and a recipient.
    init?(_ configuration: ServerConfiguration, network: Network, logger: Logger) throws {
        guard let gateway = configuration.mail.gateway, let sender = configuration.mail.sender,
            let recipient = configuration.contact
        else { return nil }
        self.init(
            store: network.store,
            mailer: MessageMailer(
                client: try MailClient(gateway: gateway), sender: sender, recipient: recipient),
            wakeSignal: network.followers.messages,
            logger: logger)
    }
}
