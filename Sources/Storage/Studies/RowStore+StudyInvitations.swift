import Allergens
package import Foundation
package import People
import Sealing
package import Studies

/// Codes by which people join studies, and what became of them.
extension RowStore {
    /// Makes codes; when this returns, they are durable.
    ///
    /// - Parameters:
    ///   - count: How many, at most ``StudyPolicy/mostAtOnce``.
    ///   - length: Their number of characters.
    ///   - id: The study.
    ///   - researcher: Who does it.
    ///   - now: The present.
    /// - Returns: The codes.
    /// - Throws: ``StudyRefusal``.
    package func invite(
        _ count: Int, length: Int, to id: Study.ID, by researcher: Account.ID, at now: Date
    ) async throws -> [InvitationCode] {
        try await writeRows(locking: .study(id)) { [keys] runner in
            let row = try StudyRow.one(id, by: researcher, for: .invite, in: runner)
            return try runner.makeCodes(count, length: length, of: row.number, keys, at: now)
                .map { $0.code }
        }
    }

    /// The invitations of a study with numbers above `last` that a filter lets through, at most `limit`.
    ///
    /// - Throws: ``StudyRefusal``.
    package func invitations(
        of id: Study.ID, for researcher: Account.ID, matching filter: StudyInvitationFilter = .all,
        after last: Int64, limit: Int
    ) async throws -> [StudyInvitation] {
        try await readRows { [keys] runner in
            let row = try StudyRow.one(id, by: researcher, for: .seeParticipants, in: runner)
            let seesCodes = row.role.map { StudyPolicy.acts(of: $0).contains(.invite) } ?? false
            return try runner.invitations(
                of: row, matching: filter, after: last, limit: limit, seesCodes: seesCodes, keys)
        }
    }

    /// How many invitations of a study have each status now.
    ///
    /// - Throws: ``StudyRefusal``.
    package func statuses(
        of id: Study.ID, for researcher: Account.ID
    ) async throws -> [ParticipantStatus: Int] {
        try await readRows { runner in
            let row = try StudyRow.one(id, by: researcher, for: .seeParticipants, in: runner)
            return try runner.statuses(of: row.number)
        }
    }

    /// How many people stayed in a study, week by week.
    ///
    /// - Throws: ``StudyRefusal``.
    package func retention(
        of id: Study.ID, for researcher: Account.ID, at now: Date
    ) async throws -> StudyRetention {
        try await readRows { [keys] runner in
            let row = try StudyRow.one(id, by: researcher, for: .read, in: runner)
            var retention = try runner.retention(of: row, at: now)
            retention.options = try runner.optionCounts(of: row, keys)
            return retention
        }
    }

    /// Ends an invitation: its code does not work any more, and who has used it cannot answer any more.
    ///
    /// What was answered stays. To do it again changes nothing.
    ///
    /// - Throws: ``StudyRefusal``.
    package func restrict(
        _ number: Int64, of id: Study.ID, by researcher: Account.ID, at now: Date
    ) async throws {
        try await writeRows(locking: .study(id)) { runner in
            let row = try StudyRow.one(id, by: researcher, for: .invite, in: runner)
            let count = try runner.run(
                """
                UPDATE studyInvitation SET restricted = coalesce(restricted, \(now.stored / 86_400))
                WHERE number = \(number) AND study = \(row.number)
                """)
            guard count == 1 else { throw StudyRefusal.unknownParticipant }
        }
    }

    /// Notes a status of the researchers' own at an invitation; `nil` removes it.
    ///
    /// - Throws: ``StudyRefusal``.
    package func label(
        _ number: Int64, of id: Study.ID, as label: String?, by researcher: Account.ID
    ) async throws {
        try await writeRows(locking: .study(id)) { [keys] runner in
            let row = try StudyRow.one(id, by: researcher, for: .invite, in: runner)
            let sealed = try label.map {
                try keys.seal(Data($0.utf8), field: StudyInvitationRow.label, of: .number(number))
            }
            let count = try runner.run(
                """
                UPDATE studyInvitation SET label = \(sealed)
                WHERE number = \(number) AND study = \(row.number)
                """)
            guard count == 1 else { throw StudyRefusal.unknownParticipant }
        }
    }

