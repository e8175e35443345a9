import Alerts
import Allergens
package import Foundation
import GRDB
import Geography
package import People
import Sealing
package import Studies

/// What researchers do to their studies.
extension SQLiteStore {
    /// The studies that are open, in the order in which they were made, with their published words alone: without
    /// forms, and without what will be the next version.
    ///
    /// - Parameters:
    ///   - last: The number after which the page begins.
    ///   - limit: The most studies.
    /// - Returns: The page.
    /// - Throws: An error of the database.
    package func openStudies(after last: Int64, limit: Int) async throws -> StudyPage {
        try await pool.read { database in
            let found = try StudyRow.all(
                StudyRow.publishedWords, where: "study.state = 'open' AND study.number > \(last)",
                limit: limit + 1, in: database)
            let page = found.prefix(limit)
            return StudyPage(
                try page.map { try $0.study }, next: page.count < found.count ? page.last?.number : nil)
        }
    }

    /// A study; `nil` if there is none.
    package func study(_ id: Study.ID) async throws -> Study? {
        try await pool.read { try StudyRow.one(id, in: $0)?.study }
    }

    /// The studies of a researcher, with the role in each.
    package func studies(of researcher: Account.ID) async throws -> [OwnStudy] {
        try await pool.read { database in
            try StudyRow.all(
                where: """
                    study.number IN (
                        SELECT study FROM studyResearcher WHERE account = \(researcher.rawValue))
                    """, for: researcher, in: database
            ).compactMap { row in try row.role.map { OwnStudy(study: try row.study, role: $0) } }
        }
    }

    /// A study in which a researcher may do something, with the role.
    ///
    /// - Throws: ``StudyRefusal``.
    package func study(
        _ id: Study.ID, for act: StudyAct, by researcher: Account.ID
    ) async throws -> OwnStudy {
        try await pool.read { database in
            let row = try StudyRow.one(id, by: researcher, for: act, in: database)
            guard let role = row.role else { throw StudyRefusal.unknown }
            return OwnStudy(study: try row.study, role: role)
        }
    }

