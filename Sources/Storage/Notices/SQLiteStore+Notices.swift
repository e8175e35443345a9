import Alerts
import Foundation
import GRDB
import Sealing

/// The sealed part of a row of `notice`, as JSON.
enum NoticeRow {
    static let field = SealedField("notice", "sealed")

    static func sealed(_ matter: Notice.Matter, of account: Int64, _ keys: KeyRing) throws -> Data {
        try keys.seal(JSONEncoder().encode(matter), field: field, of: .number(account))
    }

    static func opened(_ sealed: Data, of account: Int64, _ keys: KeyRing) throws -> Notice.Matter {
        try JSONDecoder().decode(
            Notice.Matter.self, from: keys.open(sealed, field: field, of: .number(account)))
    }
}

extension QueryRunner {
    /// Notifies a person, over all channels of the account that cares for them.
    func raise(_ notice: Notice, for account: Int64, _ keys: KeyRing) throws {
        try keep(notice, for: account, keys)
        notify(of: CommittedChanges(noticesChanged: true))
    }

    /// The same, without waking what sends it.
    func keep(_ notice: Notice, for account: Int64, _ keys: KeyRing) throws {
        let sealed = try NoticeRow.sealed(notice.matter, of: account, keys)
        let number = try insertedNumber(
            """
            INSERT INTO notice (account, sealed, raised)
            VALUES (\(account), \(sealed), \(notice.raised.stored))
            RETURNING number
            """)
        let reader: Int64? = try value("SELECT coalesce(guardian, id) FROM account WHERE id = \(account)")
        for channel in try activeChannels(of: reader ?? account) {
            try NoticeLedger.queue.add(("notice", number), over: channel, at: notice.raised, by: self)
        }
    }
}

extension SQLiteStore {
    /// Notifies a person in a transaction that is not written over ``QueryRunner``, without waking what sends it.
    static func keep(
        _ notice: Notice, for account: Int64, _ cipher: RowCipher, in database: Database
    ) throws {
        try SQLiteRunner(database).keep(notice, for: account, cipher.keys)
    }
}
