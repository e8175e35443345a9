import Alerts
import Foundation
import GRDB
import Sealing

/// The sealed part of a row of `notice`, as JSON.
enum NoticeRow {
    static let field = SealedField("notice", "sealed")

    static func sealed(_ matter: Notice.Matter, of account: Int64, _ cipher: RowCipher) throws -> Data {
        try cipher.keys.seal(JSONEncoder().encode(matter), field: field, of: .number(account))
    }

    static func opened(_ sealed: Data, of account: Int64, _ cipher: RowCipher) throws -> Notice.Matter {
        try JSONDecoder().decode(
            Notice.Matter.self, from: cipher.keys.open(sealed, field: field, of: .number(account)))
    }
}

extension SQLiteStore {
    /// Notifies a person, over all channels of the account that cares for them.
    static func raise(
        _ notice: Notice, for account: Int64, _ cipher: RowCipher, _ notifier: ChangeNotifier,
        in database: Database
    ) throws {
        try keep(notice, for: account, cipher, in: database)
        notifier.notify(of: CommittedChanges(noticesChanged: true), after: database)
    }

    /// The same, without waking whoever sends it.
    static func keep(
        _ notice: Notice, for account: Int64, _ cipher: RowCipher, in database: Database
    ) throws {
        let sealed = try NoticeRow.sealed(notice.matter, of: account, cipher)
        let number = try database.insertedNumber(
            """
            INSERT INTO notice (account, sealed, raised)
            VALUES (\(account), \(sealed), \(notice.raised.stored))
            RETURNING number
            """)
        let reader = try SQLRequest<Int64>(
            literal: "SELECT coalesce(guardian, id) FROM account WHERE id = \(account)", cached: true
        ).fetchOne(database)
        for channel in try SendingQueue.channels(of: reader ?? account, in: database) {
            try NoticeLedger.queue.add(
                ("notice", number), over: channel, at: notice.raised, in: database)
        }
    }
}
