import Alerts
package import Foundation
package import People
import Sealing

/// Messages from people to the operators of the service.
extension RowStore {
    /// Stores a message.
    ///
    /// - Parameters:
    ///   - draft: The message.
    ///   - account: Its author; `nil` when nobody was signed in.
    ///   - isWaiting: Whether it waits to be mailed as well.
    ///   - now: When it came.
    /// - Throws: Why nothing could be written.
    package func keep(
        _ draft: ContactMessage.Draft, of account: Account.ID?, isWaiting: Bool, at now: Date
    ) async throws {
        let id = ContactMessage.ID.random()
        try await writeRows(locking: .nothing) { [keys] runner in
            let sealed = try MessageText(draft).sealed(for: id, keys)
            runner.notify(of: CommittedChanges(messageWaits: isWaiting))
            try runner.run(
                """
                INSERT INTO message (id, account, topic, sealed, created, isWaiting)
                VALUES (
                    \(id.rawValue), \(account?.rawValue), \(draft.topic.rawValue), \(sealed), \(now.stored),
                    \(isWaiting))
                """)
        }
    }

    /// Messages with numbers below `last`, newest first, at most `limit`.
    package func messages(before last: Int64 = .max, limit: Int) async throws -> [ContactMessage] {
        try await messages(where: "message.number < \(last)", order: "DESC", limit: limit)
    }

    /// All messages of an account, oldest first.
    package func messages(of account: Account.ID) async throws -> [ContactMessage] {
        try await messages(where: "message.account = \(account.rawValue)", order: "ASC", limit: .max)
    }

    /// Messages that wait to be mailed, oldest first, at most `limit`.
    package func waitingMessages(limit: Int) async throws -> [ContactMessage] {
        try await messages(where: "message.isWaiting = 1", order: "ASC", limit: limit)
    }

    private func messages(where condition: Query, order: Query, limit: Int) async throws -> [ContactMessage] {
        try await readRows { [keys] runner in
            try runner.rows(
                """
                SELECT message.*, account.name FROM message LEFT JOIN account ON account.id = message.account
                WHERE \(condition) ORDER BY message.number \(order) LIMIT \(limit)
                """
            ).map { try ContactMessage(row: $0, keys) }
        }
    }

    /// Notes that a message no longer waits to be mailed.
    package func noteMailed(_ message: ContactMessage.ID) async throws {
        try await writeRows(locking: .nothing) { runner in
            try runner.run("UPDATE message SET isWaiting = 0 WHERE id = \(message.rawValue)")
        }
    }

    /// Removes a message; `false` when it does not exist.
    package func remove(_ message: ContactMessage.ID) async throws -> Bool {
        try await writeRows(locking: .nothing) { runner in
            try runner.run("DELETE FROM message WHERE id = \(message.rawValue)") > 0
        }
    }
}

/// The sealed part of a row of `message`, as JSON.
struct MessageText: Codable {
    static let field = SealedField("message", "sealed")

    let text: String
    let replyTo: String?
    let page: String?

    init(_ draft: ContactMessage.Draft) { (text, replyTo, page) = (draft.text, draft.replyTo, draft.page) }

    func sealed(for id: ContactMessage.ID, _ keys: KeyRing) throws -> Data {
        try keys.seal(JSONEncoder().encode(self), field: Self.field, of: .text(id.rawValue))
    }
}

extension ContactMessage {
    fileprivate init(row: QueryRow, _ keys: KeyRing) throws {
        guard let topic = Topic(rawValue: try row["topic"])
        else { preconditionFailure("the store holds a message on a topic that does not exist") }
        let id: String = try row["id"]
        let text = try JSONDecoder().decode(
            MessageText.self, from: keys.open(try row["sealed"], field: MessageText.field, of: .text(id)))
        let account = try (row["account"] as Int64?).map {
            Account(id: Account.ID(rawValue: $0), name: try row["name"] as String? ?? "")
        }
        self.init(
            id: ID(rawValue: id), number: try row["number"], account: account,
            draft: Draft(topic: topic, text: text.text, replyTo: text.replyTo, page: text.page),
            sent: Date(stored: try row["created"]))
    }
}
