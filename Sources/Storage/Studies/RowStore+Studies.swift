import Alerts
import Allergens
package import Foundation
import Geography
package import People
import Sealing
package import Studies

/// What researchers do to their studies.
extension RowStore {
    /// The studies that are open, in the order in which they were made, with their published words alone: without
    /// forms, and without what will be the next version.
    ///
    /// - Parameters:
    ///   - last: The number after which the page begins.
    ///   - limit: The most studies.
    /// - Returns: The page.
    /// - Throws: An error of the database.
    package func openStudies(after last: Int64, limit: Int) async throws -> StudyPage {
        try await readRows { runner in
            let found = try StudyRow.all(
                StudyRow.publishedWords, where: "study.state = 'open' AND study.number > \(last)",
                limit: limit + 1, in: runner)
            let page = found.prefix(limit)
            return StudyPage(
                try page.map { try $0.study }, next: page.count < found.count ? page.last?.number : nil)
        }
    }

    /// A study; `nil` if there is none.
    package func study(_ id: Study.ID) async throws -> Study? {
        try await readRows { try StudyRow.one(id, in: $0)?.study }
    }

    /// The studies of a researcher, with the role in each.
    package func studies(of researcher: Account.ID) async throws -> [OwnStudy] {
        try await readRows { runner in
            try StudyRow.all(
                where: """
                    study.number IN (
                        SELECT study FROM studyResearcher WHERE account = \(researcher.rawValue))
                    """, for: researcher, in: runner
            ).compactMap { row in try row.role.map { OwnStudy(study: try row.study, role: $0) } }
        }
    }

