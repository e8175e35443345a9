package import Allergens
package import Foundation
import GRDB
import Geography

extension Archive {
    /// The profile of an account; that of everybody who has said nothing when it has none.
    package func profile(of account: Account.ID) async throws -> Profile {
        try await pool.read { [taxonomy] database in
            try Self.profile(of: account, taxonomy: taxonomy, in: database)
        }
    }

    static func profile(
        of account: Account.ID, taxonomy: Taxonomy, in database: Database
    ) throws -> Profile {
        let row = try SQLRequest<Row>(
            literal: "SELECT * FROM profile WHERE account = \(account.rawValue)", cached: true
        ).fetchOne(database)
        return try row.map { try Profile(row: $0, taxonomy: taxonomy) } ?? Profile()
    }

    /// The profiles of those accounts that have one.
    static func profiles(
        of accounts: some Sequence<Account.ID>, taxonomy: Taxonomy, in database: Database
    ) throws -> [Account.ID: Profile] {
        let known = try Int64.fetchSet(database, sql: "SELECT account FROM profile")
        var profiles: [Account.ID: Profile] = [:]
        for account in accounts where known.contains(account.rawValue) && profiles[account] == nil {
            profiles[account] = try profile(of: account, taxonomy: taxonomy, in: database)
        }
        return profiles
    }

    /// Keeps the profile of an account, and works out anew what its fences watch.
    ///
    /// What was announced at a fence stays remembered.
    package func keep(_ profile: Profile, of account: Account.ID, at now: Date) async throws {
        try await pool.write { [taxonomy] database in
            try Self.insert(profile, of: account, into: database)
            let planner = FencePlanner(taxonomy: taxonomy, at: now)
            let writer = try FenceWriter(database)
            for row in try Self.fenceRows(of: account, in: database) {
                let rules = try Fence(row: row, taxonomy: taxonomy).rules
                try writer.change(row["number"], to: planner.plan(rules, profile))
            }
        }
    }

    private static func insert(_ profile: Profile, of account: Account.ID, into database: Database) throws {
        try database.execute(
            literal: """
                INSERT INTO profile
                    (account, watches, crossReactive, acceptsUnsure, language, tone, timeZone, forecastTime,
                    forecastDaysAhead, digestTime)
                VALUES (
                    \(account.rawValue), \(try WatchText.encoded(profile.watches)), \(profile.isCrossReactive),
                    \(profile.acceptsUnsure), \(profile.language.rawValue), \(profile.tone.rawValue),
                    \(profile.timeZone.identifier), \(profile.forecastRound.time.minutes),
                    \(profile.forecastRound.daysAhead), \(profile.digestTime.minutes))
                ON CONFLICT (account) DO UPDATE SET
                    watches = excluded.watches, crossReactive = excluded.crossReactive,
                    acceptsUnsure = excluded.acceptsUnsure, language = excluded.language, tone = excluded.tone,
                    timeZone = excluded.timeZone, forecastTime = excluded.forecastTime,
                    forecastDaysAhead = excluded.forecastDaysAhead, digestTime = excluded.digestTime
                """)
    }
}

extension Profile {
    init(row: Row, taxonomy: Taxonomy) throws {
        self.init()
        watches = try WatchText.decoded(row["watches"], taxonomy: taxonomy)
        isCrossReactive = row["crossReactive"]
        acceptsUnsure = row["acceptsUnsure"]
        language = Language(rawValue: row["language"]) ?? language
        tone = Tone(rawValue: row["tone"]) ?? tone
        timeZone = TimeZone(identifier: row["timeZone"]) ?? timeZone
        let time = LocalTime(minutes: row["forecastTime"]) ?? forecastRound.time
        forecastRound = row["forecastDaysAhead"] == 1 ? .eveningBefore(at: time) : .sameMorning(at: time)
        digestTime = LocalTime(minutes: row["digestTime"]) ?? digestTime
    }
}
