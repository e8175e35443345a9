import API
import Delivery
import Foundation
import Logging
import Mail
import People
import ServiceLifecycle
import Storage

/// Connects the routes to people's messages to the operators.
struct MessagePort: MessageBox {
    let store: SQLiteStore
    /// Mails new messages; `nil` if nobody receives them by mail.
    let courier: ContactMailService?

    func take(_ draft: ContactMessage.Draft, of account: Account.ID?, at now: Date) async throws {
        try await store.keep(draft, of: account, isWaiting: courier != nil, at: now)
        courier?.lookAgain()
    }

    func messages(before last: Int64, limit: Int) async throws -> [ContactMessage] {
        try await store.messages(before: last, limit: limit)
    }

    func messages(of account: Account.ID) async throws -> [ContactMessage] {
        try await store.messages(of: account)
    }

    func remove(_ message: ContactMessage.ID) async throws -> Bool { try await store.remove(message) }
}

/// Mails people's messages to the recipient, one after the other, and retries after failures.
struct ContactMailService: Service {
    /// The pause after a failed attempt.
    private static let patience = Duration.seconds(60)
    /// Messages read at a time.
    private static let page = 20

    private let store: SQLiteStore
    private let mailer: MessageMailer
    private let logger: Logger
    private let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation

    init(store: SQLiteStore, mailer: MessageMailer, logger: Logger) {
        (self.store, self.mailer, self.logger) = (store, mailer, logger)
        (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        signal.yield()
    }

    /// Signals that there may be a message to mail.
    func lookAgain() { signal.yield() }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in signals {
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
    init?(_ configuration: ServerConfiguration, store: SQLiteStore, logger: Logger) throws {
        guard let gateway = configuration.mail.gateway, let sender = configuration.mail.sender,
            let recipient = configuration.contact
        else { return nil }
        self.init(
            store: store,
            mailer: MessageMailer(
                room: try MailClient(gateway: gateway), sender: sender, recipient: recipient),
            logger: logger)
    }
}