    /// The study to which a code leads, as long as it can be used.
    ///
    /// - Throws: ``StudyRefusal``.
    package func study(invitedBy code: InvitationCode) async throws -> Study {
        try await readRows { [keys] runner in try runner.invitation(code, keys).study.study }
    }
}

extension QueryRunner {
    /// Makes codes of a study, each with the number of its invitation.
    ///
    /// - Throws: ``StudyRefusal/tooMany`` if the study would have too many.
    func makeCodes(
        _ count: Int, length: Int, of study: Int64, _ keys: KeyRing, at now: Date
    ) throws -> [(number: Int64, code: InvitationCode)] {
        let there: Int? = try value("SELECT count(*) FROM studyInvitation WHERE study = \(study)")
        guard count + (there ?? 0) <= StudyPolicy.mostInvitations else { throw StudyRefusal.tooMany }
        var codes: [(number: Int64, code: InvitationCode)] = []
        var generator = SystemRandomNumberGenerator()
        while codes.count < count {
            let code = InvitationCode(length: length, using: &generator)
            let sealed = try keys.seal(
                Data(code.text.utf8), field: StudyInvitationRow.sealed, of: .number(study))
            let hash = try keys.index(of: code.text, field: StudyInvitationRow.code)
            let number: Int64? = try value(
                """
                INSERT INTO studyInvitation (study, sealed, code, made)
                VALUES (\(study), \(sealed), \(hash), \(now.stored / 86_400))
                ON CONFLICT (code) DO NOTHING
                RETURNING number
                """)
            // A code that exists is not made twice.
            if let number { codes.append((number, code)) }
        }
        return codes
    }

    /// How many people stayed in a study, week by week.
    func retention(of row: StudyRow, at now: Date) throws -> StudyRetention {
        StudyRetention(
            of: try courses(of: row.number), answering: try answering(row),
            until: CivilDate(daysSinceEpoch: Int(now.stored / 86_400)))
    }

    /// How many invitations of a study have each status now.
    func statuses(of study: Int64) throws -> [ParticipantStatus: Int] {
        try courses(of: study).reduce(into: [:]) { counts, course in
            counts[course.status(at: nil), default: 0] += course.people
        }
    }

    /// On which days things happened, and to how many: far fewer rows than invitations.
    private func courses(of study: Int64) throws -> [StudyCourse] {
        try rows(
            """
            SELECT invitation.made, invitation.joined, invitation.restricted,
                coalesce(person.leftDay, invitation.gone) AS leftDay, count(*) AS people
            FROM studyInvitation AS invitation
            LEFT JOIN studyParticipant AS person ON person.number = invitation.participant
            WHERE invitation.study = \(study) GROUP BY 1, 2, 3, 4
            """
        ).map { row in
            StudyCourse(
                made: CivilDate(daysSinceEpoch: try row["made"]), joined: try row.day("joined"),
                left: try row.day("leftDay"), restricted: try row.day("restricted"),
                people: try row["people"])
        }
    }

    /// How many people answered, by the Monday of the week; `nil` where nobody can tell.
    private func answering(_ row: StudyRow) throws -> [CivilDate: Int]? {
        guard row.phase.settings.mode == .linked else { return nil }
        // 1 January 1970 was a Thursday.
        let weeks = try rows(
            """
            SELECT (day + 3) / 7 * 7 - 3 AS monday, count(DISTINCT participant) AS people
            FROM studyAnswer WHERE study = \(row.number) GROUP BY monday
            """)
        var people: [CivilDate: Int] = [:]
        for week in weeks {
            people[CivilDate(daysSinceEpoch: try week["monday"])] = try week["people"] as Int
        }
        return people
    }

    /// Invitations that a filter lets through.
    ///
    /// Labels are sealed, so those of a label are found among all that have one.
    func invitations(
        of study: StudyRow, matching filter: StudyInvitationFilter, after last: Int64, limit: Int,
        seesCodes: Bool, _ keys: KeyRing
    ) throws -> [StudyInvitation] {
        let batch = filter.label == nil ? limit : max(limit, Self.labelled)
        var (found, last): ([StudyInvitation], Int64) = ([], last)
        while found.count < limit {
            let page = try listed(of: study, filter, after: last, limit: batch)
                .map { try StudyInvitation($0, in: study, seesCodes: seesCodes, keys) }
            found += page.filter(filter.holds)
            guard page.count == batch, let end = page.last else { break }
            last = end.number
        }
        return Array(found.prefix(limit))
    }

