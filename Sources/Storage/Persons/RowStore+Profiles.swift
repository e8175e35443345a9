import Alerts
import Allergens
package import Foundation
import GRDB
import Geography
package import People
import Sealing

extension RowStore {
    /// The profile of an account, or the default profile when it has none.
    package func profile(of account: Account.ID) async throws -> Profile {
        try await glanceRows { [taxonomy, keys] runner in
            try runner.profile(of: account, taxonomy: taxonomy, keys)
        }
    }
}

extension QueryRunner {
    /// The profile of an account, or the default profile when it has none.
    func profile(of account: Account.ID, taxonomy: Taxonomy, _ keys: KeyRing) throws -> Profile {
        let found = try row(
            """
            SELECT profile.*, unitChoice.units
            FROM profile LEFT JOIN unitChoice ON unitChoice.account = profile.account
            WHERE profile.account = \(account.rawValue)
            """)
        return try found.map { try Profile(row: $0, taxonomy: taxonomy, keys) } ?? Profile()
    }

    /// Stores the profile of an account, but neither what its fences watch nor when it is reminded.
    func insert(_ profile: Profile, of account: Account.ID, _ keys: KeyRing) throws {
        let sealed = try ProfileDetails(profile).sealed(for: account, keys)
        try run(
            """
            INSERT INTO profile
                (account, sealed, language, tone, timeZone, forecastTime,
                forecastDaysAhead, digestTime)
            VALUES (
                \(account.rawValue), \(sealed), \(profile.language.rawValue), \(profile.tone.rawValue),
                \(profile.timeZone.identifier), \(profile.forecastRound.time.minutes),
                \(profile.forecastRound.daysAhead), \(profile.digestTime.minutes))
            ON CONFLICT (account) DO UPDATE SET
                sealed = excluded.sealed, language = excluded.language, tone = excluded.tone,
                timeZone = excluded.timeZone, forecastTime = excluded.forecastTime,
                forecastDaysAhead = excluded.forecastDaysAhead, digestTime = excluded.digestTime
            """)
        try run("DELETE FROM unitChoice WHERE account = \(account.rawValue)")
        guard profile.units != .metric else { return }
        try run("INSERT INTO unitChoice VALUES (\(account.rawValue), \(profile.units.rawValue))")
    }
}

extension RowStore {
    /// Stores the profile of an account, and updates what its fences watch.
    ///
    /// The fences' past announcements stay.
    package func keep(_ profile: Profile, of account: Account.ID, at now: Date) async throws {
        _ = try await change(profileOf: account, at: now) { _ in profile }
    }

    /// Derives an account's profile from the present one, and updates what its fences watch.
    ///
    /// All of it is one transaction, so no other change comes in between.
    ///
    /// - Returns: The profile.
    /// - Throws: What `change` throws; then nothing is changed.
    package func change(
        profileOf account: Account.ID, at now: Date, _ change: @escaping @Sendable (Profile) throws -> Profile
    ) async throws -> Profile {
        try await writeRows(locking: .account(account)) { [taxonomy, cipher] runner in
            let profile = try change(runner.profile(of: account, taxonomy: taxonomy, cipher.keys))
            try runner.keep(profile, of: account, at: now, taxonomy, cipher)
            return profile
        }
    }

    /// Replaces the answers to the welcome quiz, and applies them to the profile, which alerts follow.
    ///
    /// - Returns: The profile.
    package func keep(_ quiz: WelcomeQuiz, of account: Account.ID, at now: Date) async throws -> Profile {
        try await writeRows(locking: .account(account)) { [cipher, taxonomy] runner in
            let sealed = try cipher.keys.seal(
                JSONEncoder().encode(quiz), field: QuizRow.field, of: .number(account.rawValue))
            try runner.run(
                """
                INSERT INTO welcomeQuiz (account, sealed, answered)
                VALUES (\(account.rawValue), \(sealed), \(now.stored))
                ON CONFLICT (account) DO UPDATE SET sealed = excluded.sealed, answered = excluded.answered
                """)
            var profile = try runner.profile(of: account, taxonomy: taxonomy, cipher.keys)
            profile.take(quiz, in: taxonomy)
            try runner.keep(profile, of: account, at: now, taxonomy, cipher)
            return profile
        }
    }
}

