package import Alerts
import Foundation
import GRDB
package import People
import Sealing

extension SQLiteStore {
    /// The channels of an account, oldest first.
    package func channels(of account: Account.ID) async throws -> [Channel] {
        try await pool.read { [cipher] database in
            try SQLRequest<Row>(
                literal: """
                    SELECT \(ChannelRow.columns) FROM channel
                    WHERE channel.account = \(account.rawValue) ORDER BY channel.number
                    """
            ).fetchAll(database).map { try Channel(row: $0, cipher) }
        }
    }

    /// The channel with an identifier, whoever owns it, for links that confirm or unsubscribe it.
    package func channel(_ id: Channel.ID) async throws -> Channel? {
        try await pool.read { [cipher] database in
            try SQLRequest<Row>(
                literal: "SELECT \(ChannelRow.columns) FROM channel WHERE channel.id = \(id.rawValue)"
            ).fetchOne(database).map { try Channel(row: $0, cipher) }
        }
    }

    /// Adds a channel.
    ///
    /// - Throws: ``ChannelObjection`` when the account already has ``Channel/perAccount`` channels or one to
    ///   the same target.
    package func add(_ channel: Channel) async throws {
        try await pool.write { [cipher, claim = AnswerClaim.current] database in
            let count = try SQLRequest<Int>(
                literal: "SELECT count(*) FROM channel WHERE account = \(channel.account.rawValue)"
            ).fetchOne(database)
            guard (count ?? 0) < Channel.perAccount
            else { throw ChannelObjection.tooMany(limit: Channel.perAccount) }
            guard try Self.insert(channel, cipher, into: database) else { throw ChannelObjection.known }
            try claim?.note(channel.id.rawValue, cipher, in: database)
        }
    }

    /// Adds many channels in one transaction, without a limit per account.
    package func add(_ channels: [Channel]) async throws {
        try await pool.write { [cipher] database in
            for channel in channels where try !Self.insert(channel, cipher, into: database) {
                throw ChannelObjection.known
            }
        }
    }

    private static func insert(
        _ channel: Channel, _ cipher: RowCipher, into database: Database
    ) throws -> Bool {
        guard try !isKnown(channel, besides: nil, cipher.keys, in: database) else { return false }
        let columns = try ChannelRow.Sealed(channel, cipher.keys)
        try database.execute(
            literal: """
                INSERT INTO channel (id, account, kind, key, target, rhythm, state, failure, created)
                VALUES (
                    \(channel.id.rawValue), \(channel.account.rawValue), \(channel.target.kind.rawValue),
                    \(columns.key), \(columns.target), \(channel.rhythm.rawValue),
                    \(channel.state.rawValue), \(channel.failure), \(channel.created.stored))
                ON CONFLICT (account, kind, key) DO NOTHING
                """)
        return database.changesCount == 1
    }

    /// Whether an account has another channel to the same target, hashed under any key.
    private static func isKnown(
        _ channel: Channel, besides number: Int64?, _ keys: KeyRing, in database: Database
    ) throws -> Bool {
        let text = ChannelRow.keyText(channel.target.key, channel.account.rawValue)
        return try keys.indices(of: text, field: ChannelRow.key).contains { key in
            try SQLRequest<Bool>(
                literal: """
                    SELECT EXISTS (SELECT 1 FROM channel
                        WHERE account = \(channel.account.rawValue) AND kind = \(channel.target.kind.rawValue)
                            AND key = \(key) AND number <> \(number ?? 0))
                    """, cached: true
            ).fetchOne(database) ?? false
        }
    }

    /// Changes the current state of a channel.
    ///
    /// The channel is read and written in one transaction, so that no two changes overwrite each other.
    /// Messages queued for a channel that is no longer active are not sent.
    ///
    /// - Returns: The changed channel, or `nil` when the owner has no such channel.
    /// - Throws: ``ChannelObjection/known`` when another channel of the owner has the same target, and what
    ///   `alter` throws.
    package func change(
        _ id: Channel.ID, of account: Account.ID,
        _ alter: @escaping @Sendable (inout Channel) throws -> Void
    ) async throws -> Channel? {
        try await pool.write { [cipher] database in
            let row = try SQLRequest<Row>(
                literal: """
                    SELECT \(ChannelRow.columns), channel.number FROM channel
                    WHERE channel.id = \(id.rawValue) AND channel.account = \(account.rawValue)
                    """
            ).fetchOne(database)
            guard let row else { return nil }
            var channel = try Channel(row: row, cipher)
            try alter(&channel)
            try Self.replace(row["number"], by: channel, cipher.keys, in: database)
            return channel
        }
    }

