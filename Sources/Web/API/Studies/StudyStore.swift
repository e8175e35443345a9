package import Alerts
package import Allergens
package import Forms
package import Foundation
package import Help
package import People
package import Studies
package import StudyExport

/// Stores studies for those who lead them.
///
/// What throws throws ``StudyRefusal``.
package protocol StudyStore: Sendable {
    /// The studies that are open with numbers above `last`, at most `limit`, with their published words alone.
    func openStudies(after last: Int64, limit: Int) async throws -> StudyPage
    /// All studies with numbers below `first`, the newest first, at most `limit`, as administrators see them.
    func studyOverviews(before first: Int64, limit: Int) async throws -> [StudyOverview]
    /// A study as administrators see it.
    func inspectedStudy(_ id: Study.ID) async throws -> InspectedStudy
    /// The invitations with numbers above `last` that a filter lets through, at most `limit`, without codes.
    func inspectedInvitations(
        of id: Study.ID, matching filter: StudyInvitationFilter, after last: Int64, limit: Int
    ) async throws -> [StudyInvitation]
    /// Ends an invitation for administrators, or lets it work again.
    func setRestriction(
        _ isRestricted: Bool, of number: Int64, in id: Study.ID, at now: Date
    ) async throws
    /// A study; `nil` if there is none.
    func study(_ id: Study.ID) async throws -> Study?
    /// How many people take part in a study now: the only count that everybody is told.
    func participants(in id: Study.ID) async throws -> Int
    /// A published version; `nil` if there is none.
    func version(_ number: Int, of id: Study.ID) async throws -> StudyVersion?

    /// What is published of a study's answers, the latest first.
    func releases(of id: Study.ID) async throws -> [StudyRelease]

    /// The studies of a researcher, with the role in each.
    func studies(of researcher: Account.ID) async throws -> [OwnStudy]
    /// A study in which a researcher may do something.
    func study(_ id: Study.ID, for act: StudyAct, by researcher: Account.ID) async throws -> OwnStudy
    /// Begins a study.
    func begin(
        _ content: StudyContent, _ settings: StudySettings, by researcher: Account.ID, at now: Date
    ) async throws -> Study
    /// Changes what will be the next version, and how the study is run.
    func change(
        _ id: Study.ID, by researcher: Account.ID, at now: Date,
        _ change: @escaping @Sendable (Study) throws -> (StudyContent, StudySettings)
    ) async throws -> Study
    /// Publishes, opens, closes or archives a study.
    func act(_ act: StudyAct, on id: Study.ID, by researcher: Account.ID, at now: Date) async throws -> Study
    /// Says when the results are published.
    func release(_ results: StudyResultsRelease, of id: Study.ID, by researcher: Account.ID) async throws
    /// Gives up the own role.
    func leave(_ id: Study.ID, as researcher: Account.ID) async throws
    /// Deletes a draft.
    func delete(_ id: Study.ID, by researcher: Account.ID) async throws
    /// The researchers of a study, by name.
    func researchers(of id: Study.ID, for reader: Account.ID) async throws -> [StudyResearcher]
    /// Gives a role to an account, or takes it away.
    func appoint(
        _ role: StudyRole?, _ name: String, in id: Study.ID, by owner: Account.ID, at now: Date) async throws
    /// Makes codes.
    func invite(
        _ count: Int, length: Int, to id: Study.ID, by researcher: Account.ID, at now: Date
    ) async throws -> [InvitationCode]
    /// Keeps a message, and tells those who take part that there is one.
    func send(
        _ words: FormWording, toPeopleOf id: Study.ID, by researcher: Account.ID, at now: Date
    ) async throws -> StudyMessage
    /// Keeps a message to the person with a pseudonym, and tells them that there is one.
    func send(
        _ words: FormWording, to pseudonym: String, in id: Study.ID, by researcher: Account.ID, at now: Date
    ) async throws -> StudyMessage
    /// The latest messages, the latest first.
    func messages(of id: Study.ID, for researcher: Account.ID) async throws -> [StudyMessage]
    /// The messages that stand on the page of a study, for everybody.
    func publicMessages(of id: Study.ID) async throws -> [StudyMessage]
    /// Makes an invitation for each address and queues its letter; yields the numbers of the invitations.
    func write(
        to addresses: [ContactAddress], in language: Language, of id: Study.ID, by researcher: Account.ID,
        at now: Date
    ) async throws -> [Int64]
    /// The invitations with numbers above `last` that a filter lets through, at most `limit`.
    func invitations(
        of id: Study.ID, for researcher: Account.ID, matching filter: StudyInvitationFilter,
        after last: Int64, limit: Int
    ) async throws -> [StudyInvitation]
    /// How many invitations have each status now.
    func statuses(of id: Study.ID, for researcher: Account.ID) async throws -> [ParticipantStatus: Int]
    /// Ends an invitation.
    func restrict(_ number: Int64, of id: Study.ID, by researcher: Account.ID, at now: Date) async throws
    /// Notes a status of the researchers' own; `nil` removes it.
    func label(_ number: Int64, of id: Study.ID, as label: String?, by researcher: Account.ID) async throws
    /// How many answers there are of each day that has any.
    func progress(of id: Study.ID, for researcher: Account.ID) async throws -> [StudyDay]
    /// Where the latest answers were given, and a note that a researcher has looked at them.
    func cells(of id: Study.ID, for researcher: Account.ID, at now: Date) async throws -> [StudyCell]
    /// Looks of all researchers with numbers below `first`, the latest first, at most `limit`.
    func looks(
        at id: Study.ID, for researcher: Account.ID, before first: Int64, limit: Int
    ) async throws -> [StudyLookEntry]
    /// How many people stayed, week by week.
    func retention(
        of id: Study.ID, for researcher: Account.ID, at now: Date
    ) async throws -> StudyRetention
    /// A page of answers, and a note that a researcher has looked at them.
    func answers(
        of id: Study.ID, for researcher: Account.ID, after last: StudyAnswerPage.Place?, limit: Int,
        at now: Date
    ) async throws -> StudyAnswerPage
}