    /// How many labels are opened before it is looked whether these are enough.
    private static var labelled: Int { 1_000 }

    private func listed(
        of study: StudyRow, _ filter: StudyInvitationFilter, after last: Int64, limit: Int
    ) throws -> [QueryRow] {
        var condition: Query = "invitation.study = \(study.number) AND invitation.number > \(last)"
        if let status = filter.status { condition = "\(condition) AND \(status.condition)" }
        if filter.label != nil { condition = "\(condition) AND invitation.label IS NOT NULL" }
        return try rows(
            """
            SELECT invitation.*,
                (SELECT count(*) FROM studyAnswer
                    WHERE studyAnswer.participant = invitation.participant) AS answers,
                (SELECT max(day) FROM studyAnswer
                    WHERE studyAnswer.participant = invitation.participant) AS latest,
                (SELECT state FROM studyLetter WHERE invitation = invitation.number) AS letter
            FROM (
                SELECT invitation.*, person.pseudonym,
                    coalesce(person.leftDay, invitation.gone) AS leftDay
                FROM studyInvitation AS invitation
                LEFT JOIN studyParticipant AS person ON person.number = invitation.participant
                WHERE \(condition) ORDER BY invitation.number LIMIT \(limit)) AS invitation
            ORDER BY invitation.number
            """)
    }

    /// What a code leads to, as long as it can be used.
    ///
    /// - Throws: ``StudyRefusal``.
    func invitation(
        _ code: InvitationCode, _ keys: KeyRing
    ) throws -> (number: Int64, study: StudyRow) {
        for hash in try keys.indices(of: code.text, field: StudyInvitationRow.code) {
            let row = try row(
                "SELECT number, study, joined, restricted FROM studyInvitation WHERE code = \(hash)")
            guard let row else { continue }
            guard try row.day("restricted") == nil else { throw StudyRefusal.restrictedCode }
            guard try row.day("joined") == nil else { throw StudyRefusal.usedCode }
            let number: Int64 = try row["study"]
            guard let study = try StudyRow.all(where: "study.number = \(number)", in: self).first
            else { preconditionFailure("an invitation has a study") }
            guard study.phase.state == .open else { throw StudyRefusal.state(study.phase.state) }
            return (try row["number"], study)
        }
        throw StudyRefusal.unknownCode
    }
}

extension ParticipantStatus {
    /// Which days of an invitation there are, as ``StudyCourse/status(at:)`` judges them.
    fileprivate var condition: Query {
        let isHere: Query = "coalesce(person.leftDay, invitation.gone) IS NULL"
        return switch self {
        case .invited: "\(isHere) AND invitation.restricted IS NULL AND invitation.joined IS NULL"
        case .participating: "\(isHere) AND invitation.restricted IS NULL AND invitation.joined IS NOT NULL"
        case .restricted: "\(isHere) AND invitation.restricted IS NOT NULL"
        case .withdrawn: "coalesce(person.leftDay, invitation.gone) IS NOT NULL"
        }
    }
}

extension StudyInvitation {
    fileprivate init(_ row: QueryRow, in study: StudyRow, seesCodes: Bool, _ keys: KeyRing) throws {
        let isLinked = study.phase.settings.mode == .linked
        let number: Int64 = try row["number"]
        let (joined, restricted) = (try row.day("joined"), try row.day("restricted"))
        var code: String?
        if seesCodes, joined == nil, restricted == nil {
            code = try StudyInvitationRow.codeText(try row["sealed"], of: study.number, keys)
        }
        let letter = (try row["letter"] as String?).flatMap(StudyLetter.State.init(rawValue:))
        self.init(
            number: number, code: code, pseudonym: isLinked ? try row["pseudonym"] as String? : nil,
            made: CivilDate(daysSinceEpoch: try row["made"]), joined: joined, left: try row.day("leftDay"),
            restricted: restricted, answers: isLinked ? try row["answers"] as Int? : nil,
            latest: isLinked ? try row.day("latest") : nil,
            label: try StudyInvitationRow.labelText(try row["label"] as Data?, of: number, keys),
            letter: letter)
    }
}

extension QueryRow {
    /// The day in a column.
    fileprivate func day(_ column: String) throws -> CivilDate? {
        (try self[column] as Int?).map(CivilDate.init(daysSinceEpoch:))
    }
}