extension QueryRunner {
    /// Stores a profile, and brings fences and reminders in line with it.
    fileprivate func keep(
        _ profile: Profile, of account: Account.ID, at now: Date, _ taxonomy: Taxonomy, _ cipher: RowCipher
    ) throws {
        try insert(profile, of: account, cipher.keys)
        try moveReminders(of: account, to: profile.timeZone, at: now, cipher.keys)
        try moveHelpReminders(of: account, to: profile.timeZone, at: now, cipher.keys)
        try planFences(of: account, by: profile, at: now, taxonomy, cipher)
    }
}

extension SQLiteStore {
    /// The profiles of the accounts that have one.
    static func profiles(
        of accounts: some Sequence<Account.ID>, taxonomy: Taxonomy, _ cipher: RowCipher, in database: Database
    ) throws -> [Account.ID: Profile] {
        let known = try Int64.fetchSet(database, sql: "SELECT account FROM profile")
        guard !known.isEmpty else { return [:] }
        let runner = SQLiteRunner(database)
        var profiles: [Account.ID: Profile] = [:]
        for account in accounts where known.contains(account.rawValue) && profiles[account] == nil {
            profiles[account] = try runner.profile(of: account, taxonomy: taxonomy, cipher.keys)
        }
        return profiles
    }
}

extension Profile {
    fileprivate init(row: QueryRow, taxonomy: Taxonomy, _ keys: KeyRing) throws {
        self.init()
        let details = try ProfileDetails(
            sealed: row["sealed"], for: Account.ID(rawValue: row["account"]), keys)
        watches = try WatchText.decoded(details.watches, taxonomy: taxonomy)
        isCrossReactive = details.isCrossReactive
        acceptsUnsure = details.acceptsUnsure
        language = Language(rawValue: try row["language"]) ?? language
        tone = Tone(rawValue: try row["tone"]) ?? tone
        units = (try row["units"] as String?).flatMap(Units.init(rawValue:)) ?? units
        timeZone = TimeZone(identifier: try row["timeZone"]) ?? timeZone
        let time = LocalTime(minutes: try row["forecastTime"]) ?? forecastRound.time
        let daysAhead: Int = try row["forecastDaysAhead"]
        forecastRound = daysAhead == 1 ? .eveningBefore(at: time) : .sameMorning(at: time)
        digestTime = LocalTime(minutes: try row["digestTime"]) ?? digestTime
    }
}

/// The part of a profile that concerns a person's health, which its row stores sealed, as JSON.
struct ProfileDetails: Codable {
    static let field = SealedField("profile", "sealed")

    /// The watches, as ``WatchText`` writes them.
    let watches: String
    let isCrossReactive: Bool
    let acceptsUnsure: Bool

    init(watches: String, isCrossReactive: Bool, acceptsUnsure: Bool) {
        self.watches = watches
        self.isCrossReactive = isCrossReactive
        self.acceptsUnsure = acceptsUnsure
    }

    init(_ profile: Profile) throws {
        self.init(
            watches: try WatchText.encoded(profile.watches), isCrossReactive: profile.isCrossReactive,
            acceptsUnsure: profile.acceptsUnsure)
    }

    init(sealed: Data, for account: Account.ID, _ keys: KeyRing) throws {
        let bytes = try keys.open(sealed, field: Self.field, of: .number(account.rawValue))
        self = try JSONDecoder().decode(Self.self, from: bytes)
    }

    func sealed(for account: Account.ID, _ keys: KeyRing) throws -> Data {
        try keys.seal(JSONEncoder().encode(self), field: Self.field, of: .number(account.rawValue))
    }
}
