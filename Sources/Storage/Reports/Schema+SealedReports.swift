import Foundation
import GRDB
import Sealing

extension Schema {
    /// Seals what reports say, and the labels of tokens.
    ///
    /// Names are shown only with reports whose authors say so from now on.
    static func sealReports(in database: Database, _ cipher: RowCipher?) throws {
        try database.execute(
            sql: """
                -- `sealed`: symptoms and comment; NULL when there are none.
                ALTER TABLE report ADD COLUMN sealed BLOB;
                ALTER TABLE report ADD COLUMN hasComment INTEGER NOT NULL DEFAULT 0 CHECK (hasComment IN (0, 1));
                -- Whether other people with an account may see the name of its author.
                ALTER TABLE report ADD COLUMN isNamed INTEGER NOT NULL DEFAULT 0 CHECK (isNamed IN (0, 1));
                -- The label of an account's token; `label` is that of a station's key.
                ALTER TABLE credential ADD COLUMN tokenLabel BLOB;
                """)
        try sealDetails(in: database, cipher)
        try sealLabels(in: database, cipher)
        try database.execute(
            sql: """
                ALTER TABLE report DROP COLUMN symptoms;
                ALTER TABLE report DROP COLUMN comment;
                """)
    }

    private static func sealDetails(in database: Database, _ cipher: RowCipher?) throws {
        let rows = try Row.fetchAll(database, sql: "SELECT alert, account, symptoms, comment FROM report")
        for row in rows {
            let (alert, account): (Int64, Int64) = (row["alert"], row["account"])
            let details = ReportDetails(
                symptomNames: try JSONList.decoded(row["symptoms"]), comment: row["comment"])
            let sealed = try details.sealed(alert: alert, account: account, keys(of: cipher, for: "report"))
            try database.execute(
                literal: """
                    UPDATE report SET sealed = \(sealed), hasComment = \(details.comment != nil)
                    WHERE alert = \(alert) AND account = \(account)
                    """)
        }
    }

    private static func sealLabels(in database: Database, _ cipher: RowCipher?) throws {
        let rows = try Row.fetchAll(
            database,
            sql: "SELECT id, label FROM credential WHERE account IS NOT NULL AND label IS NOT NULL")
        for row in rows {
            let id: String = row["id"]
            let sealed = try TokenLabel.sealed(row["label"], of: id, keys(of: cipher, for: "credential"))
            try database.execute(
                literal: "UPDATE credential SET label = NULL, tokenLabel = \(sealed) WHERE id = \(id)")
        }
    }

    private static func keys(of cipher: RowCipher?, for table: String) throws -> KeyRing {
        guard let cipher
        else { throw DatabaseError(message: "there is no data key to seal the rows of \(table) under") }
        return cipher.keys
    }
}
