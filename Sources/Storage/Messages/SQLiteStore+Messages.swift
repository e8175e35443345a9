import Alerts
package import Foundation
import GRDB
package import People
import Sealing

/// Messages from people to the operators of the service.
extension SQLiteStore {
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
        try await pool.write { [cipher, notifier] database in
            let sealed = try MessageText(draft).sealed(for: id, cipher)
            notifier.notify(of: CommittedChanges(messageWaits: isWaiting), after: database)
            try database.execute(
                literal: """
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
        try await messages(where: "message.account = \(account.rawValue)", order: "ASC", limit: -1)
    }

    /// Messages that wait to be mailed, oldest first, at most `limit`.
    package func waitingMessages(limit: Int) async throws -> [ContactMessage] {
        try await messages(where: "message.isWaiting = 1", order: "ASC", limit: limit)
    }

    private func messages(where condition: SQL, order: SQL, limit: Int) async throws -> [ContactMessage] {
        try await pool.read { [cipher] database in
            try SQLRequest<Row>(
                literal: """
                    SELECT message.*, account.name FROM message LEFT JOIN account ON account.id = message.account
                    WHERE \(condition) ORDER BY message.number \(order) LIMIT \(limit)
                    """
            ).fetchAll(database).map { try ContactMessage(row: $0, cipher) }
        }
    }

    /// Notes that a message no longer waits to be mailed.
    package func noteMailed(_ message: ContactMessage.ID) async throws {
        try await pool.write { database in
            try database.execute(
                literal: "UPDATE message SET isWaiting = 0 WHERE id = \(message.rawValue)")
        }
    }

    /// Removes a message; `false` when it does not exist.
    package func remove(_ message: ContactMessage.ID) async throws -> Bool {
        try await pool.write { database in
            try database.execute(literal: "DELETE FROM message WHERE id = \(message.rawValue)")
            return database.changesCount > 0
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

    func sealed(for id: ContactMessage.ID, _ cipher: RowCipher) throws -> Data {
        try cipher.keys.seal(JSONEncoder().encode(self), field: Self.field, of: .text(id.rawValue))
    }
}

extension ContactMessage {
    fileprivate init(row: Row, _ cipher: RowCipher) throws {
        guard let topic = Topic(rawValue: row["topic"])
        else { preconditionFailure("the store holds a message on a topic that does not exist") }
        let id: String = row["id"]
        let text = try JSONDecoder().decode(
            MessageText.self, from: cipher.keys.open(row["sealed"], field: MessageText.field, of: .text(id)))
        let account = (row["account"] as Int64?).map {
            Account(id: Account.ID(rawValue: $0), name: row["name"] ?? "")
        }
        self.init(
            id: ID(rawValue: id), number: row["number"], account: account,
            draft: Draft(topic: topic, text: text.text, replyTo: text.replyTo, page: text.page),
            sent: Date(stored: row["created"]))
    }
}
