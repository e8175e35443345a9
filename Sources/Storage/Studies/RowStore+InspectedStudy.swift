import Alerts
package import Foundation
import People
import Sealing
package import Studies

/// What administrators see and change of one study: nothing that was answered, and nobody who takes part.
extension RowStore {
    /// A study with its researchers and the statuses of its invitations.
    ///
    /// - Throws: ``StudyRefusal/unknown``.
    package func inspectedStudy(_ id: Study.ID) async throws -> InspectedStudy {
        try await readRows { [keys] runner in
            let found = try StudyRow.all(
                StudyRow.publishedWords, where: "study.id = \(id.rawValue)", in: runner)
            guard let row = found.first else { throw StudyRefusal.unknown }
            return InspectedStudy(
                overview: try runner.overview(of: row), researchers: try runner.researchers(of: row.number),
                labels: try runner.labels(of: row.number, keys))
        }
    }

    /// The invitations of a study with numbers above `last` that a filter lets through, at most `limit`, without codes.
    ///
    /// - Throws: ``StudyRefusal/unknown``.
    package func inspectedInvitations(
        of id: Study.ID, matching filter: StudyInvitationFilter, after last: Int64, limit: Int
    ) async throws -> [StudyInvitation] {
        try await readRows { [keys] runner in
            guard let row = try StudyRow.one(id, in: runner) else { throw StudyRefusal.unknown }
            return try runner.invitations(
                of: row, matching: filter, after: last, limit: limit, seesCodes: false, keys)
        }
    }

    /// Ends an invitation, or lets it work again: an unused code can be used, and who has used it can answer and is
    /// reminded.
    ///
    /// The owners of the study can see that an administrator did it. To do it again changes nothing.
    ///
    /// - Parameters:
    ///   - isRestricted: Whether it ends.
    ///   - number: The invitation.
    ///   - id: The study.
    ///   - now: The present.
    /// - Throws: ``StudyRefusal``.
    package func setRestriction(
        _ isRestricted: Bool, of number: Int64, in id: Study.ID, at now: Date
    ) async throws {
        try await writeRows(locking: .study(id)) { runner in
            guard let row = try StudyRow.one(id, in: runner) else { throw StudyRefusal.unknown }
            guard StudyPolicy.states(for: .invite).contains(row.phase.state)
            else { throw StudyRefusal.state(row.phase.state) }
            let invitation = try runner.row(
                """
                SELECT restricted, participant FROM studyInvitation
                WHERE number = \(number) AND study = \(row.number)
                """)
            guard let invitation else { throw StudyRefusal.unknownParticipant }
            guard try (invitation["restricted"] as Int64? != nil) != isRestricted else { return }
            let day: Int64? = isRestricted ? now.stored / 86_400 : nil
            try runner.run("UPDATE studyInvitation SET restricted = \(day) WHERE number = \(number)")
            if !isRestricted, let part: Int64 = try invitation["participant"] {
                try runner.lookAgain(atPart: part, at: now)
            }
            for owner in try runner.researchers(of: row.number)[.owner] ?? [] {
                try runner.note(
                    isRestricted ? .invitationRestricted : .invitationLifted, of: owner.id.rawValue,
                    by: .administrator, object: id.rawValue, at: now)
            }
        }
    }
}

extension QueryRunner {
    /// A study among all.
    func overview(of row: StudyRow) throws -> StudyOverview {
        StudyOverview(
            number: row.number, id: row.id, phase: row.phase, title: try row.publishedTitle,
            created: try row.created, owners: try researchers(of: row.number)[.owner] ?? [],
            people: try statuses(of: row.number))
    }

    /// The researchers of a study by role, each role by name.
    fileprivate func researchers(of study: Int64) throws -> [StudyRole: [Account]] {
        let found = try rows(
            """
            SELECT account.id, account.name, studyResearcher.role FROM studyResearcher
            JOIN account ON account.id = studyResearcher.account
            WHERE studyResearcher.study = \(study) ORDER BY account.name
            """)
        var researchers: [StudyRole: [Account]] = [:]
        for row in found {
            guard let role = StudyRole(rawValue: try row["role"]) else { continue }
            let account = Account(id: Account.ID(rawValue: try row["id"]), name: try row["name"])
            researchers[role, default: []].append(account)
        }
        return researchers
    }

    /// Labels are sealed, so each is opened to count it.
    fileprivate func labels(of study: Int64, _ keys: KeyRing) throws -> [StudyLabelCount] {
        let found = try rows(
            """
            SELECT number, label FROM studyInvitation
            WHERE study = \(study) AND label IS NOT NULL ORDER BY number
            """)
        return StudyLabelCount.count(
            try found.compactMap { try StudyInvitationRow.labelText($0["label"], of: $0["number"], keys) })
    }

    /// Has it decided anew when somebody is reminded who could not answer.
    fileprivate func lookAgain(atPart part: Int64, at now: Date) throws {
        try run(
            """
            UPDATE studyParticipant SET remind = \(now.stored) WHERE number = \(part) AND leftDay IS NULL
            """)
        notify(of: CommittedChanges(remindersChanged: true))
    }
}
