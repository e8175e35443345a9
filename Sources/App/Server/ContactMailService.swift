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
    static let patience = Duration.seconds(60)
    /// Messages read at a time.
    private static let page = 20

    private let store: any ContactMessageQueue
    /// Mails a message; `false` when a retry may help.
    private let mail: @Sendable (ContactMessage) async -> Bool
    private let logger: Logger
    /// Signals that there may be a message to mail.
    private let wakeSignal: WakeSignal
    private let pause: Duration

    /// - Parameters:
    ///   - store: The messages that wait.
    ///   - wakeSignal: Signals that there may be one.
    ///   - pause: The time after a failure before the next attempt.
    ///   - logger: Logs failures of the store.
    ///   - mail: Mails a message; `false` when a retry may help.
    init(
        store: any ContactMessageQueue, wakeSignal: WakeSignal, pause: Duration = Self.patience,
        logger: Logger, mail: @escaping @Sendable (ContactMessage) async -> Bool
    ) {
        (self.store, self.wakeSignal, self.pause) = (store, wakeSignal, pause)
        (self.logger, self.mail) = (logger, mail)
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            // Messages may have waited since the last run, or the end of another node.
            wakeSignal.wake()
            for await _ in wakeSignal.listen() {
                do {
                    while try await !sendSome() { try await Task.sleep(for: pause) }
                } catch is CancellationError {
                    return
                } catch {
                    logger.warning("messages not mailed", metadata: ["error": "\(error)"])
                    // Nobody signals again for messages that wait already.
                    guard (try? await Task.sleep(for: pause)) != nil else { return }
                    wakeSignal.wake()
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
                guard await mail(message) else { return false }
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
        let mailer = MessageMailer(
            client: try MailClient(gateway: gateway), sender: sender, recipient: recipient)
        self.init(store: network.store, wakeSignal: network.followers.messages, logger: logger) {
            await mailer.send($0)
        }
    }
}