    private static func replace(
        _ number: Int64, by channel: Channel, _ keys: KeyRing, in database: Database
    ) throws {
        guard try !isKnown(channel, besides: number, keys, in: database) else { throw ChannelObjection.known }
        let columns = try ChannelRow.Sealed(channel, keys)
        try database.execute(
            literal: """
                UPDATE channel SET kind = \(channel.target.kind.rawValue), key = \(columns.key),
                    target = \(columns.target), rhythm = \(channel.rhythm.rawValue),
                    state = \(channel.state.rawValue), failure = \(channel.failure),
                    failing = CASE WHEN state = \(channel.state.rawValue) THEN failing END
                WHERE number = \(number)
                """)
        if channel.state != .active { try dropQueue(of: number, because: .stopped, in: database) }
    }

    /// Removes a channel.
    ///
    /// Messages queued for it are not sent.
    ///
    /// - Returns: `false` when the owner has no such channel.
    package func remove(_ channel: Channel.ID, of account: Account.ID) async throws -> Bool {
        try await pool.write { database in
            guard let number = try Self.number(of: channel, of: account, in: database)
            else { return false }
            try Self.removeChannel(number, from: database)
            return true
        }
    }

    static func removeChannel(_ number: Int64, from database: Database) throws {
        try dropQueue(of: number, because: .removed, in: database)
        try database.execute(literal: "DELETE FROM channel WHERE number = \(number)")
    }

    private static func number(
        of channel: Channel.ID, of account: Account.ID, in database: Database
    ) throws -> Int64? {
        try SQLRequest<Int64>(
            literal: """
                SELECT number FROM channel WHERE id = \(channel.rawValue) AND account = \(account.rawValue)
                """
        ).fetchOne(database)
    }

    /// Why the queue of a channel is given up, in the words of the ledger.
    enum QueueEnd: String {
        case stopped = "channel stopped"
        case removed = "channel removed"
    }

    /// Gives up the queue of a channel.
    static func dropQueue(of channel: Int64, because end: QueueEnd, in database: Database) throws {
        try WaitingLines.giveUp(
            where: "channel = \(channel)", as: .expired, because: end.rawValue, at: nil, in: database)
    }
}

/// The columns with which channels are read.
enum ChannelRow {
    static let columns: SQL = """
        channel.id AS channelID, channel.account AS channelAccount, channel.kind AS channelKind, channel.target,
        channel.rhythm, channel.state AS channelState, channel.failure, channel.created AS channelCreated
        """

    static let key = SealedField("channel", "key")
    static let target = SealedField("channel", "target")

    /// The text that is hashed for a channel's key.
    ///
    /// It includes the account, so the same target hashes differently for each account.
    static func keyText(_ key: String, _ account: Int64) -> String { "\(account) \(key)" }

    /// The columns that show where a channel leads.
    struct Sealed {
        let key: Data
        let target: Data

        init(_ channel: Channel, _ keys: KeyRing) throws {
            key = try keys.index(
                of: keyText(channel.target.key, channel.account.rawValue), field: ChannelRow.key)
            target = try keys.seal(
                Data(channel.target.encoded().utf8), field: ChannelRow.target,
                of: .text(channel.id.rawValue))
        }
    }
}

extension Channel {
    /// Reads ``ChannelRow/columns``.
    init(row: Row, _ cipher: RowCipher) throws {
        guard let kind = Kind(rawValue: row["channelKind"]), let rhythm = Rhythm(rawValue: row["rhythm"]),
            let state = State(rawValue: row["channelState"])
        else { preconditionFailure("the store holds a channel of a kind that does not exist") }
        self.init(
            id: ID(rawValue: row["channelID"]), account: Account.ID(rawValue: row["channelAccount"]),
            target: try Target(kind, sealed: row["target"], of: row["channelID"], cipher.keys),
            rhythm: rhythm,
            state: state,
            failure: row["failure"], created: Date(stored: row["channelCreated"]))
    }
}

extension Channel.Target {
    /// The target as one text: two channels of an account with the same key are the same channel.
    var key: String {
        switch self {
        case .webhook(let target): target.url.absoluteString
        case .push(let target): target.endpoint.absoluteString
        case .email(let target): target.address.lowercased()
        }
    }

    init(_ kind: Channel.Kind, sealed: Data, of channel: String, _ keys: KeyRing) throws {
        let data = try keys.open(sealed, field: ChannelRow.target, of: .text(channel))
        let decoder = JSONDecoder()
        self =
            switch kind {
            case .webhook: .webhook(try decoder.decode(WebhookTarget.self, from: data))
            case .push: .push(try decoder.decode(PushTarget.self, from: data))
            case .email: .email(try decoder.decode(EmailTarget.self, from: data))
            }
    }

    fileprivate func encoded() throws -> String {
        let encoder = JSONEncoder()
        let data =
            switch self {
            case .webhook(let target): try encoder.encode(target)
            case .push(let target): try encoder.encode(target)
            case .email(let target): try encoder.encode(target)
            }
        return String(decoding: data, as: UTF8.self)
    }
}