    /// A study in which a researcher may do something, with the role.
    ///
    /// - Throws: ``StudyRefusal``.
    package func study(
        _ id: Study.ID, for act: StudyAct, by researcher: Account.ID
    ) async throws -> OwnStudy {
        try await readRows { runner in
            let row = try StudyRow.one(id, by: researcher, for: act, in: runner)
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
        return try await writeRows(locking: .account(researcher)) {
            [keys, claim = AnswerClaim.current] runner in
            let count: Int? = try runner.value(
                "SELECT count(*) FROM studyResearcher WHERE account = \(researcher.rawValue)")
            guard count ?? 0 < StudyPolicy.mostStudies else { throw StudyRefusal.tooMany }
            let number: Int64? = try runner.value(
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
            guard let number
            else { preconditionFailure("an INSERT without ON CONFLICT inserts its row or throws") }
            try StudyRow.appoint(researcher.rawValue, .owner, to: number, at: now, by: runner)
            try claim?.note(id.rawValue, keys, by: runner)
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
        try await writeRows(locking: .study(id)) { runner in
            let row = try StudyRow.one(id, by: researcher, for: .change, in: runner)
            let (content, settings) = try change(try row.study)
            let former = row.phase.settings
            guard row.phase.version == nil || (settings.mode, settings.k) == (former.mode, former.k)
            else { throw StudyRefusal.settled }
            let asked = content.slots(main: settings.schedule)
            if !asked.isSubset(of: try row.study.draft.slots(main: former.schedule)) {
                try row.checkSlots(of: content, main: settings.schedule, by: runner)
            }
            try row.keep(content, settings, by: runner)
            let asks = (settings.reminders, settings.days, settings.schedule)
            if asks != (former.reminders, former.days, former.schedule) {
                try row.moveReminders(by: settings.reminders, at: now, runner)
                runner.notify(of: CommittedChanges(remindersChanged: true))
            }
            return try StudyRow.again(id, in: runner)
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
        try await writeRows(locking: .study(id)) { [keys] runner in
            let row = try StudyRow.one(id, by: researcher, for: act, in: runner)
            switch act {
            case .publish:
                try row.publish(at: now, by: runner)
                // There may be forms that nobody was reminded of.
                try row.moveReminders(by: row.phase.settings.reminders, at: now, runner)
                runner.notify(of: CommittedChanges(remindersChanged: true))
            case .open: try row.open(keys, by: runner)
            case .close:
                try runner.run(
                    "UPDATE study SET state = 'closed', key = NULL WHERE number = \(row.number)")
                try runner.run("UPDATE studyAnswer SET token = NULL WHERE study = \(row.number)")
            case .archive:
                try runner.run("UPDATE study SET state = 'archived' WHERE number = \(row.number)")
            default: preconditionFailure("\(act) is no step of a study")
            }
            return try StudyRow.again(id, in: runner)
        }
    }

    /// A published version; `nil` if there is none.
    package func version(_ number: Int, of id: Study.ID) async throws -> StudyVersion? {
        try await readRows { runner in
            try runner.row(
                """
                SELECT content, published FROM studyVersion
                WHERE study = (SELECT number FROM study WHERE id = \(id.rawValue)) AND version = \(number)
                """
            ).map { row in
                StudyVersion(
                    number: number, content: try StudyRow.content(try row["content"]),
                    published: Date(stored: try row["published"]))
            }
        }
    }

    /// The researchers of a study, by name.
    ///
    /// - Throws: ``StudyRefusal``.
    package func researchers(
        of id: Study.ID, for reader: Account.ID
    ) async throws -> [StudyResearcher] {
        try await readRows { runner in
            let row = try StudyRow.one(id, by: reader, for: .read, in: runner)
            return try runner.rows(
                """
                SELECT account.name, studyResearcher.role FROM studyResearcher
                JOIN account ON account.id = studyResearcher.account
                WHERE studyResearcher.study = \(row.number) ORDER BY account.name
                """
            ).compactMap { row in
                let name: String = try row["name"]
                return StudyRole(rawValue: try row["role"]).map { StudyResearcher(name: name, role: $0) }
            }
        }
    }

    /// Gives up the own role in a study.
    ///
    /// - Throws: ``StudyRefusal``, as for the only owner.
    package func leave(_ id: Study.ID, as researcher: Account.ID) async throws {
        try await writeRows(locking: .study(id)) { runner in
            let row = try StudyRow.one(id, by: researcher, for: .leave, in: runner)
            let hasOther: Bool? = try runner.value(
                """
                SELECT EXISTS (
                    SELECT 1 FROM studyResearcher
                    WHERE study = \(row.number) AND account <> \(researcher.rawValue) AND role = 'owner')
                """)
            guard hasOther == true else { throw StudyRefusal.lastOwner }
            try runner.run(
                """
                DELETE FROM studyResearcher
                WHERE study = \(row.number) AND account = \(researcher.rawValue)
                """)
        }
    }

    /// Deletes a draft with its codes; nobody could join or answer it.
    ///
    /// - Throws: ``StudyRefusal``.
    package func delete(_ id: Study.ID, by researcher: Account.ID) async throws {
        try await writeRows(locking: .study(id)) { runner in
            let row = try StudyRow.one(id, by: researcher, for: .delete, in: runner)
            try runner.run("DELETE FROM study WHERE number = \(row.number)")
        }
    }
}

extension StudyRow {
    /// Gives a role in a study to an account.
    static func appoint(
        _ account: Int64, _ role: StudyRole, to study: Int64, at now: Date, by runner: any QueryRunner
    ) throws {
        try runner.run(
            """
            INSERT INTO studyResearcher (study, account, role, since)
            VALUES (\(study), \(account), \(role.rawValue), \(now.stored))
            ON CONFLICT (study, account) DO UPDATE SET role = excluded.role
            """)
    }

    /// A study as it is after a change.
    fileprivate static func again(_ id: Study.ID, in runner: any QueryRunner) throws -> Study {
        guard let row = try one(id, in: runner) else { throw StudyRefusal.unknown }
        return try row.study
    }

    fileprivate func keep(
        _ content: StudyContent, _ settings: StudySettings, by runner: any QueryRunner
    ) throws {
        try runner.run(
            """
            UPDATE study SET mode = \(settings.mode.rawValue), k = \(settings.k),
                target = \(settings.target), firstDay = \(settings.days.lowerBound.daysSinceEpoch),
                lastDay = \(settings.days.upperBound.daysSinceEpoch),
                schedule = \(try Self.json(settings.schedule)),
                remindAfter = \(settings.reminders?.after), remindMost = \(settings.reminders?.most),
                remindTime = \(settings.reminders?.time.minutes),
                regionName = \(settings.region?.name), regionWest = \(settings.region?.box.west),
                regionSouth = \(settings.region?.box.south), regionEast = \(settings.region?.box.east),
                regionNorth = \(settings.region?.box.north),
                draft = \(try Self.json(content))
            WHERE number = \(number)
            """)
    }

    /// Looks anew at all who take part, after the rule of the study has changed.
    fileprivate func moveReminders(
        by rule: StudyReminders?, at now: Date, _ runner: any QueryRunner
    ) throws {
        let next: Int64? = rule == nil ? nil : now.stored
        try runner.run(
            """
            UPDATE studyParticipant SET remind = \(next)
            WHERE study = \(number) AND leftDay IS NULL
            """)
    }

    fileprivate func publish(at now: Date, by runner: any QueryRunner) throws {
        let study = try study
        let content = study.draft
        guard content.missing.isEmpty else { throw StudyRefusal.incomplete(content.missing) }
        guard content != study.current?.content else { return }
        try checkSlots(of: content, main: phase.settings.schedule, by: runner)
        let version = (phase.version ?? 0) + 1
        try runner.run(
            """
            INSERT INTO studyVersion (study, version, content, published)
            VALUES (\(number), \(version), \(try Self.json(content)), \(now.stored))
            """)
    }

    fileprivate func open(_ keys: KeyRing, by runner: any QueryRunner) throws {
        guard phase.version != nil else { throw StudyRefusal.unpublished }
        let sealed: Data? =
            phase.settings.mode == .linked
            ? nil : try keys.seal(BlindToken.newKey(), field: Self.key, of: .text(id.rawValue))
        try runner.run("UPDATE study SET state = 'open', key = \(sealed) WHERE number = \(number)")
    }
}
