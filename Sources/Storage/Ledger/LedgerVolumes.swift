import People

/// The ledger as a series of volumes of 65,536 lines each, through which the inboxes of accounts are found.
///
/// With an index by account alone, every alert would write all over the index: as many pages as there are
/// subscribers. In an index that begins with the volume, an alert's lines, which are written by account, are
/// added at the end. A reader looks into one volume after the other, at a microsecond each.
///
/// PostgreSQL keeps its rows apart from their index, and finds the lines of an account with an index by account.
enum LedgerVolumes {
    /// The index of the lines in inboxes, by volume and account.
    static let index = """
        CREATE INDEX deliveryByAccount ON delivery (id >> 16, account) WHERE channel = 0;
        """

    /// Selects the numbers of the inbox lines of an account and its persons: those above `last` and below
    /// `next`.
    static func lines(
        of account: Account.ID, and persons: [Account.ID] = [], after last: Int64, before next: Int64 = .max
    ) -> Query {
        let end: Query = next == .max ? "" : "AND delivery.id < \(next)"
        return ([account] + persons).map { account -> Query in
            let volumes: Query = """
                FROM \(volumes(from: last))
                CROSS JOIN delivery WHERE \(isLine(of: "\(account.rawValue)", after: last))
                """
            let own: Query = """
                FROM delivery WHERE account = \(account.rawValue) AND channel = 0 AND delivery.id > \(last)
                """
            return "SELECT delivery.id \(sqlite: volumes, postgreSQL: own) \(end)"
        }.joined(separator: " UNION ALL ")
    }

    /// The volumes from that of a line onwards, to be joined with ``isLine(of:after:)``.
    static func volumes(from last: Int64) -> Query {
        """
        (WITH RECURSIVE volume (number) AS (
            SELECT \(last) >> 16
            UNION ALL SELECT number + 1 FROM volume WHERE number < (SELECT max(id) >> 16 FROM delivery))
        SELECT number FROM volume) AS volume
        """
    }

    /// The condition that a line is in a volume and in the inbox of an account.
    static func isLine(of account: Query, after last: Int64) -> Query {
        """
        delivery.id >> 16 = volume.number AND delivery.account = \(account) AND delivery.channel = 0
            AND delivery.id > \(last)
        """
    }
}