    /// Begins a study; the account is its owner.
    ///
    /// - Throws: ``StudyRefusal``.
    package func begin(
        _ content: StudyContent, _ settings: StudySettings, by researcher: Account.ID, at now: Date
    ) async throws -> Study {
        let id = Study.ID(rawValue: UUID().uuidString.lowercased())
        return try await pool.write { [cipher, claim = AnswerClaim.current] database in
            let count = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM studyResearcher WHERE account = ?",
                arguments: [researcher.rawValue])
            guard count ?? 0 < StudyPolicy.mostStudies else { throw StudyRefusal.tooMany }
            let number = try database.insertedNumber(
                """
                INSERT INTO study (
                    id, state, mode, k, target, firstDay, lastDay, schedule, draft, created, remindAfter,
                    remindMost, remindTime, regionName, regionWest, regionSouth, regionEast, regionNorth)
                VALUES (
                    \(id.rawValue), 'draft', \(settings.mode.rawValue), \(settings.k), \(settings.target),
                    \(settings.days.lowerBound.daysSinceEpoch), \(settings.days.upperBound.daysSinceEpoch),
                    \(try StudyRow.json(settings.schedule)), \(try StudyRow.json(content)), \(now.stored),
                    \(settings.reminders?.after),
                    \(settings.reminders?.most), \(settings.reminders?.time.minutes),
                    \(settings.region?.name), \(settings.region?.box.west), \(settings.region?.box.south),
                    \(settings.region?.box.east), \(settings.region?.box.north))
                RETURNING number
                """)
            try Self.appoint(researcher.rawValue, .owner, to: number, at: now, in: database)
            try claim?.note(id.rawValue, cipher, in: database)
            return Study(
                id: id, state: .draft, settings: settings, draft: content, current: nil,
                created: Date(stored: now.stored))
        }
    }

    /// Changes what will be the next version, and how the study is run.
    ///
    /// - Parameters:
    ///   - id: The study.
    ///   - researcher: Who does it.
    ///   - now: The present.
    ///   - change: Yields the new texts and settings from those that are there.
    /// - Returns: The study as it is then.
    /// - Throws: ``StudyRefusal``, or what `change` throws.
    package func change(
        _ id: Study.ID, by researcher: Account.ID, at now: Date,
        _ change: @escaping @Sendable (Study) throws -> (StudyContent, StudySettings)
    ) async throws -> Study {
        try await pool.write { [notifier] database in
            let row = try StudyRow.one(id, by: researcher, for: .change, in: database)
            let (content, settings) = try change(try row.study)
            let former = row.phase.settings
            guard row.phase.version == nil || (settings.mode, settings.k) == (former.mode, former.k)
            else { throw StudyRefusal.settled }
            try database.execute(
                literal: """
                    UPDATE study SET mode = \(settings.mode.rawValue), k = \(settings.k),
                        target = \(settings.target), firstDay = \(settings.days.lowerBound.daysSinceEpoch),
                        lastDay = \(settings.days.upperBound.daysSinceEpoch),
                        schedule = \(try StudyRow.json(settings.schedule)),
                        remindAfter = \(settings.reminders?.after), remindMost = \(settings.reminders?.most),
                        remindTime = \(settings.reminders?.time.minutes),
                        regionName = \(settings.region?.name), regionWest = \(settings.region?.box.west),
                        regionSouth = \(settings.region?.box.south),
                        regionEast = \(settings.region?.box.east),
                        regionNorth = \(settings.region?.box.north),
                        draft = \(try StudyRow.json(content))
                    WHERE number = \(row.number)
                    """)
            if (settings.reminders, settings.days) != (former.reminders, former.days) {
                try Self.moveStudyReminders(of: row.number, by: settings.reminders, at: now, in: database)
                notifier.notify(of: CommittedChanges(remindersChanged: true), after: database)
            }
            return try Self.study(again: id, in: database)
        }
    }

    /// Publishes, opens, closes or archives a study.
    ///
    /// What is closed has no key any more, so that nothing leads from an answer without a name to a person.
    ///
    /// - Throws: ``StudyRefusal``.
    package func act(
        _ act: StudyAct, on id: Study.ID, by researcher: Account.ID, at now: Date
    ) async throws -> Study {
        try await pool.write { [cipher] database in
            let row = try StudyRow.one(id, by: researcher, for: act, in: database)
            switch act {
            case .publish: try Self.publish(row, at: now, in: database)
            case .open: try Self.open(row, cipher, in: database)
            case .close:
                try database.execute(
                    literal: "UPDATE study SET state = 'closed', key = NULL WHERE number = \(row.number)")
                try database.execute(
                    literal: "UPDATE studyAnswer SET token = NULL WHERE study = \(row.number)")
            case .archive:
                try database.execute(
                    literal: "UPDATE study SET state = 'archived' WHERE number = \(row.number)")
            default: preconditionFailure("\(act) is no step of a study")
            }
            return try Self.study(again: id, in: database)
        }
    }

    private static func publish(_ row: StudyRow, at now: Date, in database: Database) throws {
        let study = try row.study
        let content = study.draft
        guard content.missing.isEmpty else { throw StudyRefusal.incomplete(content.missing) }
        guard content != study.current?.content else { return }
        let version = (row.phase.version ?? 0) + 1
        try database.execute(
            literal: """
                INSERT INTO studyVersion (study, version, content, published)
                VALUES (\(row.number), \(version), \(try StudyRow.json(content)), \(now.stored))
                """)
    }

    private static func open(_ row: StudyRow, _ cipher: RowCipher, in database: Database) throws {
        guard row.phase.version != nil else { throw StudyRefusal.unpublished }
        let id = row.id.rawValue
        let key: Data? =
            row.phase.settings.mode == .linked
            ? nil : try cipher.keys.seal(BlindToken.newKey(), field: StudyRow.key, of: .text(id))
        try database.execute(
            literal: "UPDATE study SET state = 'open', key = \(key) WHERE number = \(row.number)")
    }

    private static func study(again id: Study.ID, in database: Database) throws -> Study {
        guard let row = try StudyRow.one(id, in: database) else { throw StudyRefusal.unknown }
        return try row.study
    }

    /// A published version; `nil` if there is none.
    package func version(_ number: Int, of id: Study.ID) async throws -> StudyVersion? {
        try await pool.read { database in
            try SQLRequest<Row>(
                literal: """
                    SELECT content, published FROM studyVersion
                    WHERE study = (SELECT number FROM study WHERE id = \(id.rawValue)) AND version = \(number)
                    """, cached: true
            ).fetchOne(database).map { row in
                StudyVersion(
                    number: number, content: try StudyRow.content(row["content"]),
                    published: Date(stored: row["published"]))
            }
        }
    }

    // MARK: Researchers

    /// The researchers of a study, by name.
    ///
    /// - Throws: ``StudyRefusal``.
    package func researchers(
        of id: Study.ID, for reader: Account.ID
    ) async throws -> [StudyResearcher] {
        try await pool.read { database in
            let row = try StudyRow.one(id, by: reader, for: .read, in: database)
            return try SQLRequest<Row>(
                literal: """
                    SELECT account.name, studyResearcher.role FROM studyResearcher
                    JOIN account ON account.id = studyResearcher.account
                    WHERE studyResearcher.study = \(row.number) ORDER BY account.name
                    """
            ).fetchAll(database).compactMap { row in
                StudyRole(rawValue: row["role"]).map { StudyResearcher(name: row["name"], role: $0) }
            }
        }
    }

    /// Gives a role in a study to an account that does research, or takes it away.
    ///
    /// - Parameters:
    ///   - role: The role; `nil` takes it away.
    ///   - name: The name of the account.
    ///   - id: The study.
    ///   - owner: Who does it.
    ///   - now: The present.
    /// - Throws: ``StudyRefusal``.
    package func appoint(
        _ role: StudyRole?, _ name: String, in id: Study.ID, by owner: Account.ID, at now: Date
    ) async throws {
        try await pool.write { database in
            let row = try StudyRow.one(id, by: owner, for: .appoint, in: database)
            let account = try Int64.fetchOne(
                database,
                sql: """
                    SELECT id FROM account WHERE name = ? AND EXISTS (
                        SELECT 1 FROM accountRole WHERE account = account.id AND role = 'researcher')
                    """, arguments: [name])
            if let role {
                guard let account else { throw StudyRefusal.unknownResearcher }
                try Self.appoint(account, role, to: row.number, at: now, in: database)
            } else {
                // A role of somebody who does no research any more is taken away as well.
                try database.execute(
                    literal: """
                        DELETE FROM studyResearcher WHERE study = \(row.number)
                            AND account = (SELECT id FROM account WHERE name = \(name))
                        """)
                guard database.changesCount == 1 else { throw StudyRefusal.unknownResearcher }
            }
            let counts = try Row.fetchOne(
                database,
                sql: """
                    SELECT count(*) AS count, count(*) FILTER (WHERE role = 'owner') AS owners
                    FROM studyResearcher WHERE study = ?
                    """, arguments: [row.number])
            guard counts?["owners"] ?? 0 > 0 else { throw StudyRefusal.lastOwner }
            guard counts?["count"] ?? 0 <= StudyPolicy.mostResearchers else { throw StudyRefusal.tooMany }
        }
    }

    private static func appoint(
        _ account: Int64, _ role: StudyRole, to study: Int64, at now: Date, in database: Database
    ) throws {
        try database.execute(
            literal: """
                INSERT INTO studyResearcher (study, account, role, since)
                VALUES (\(study), \(account), \(role.rawValue), \(now.stored))
                ON CONFLICT (study, account) DO UPDATE SET role = excluded.role
                """)
    }
}