/// Lets what leaves of studies be written.
package protocol StudyExportStore: Sendable {
    /// Has the tables of a study written, from one snapshot, and notes whose answers they hold; a caller has one made at
    /// a time.
    ///
    /// - Throws: ``StudyRefusal``, and what `write` throws; then nothing is noted.
    func export(
        _ id: Study.ID, by researcher: Account.ID, _ wish: StudyExportWish, at now: Date,
        _ write: @escaping @Sendable (StudyExport, [WeeklyStatus]) throws -> TakenStudyFile?
    ) async throws
}

/// Stores what people do in studies.
///
/// What throws throws ``StudyRefusal``.
package protocol StudyPartStore: Sendable {
    /// The parts of an account, each with its latest answers and the latest looks at them.
    func participations(
        of account: Account.ID, answers limit: Int, looks: Int
    ) async throws -> [StudyParticipation]
    /// The consents of an account to a study, the oldest first; none if it never took part.
    func consents(to id: Study.ID, of account: Account.ID) async throws -> [StudyConsent]
    /// The answers that are known to be an account's, of all its parts in a study, the latest first.
    func ownAnswers(
        to id: Study.ID, of account: Account.ID, before first: StudyAnswerPage.Place?, limit: Int
    ) async throws -> StudyAnswerPage
    /// Looks at an account's answers with numbers below `first`, the latest first, at most `limit`.
    func looks(
        at id: Study.ID, of account: Account.ID, before first: Int64, limit: Int
    ) async throws -> [StudyLookEntry]
    /// The study to which a code leads, as long as it can be used.
    func study(invitedBy code: InvitationCode) async throws -> Study
    /// Joins a study by a code, once, on a day where the person is; that of UTC without it.
    func join(
        by code: InvitationCode, _ agreement: StudyAgreement, as account: Account.ID, on day: CivilDate?,
        at now: Date
    ) async throws -> Study
    /// Agrees to the current version.
    func agree(
        to agreement: StudyAgreement, of id: Study.ID, as account: Account.ID, at now: Date) async throws
    /// Has an account reminded, or not any more.
    func remind(_ isOn: Bool, of id: Study.ID, as account: Account.ID, at now: Date) async throws
    /// The reminders that a link stops; `nil` if there are none.
    func studyReminders(opening token: String) async throws -> StudyReminderLink?
    /// Ends the reminders that a link stops.
    func stopStudyReminders(opening token: String, at now: Date) async throws -> StudyReminderLink?
    /// Ends the part of an account that has a pseudonym, or all of its parts in the study.
    func withdraw(
        from id: Study.ID, as account: Account.ID, part pseudonym: String?, erasing erases: Bool, at now: Date
    ) async throws
    /// Keeps an answer.
    func answer(
        _ draft: StudyAnswerDraft, to id: Study.ID, as account: Account.ID, at now: Date
    ) async throws -> StudyAnswer
}
