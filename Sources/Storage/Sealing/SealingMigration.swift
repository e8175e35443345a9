import Foundation
import GRDB
import Geography
import People
import Sealing

/// Moves what rows say about people into sealed columns.
struct SealingMigration {
    private let database: Database
    private let cipher: RowCipher?

    init(_ database: Database, _ cipher: RowCipher?) {
        self.database = database
        self.cipher = cipher
    }

    func run() throws {
        try database.execute(sql: Schema.sealedTables)
        if let cipher {
            try database.execute(
                literal: "INSERT INTO dataKey (id) VALUES (\(try cipher.keys.current().stored))")
            try sealFences(cipher.keys)
            try sealBoxes()
            try sealProfiles(cipher.keys)
            try sealChannels(cipher.keys)
            try sealLedger(cipher.keys)
            try sealAnswers(cipher.keys)
            try sealPortraits(cipher.keys)
            try keepSequences()
        } else {
            try refuseRows()
        }
        try database.execute(sql: Schema.sealedTablesAfterwards)
    }

    private func refuseRows() throws {
        for table in ["fence", "profile", "channel", "delivery", "idempotentAnswer", "portrait"] {
            let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)")
            guard count == 0 else {
                throw DatabaseError(message: "there is no data key to seal the rows of \(table) under")
            }
        }
    }

    private func sealFences(_ keys: KeyRing) throws {
        let sealers = try FenceSealers(keys)
        let columns = ["number", "account", "id", "lastForecast"] + FencePlan.columns
        let insertion = try database.makeStatement(
            sql: """
                INSERT INTO sealedFence (\((columns + ["sealed"]).joined(separator: ", ")))
                VALUES (\((0...columns.count).map { _ in "?" }.joined(separator: ", ")))
                """)
        let outline = try database.makeStatement(
            sql: "INSERT INTO sealedOutline (fence, rings, area) VALUES (?, ?, ?)")
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT fence.*, fenceOutline.rings, fenceOutline.area
                FROM fence LEFT JOIN fenceOutline ON fenceOutline.fence = fence.number ORDER BY number
                """)
        while let row = try rows.next() {
            let place = SealedRow.text(row["id"])
            let sealed = sealers.details.seal(try details(of: row).bytes, of: place)
            let values = columns.map { row[$0] as DatabaseValue }
            try insertion.execute(arguments: StatementArguments(values + [sealed.databaseValue]))
            guard let rings: Data = row["rings"] else { continue }
            let area = (row["area"] as String?).map { sealers.area.seal(Data($0.utf8), of: place) }
            try outline.execute(
                arguments: [row["number"] as Int64, sealers.rings.seal(rings, of: place), area])
        }
    }

    private func details(of row: Row) throws -> FenceDetails {
        let words = ["low1", "high1", "low2", "high2", "low3", "high3", "low4", "high4", "ownLow", "ownHigh"]
        let crossReactions = try Row.fetchAll(
            database, sql: "SELECT allergen, crossReaction FROM crossWatch WHERE fence = ? ORDER BY allergen",
            arguments: [row["number"]])
        let radius: Double? = row["radius"]
        let shape = FenceShape(
            anchor: Coordinate(row: row), extent: radius ?? row["extent"], isCircle: radius != nil,
            inner: row["inner"])
        return FenceDetails(
            shape, name: row["name"],
            plan: WatchPlan(
                masks: words.map { UInt64(bitPattern: row[$0] as Int64) },
                crossReactions: crossReactions.map {
                    CrossReaction(allergen: $0["allergen"], cause: $0["crossReaction"])
                }, watches: row["watches"]))
    }

    /// Boxes of circles are computed anew; those of polygons are rounded out to the grid.
    private func sealBoxes() throws {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT fenceBox.*, longitude, latitude, radius FROM fenceBox
                JOIN fence ON fence.number = fenceBox.id / 2 ORDER BY fenceBox.id
                """)
        try database.execute(sql: "DELETE FROM fenceBox")
        var packed = PackedBoxes()
        for row in rows {
            let (id, radius): (Int64, Double?) = (row["id"], row["radius"])
            guard let radius else {
                let box = BoundingBox(
                    west: row["west"], south: row["south"], east: row["east"], north: row["north"])
                if let box { packed.add(id, box.roundedOutToGrid) }
                continue
            }
            guard id % 2 == 0 else { continue }
            let box = BoundingBox(hiding: Coordinate(row: row), radius: radius)
            for (place, part) in box.roundedOutToGrid.parts.enumerated() {
                packed.add(id + Int64(place), part)
            }
        }
        try packed.replaceTree(in: database)
    }

    private func sealProfiles(_ keys: KeyRing) throws {
        for row in try Row.fetchAll(database, sql: "SELECT * FROM profile") {
            let account: Int64 = row["account"]
            let details = ProfileDetails(
                watches: row["watches"], isCrossReactive: row["crossReactive"],
                acceptsUnsure: row["acceptsUnsure"])
            try database.execute(
                literal: """
                    INSERT INTO sealedProfile
                    SELECT account, \(try details.sealed(for: Account.ID(rawValue: account), keys)), language, tone,
                        timeZone, forecastTime, forecastDaysAhead, digestTime
                    FROM profile WHERE account = \(account)
                    """)
        }
    }

    private func sealChannels(_ keys: KeyRing) throws {
        for row in try Row.fetchAll(database, sql: "SELECT number, id, account, key, target FROM channel") {
            let (number, id, account): (Int64, String, Int64) = (row["number"], row["id"], row["account"])
            let (key, target): (String, String) = (row["key"], row["target"])
            let hash = try keys.index(of: ChannelRow.keyText(key, account), field: ChannelRow.key)
            let sealed = try keys.seal(Data(target.utf8), field: ChannelRow.target, of: .text(id))
            try database.execute(
                literal: """
                    INSERT INTO sealedChannel
                    SELECT number, id, account, kind, \(hash), \(sealed), rhythm, state, failure, failing, created
                    FROM channel WHERE number = \(number)
                    """)
        }
    }

    /// Names in the ledger become numbers of fences.
    ///
    /// Removed fences get negative numbers.
    private func sealLedger(_ keys: KeyRing) throws {
        let update = try database.makeStatement(
            sql: "UPDATE delivery SET fences = ?, nearness = ? WHERE id = ?")
        var names = LedgerNumbers(database, keys)
        var last: Int64 = 0
        while true {
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT id, account, fences, distance, crossReaction FROM delivery
                    WHERE id > ? ORDER BY id LIMIT 10000
                    """, arguments: [last])
            guard let final = rows.last else { return }
            for row in rows {
                let (id, account): (Int64, Int64) = (row["id"], row["account"])
                let nearness = Nearness(distance: row["distance"], crossReaction: row["crossReaction"])
                let numbers = try JSONList.decoded(row["fences"]).map { try names.number(of: $0, account) }
                let text = "[\(numbers.map(String.init).joined(separator: ","))]"
                try update.execute(arguments: [text, try nearness.sealed(for: account, keys: keys), id])
            }
            last = final["id"]
        }
    }

    private func sealAnswers(_ keys: KeyRing) throws {
        for row in try Row.fetchAll(
            database, sql: "SELECT account, key, fingerprint, body FROM idempotentAnswer")
        {
            let (account, key): (Int64, String) = (row["account"], row["key"])
            let place = AnswerRow.place(key, account)
            let fingerprint = try keys.seal(
                row["fingerprint"] as Data, field: AnswerRow.fingerprint, of: place)
            let body = try keys.seal(row["body"] as Data, field: AnswerRow.body, of: place)
            try database.execute(
                literal: """
                    UPDATE idempotentAnswer SET fingerprint = \(fingerprint), body = \(body)
                    WHERE account = \(account) AND key = \(key)
                    """)
        }
    }

    private func sealPortraits(_ keys: KeyRing) throws {
        for row in try Row.fetchAll(database, sql: "SELECT account, png FROM portrait") {
            let account: Int64 = row["account"]
            let sealed = try keys.seal(
                row["png"] as Data, field: RowLoginStore.picture, of: .number(account))
            try database.execute(
                literal: "UPDATE portrait SET png = \(sealed) WHERE account = \(account)")
        }
    }

    /// A number that was used once is never used again.
    private func keepSequences() throws {
        for (old, new) in [("fence", "sealedFence"), ("channel", "sealedChannel")] {
            try database.execute(
                literal: """
                    DELETE FROM sqlite_sequence WHERE name = \(new);
                    INSERT INTO sqlite_sequence (name, seq)
                    SELECT \(new), seq FROM sqlite_sequence WHERE name = \(old)
                    """)
        }
    }
}

/// The numbers of fences by the names in the ledger.
private struct LedgerNumbers {
    private let database: Database
    private let keys: KeyRing
    private var known: [String: Int64] = [:]
    private var gone: Int64 = 0

    init(_ database: Database, _ keys: KeyRing) {
        self.database = database
        self.keys = keys
    }

    mutating func number(of name: String, _ account: Int64) throws -> Int64 {
        let key = "\(account) \(name)"
        if let number = known[key] { return number }
        let present = try Int64.fetchOne(
            database, sql: "SELECT number FROM fence WHERE account = ? AND name = ?",
            arguments: [account, name])
        let number = try present ?? keep(name, account)
        known[key] = number
        return number
    }

    private mutating func keep(_ name: String, _ account: Int64) throws -> Int64 {
        gone -= 1
        let sealed = try keys.seal(
            Data(name.utf8), field: ConcernReader.formerName, of: .number(gone))
        try database.execute(
            literal: "INSERT INTO formerFence (number, account, name) VALUES (\(gone), \(account), \(sealed))"
        )
        return gone
    }
}

extension DataKey.ID {
    /// The identifier as one of SQLite's integers.
    var stored: Int64 { Int64(rawValue) }

    init(stored: Int64) { self.init(rawValue: UInt32(truncatingIfNeeded: stored)) }
}
