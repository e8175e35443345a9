package import Alerts
import Foundation
package import People
import Sealing

extension RowStore {
    /// The channels of an account, oldest first.
    package func channels(of account: Account.ID) async throws -> [Channel] {
        try await readRows { [keys] runner in
            try runner.rows(
                """
                SELECT \(ChannelRow.columns) FROM channel
                WHERE channel.account = \(account.rawValue) ORDER BY channel.number
                """
            ).map { try Channel(row: $0, keys) }
        }
    }

    /// The channel with an identifier, whoever owns it, for links that confirm or unsubscribe it.
    package func channel(_ id: Channel.ID) async throws -> Channel? {
        try await readRows { [keys] runner in
            try runner.row("SELECT \(ChannelRow.columns) FROM channel WHERE channel.id = \(id.rawValue)").map
            { try Channel(row: $0, keys) }
        }
    }

    /// Adds a channel.
    ///
    /// - Throws: ``ChannelObjection`` when the account already has ``Channel/perAccount`` channels or one to
    ///   the same target.
    package func add(_ channel: Channel) async throws {
        try await writeRows(locking: .account(channel.account)) {
            [keys, claim = AnswerClaim.current] runner in
            let count = try runner.value(
                "SELECT count(*) FROM channel WHERE account = \(channel.account.rawValue)", as: Int.self)
            guard (count ?? 0) < Channel.perAccount
            else { throw ChannelObjection.tooMany(limit: Channel.perAccount) }
            guard try runner.insert(channel, keys) else { throw ChannelObjection.known }
            try claim?.note(channel.id.rawValue, keys, by: runner)
        }
    }

    /// Adds many channels in one transaction, without a limit per account.
    package func add(_ channels: [Channel]) async throws {
        try await writeRows(locking: .nothing) { [keys] runner in
            for channel in channels where try !runner.insert(channel, keys) {
                throw ChannelObjection.known
            }
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
        try await writeRows(locking: .account(account)) { [keys] runner in
            let row = try runner.row(
                """
                SELECT \(ChannelRow.columns), channel.number FROM channel
                WHERE channel.id = \(id.rawValue) AND channel.account = \(account.rawValue)
                """)
            guard let row else { return nil }
            var channel = try Channel(row: row, keys)
            try alter(&channel)
            try runner.replace(try row["number"], by: channel, keys)
            return channel
        }
    }

    /// Removes a channel.
    ///
    /// Messages queued for it are not sent.
    ///
    /// - Returns: `false` when the owner has no such channel.
    package func remove(_ channel: Channel.ID, of account: Account.ID) async throws -> Bool {
        try await writeRows(locking: .account(account)) { runner in
            guard let number = try runner.number(of: channel, of: account)
            else { return false }
            try runner.removeChannel(number)
            return true
        }
    }
}

extension QueryRunner {
    fileprivate func insert(
        _ channel: Channel, _ keys: KeyRing
    ) throws -> Bool {
        guard try !isKnown(channel, besides: nil, keys) else { return false }
        let columns = try ChannelRow.Sealed(channel, keys)
        return try run(
            """
            INSERT INTO channel (id, account, kind, key, target, rhythm, state, failure, created)
            VALUES (
                \(channel.id.rawValue), \(channel.account.rawValue), \(channel.target.kind.rawValue),
                \(columns.key), \(columns.target), \(channel.rhythm.rawValue),
                \(channel.state.rawValue), \(channel.failure), \(channel.created.stored))
            ON CONFLICT (account, kind, key) DO NOTHING
            """) == 1
    }

    /// Whether an account has another channel to the same target, hashed under any key.
    fileprivate func isKnown(
        _ channel: Channel, besides number: Int64?, _ keys: KeyRing
    ) throws -> Bool {
        let text = ChannelRow.keyText(channel.target.key, channel.account.rawValue)
        return try keys.indices(of: text, field: ChannelRow.key).contains { key in
            try value(
                """
                SELECT EXISTS (SELECT 1 FROM channel
                    WHERE account = \(channel.account.rawValue) AND kind = \(channel.target.kind.rawValue)
                        AND key = \(key) AND number <> \(number ?? 0))
                """, as: Bool.self) ?? false
        }
    }

    fileprivate func replace(
        _ number: Int64, by channel: Channel, _ keys: KeyRing
    ) throws {
        guard try !isKnown(channel, besides: number, keys) else { throw ChannelObjection.known }
        let columns = try ChannelRow.Sealed(channel, keys)
        try run(
            """
            UPDATE channel SET kind = \(channel.target.kind.rawValue), key = \(columns.key),
                target = \(columns.target), rhythm = \(channel.rhythm.rawValue),
                state = \(channel.state.rawValue), failure = \(channel.failure),
                failing = CASE WHEN state = \(channel.state.rawValue) THEN failing END
            WHERE number = \(number)
            """)
        if channel.state != .active { try dropQueue(of: number, because: .stopped) }
    }

    func removeChannel(_ number: Int64) throws {
        try dropQueue(of: number, because: .removed)
        try run("DELETE FROM channel WHERE number = \(number)")
    }

    fileprivate func number(
        of channel: Channel.ID, of account: Account.ID
    ) throws -> Int64? {
        try value(
            """
            SELECT number FROM channel WHERE id = \(channel.rawValue) AND account = \(account.rawValue)
            """, as: Int64.self)
    }

    /// Gives up the queue of a channel.
    func dropQueue(of channel: Int64, because end: QueueEnd) throws {
        try WaitingLines.giveUp(
            where: "channel = \(channel)", as: .expired, because: end.rawValue, at: nil, by: self)
    }
}

/// Why the queue of a channel is given up, in the words of the ledger.
enum QueueEnd: String {
    case stopped = "channel stopped"
    case removed = "channel removed"
}

/// The columns with which channels are read.
enum ChannelRow {
    static let columns: Query = """
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
    init(row: QueryRow, _ keys: KeyRing) throws {
        guard let kind = Kind(rawValue: try row["channelKind"]),
            let rhythm = Rhythm(rawValue: try row["rhythm"]),
            let state = State(rawValue: try row["channelState"])
        else { preconditionFailure("the store holds a channel of a kind that does not exist") }
        self.init(
            id: ID(rawValue: try row["channelID"]), account: Account.ID(rawValue: try row["channelAccount"]),
            target: try Target(kind, sealed: try row["target"], of: try row["channelID"], keys),
            rhythm: rhythm,
            state: state,
            failure: try row["failure"], created: Date(stored: try row["channelCreated"]))
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
