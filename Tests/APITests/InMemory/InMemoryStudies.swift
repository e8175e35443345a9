import Alerts
import Allergens
import Forms
import Foundation
import Help
import People
import Studies
import StudyExport

@testable import API

/// One study after another with its researchers, codes and answers; the store of the program has its own tests.
struct InMemoryStudies: StudyStore, StudyPartStore, CodeGuessing {
    struct Held: Sendable {
        var study: Study
        var roles: [Account.ID: StudyRole]
        var versions: [StudyVersion] = []
        var invitations: [StudyInvitation] = []
        var joined: [Account.ID: StudyConsent] = [:]
        /// The days of joining that were told.
        var days: [Account.ID: CivilDate] = [:]
        var answers: [StudyAnswer] = []
        var looks: [StudyLook] = []
        /// What was taken away, by the places of the looks.
        var files: [Int: TakenStudyFile] = [:]
        var releases: [StudyRelease] = []
        var isReminding = true
        var messages: [StudyMessage] = []

        func joined(_ account: Account.ID, _ consent: StudyConsent) -> CivilDate {
            days[account] ?? CivilDate(at: consent.given, in: .gmt)
        }

        var latest: [StudyForm.Name: StudyLatestAnswer] {
            let all = answers.map { answer in
                (answer.form, StudyLatestAnswer(answer.day, windows: Set([answer.window].compactMap(\.self))))
            }
            return Dictionary(all) { $0.joined(with: $1) }
        }

        var options: [StudyOptionCount] {
            guard let version = study.current else { return [] }
            let choices = joined.values.map(\.agreement.options)
            return StudyOptionCount.count(
                version.content.options, of: version.number, in: choices, k: study.settings.k)
        }
    }

    let held = Guarded<[Held]>([])
    /// Whose code was wrong, once for each.
    let wrongCodes = Guarded<[Account.ID]>([])
    /// How long everybody has to wait whose code was wrong.
    let codePause = Guarded<Duration>(.zero)
    /// Addresses that were invited.
    let written = Guarded<Set<String>>([])

    func codeWait(of account: Account.ID) async throws -> Duration {
        wrongCodes.value.contains(account) ? codePause.value : .zero
    }

    func noteWrongCode(of account: Account.ID) async throws { wrongCodes.change { $0.append(account) } }

    private func one(_ id: Study.ID, by account: Account.ID, for act: StudyAct) throws -> Held {
        guard let found = held.value.first(where: { $0.study.id == id }) else { throw StudyRefusal.unknown }
        try StudyPolicy.check(act, by: found.roles[account], in: found.study.state)
        return found
    }

    func replace(_ id: Study.ID, _ change: @Sendable (inout Held) throws -> Void) rethrows {
        try held.change { all in
            for place in all.indices where all[place].study.id == id { try change(&all[place]) }
        }
    }

    private func change(
        _ former: Study, state: Study.State? = nil, _ settings: StudySettings? = nil,
        _ draft: StudyContent? = nil, current: StudyVersion? = nil
    ) -> Study {
        Study(
            id: former.id, state: state ?? former.state, settings: settings ?? former.settings,
            draft: draft ?? former.draft, current: current ?? former.current, created: former.created)
    }

    func openStudies(after last: Int64, limit: Int) async throws -> StudyPage {
        let all = held.value.map(\.study).enumerated()
        let found = all.filter { $0.element.state == .open && $0.offset + 1 > last }
        let page = found.prefix(limit)
        return StudyPage(
            page.map(\.element), next: page.count < found.count ? page.last.map { Int64($0.offset + 1) } : nil
        )
    }

    func studyOverviews(before first: Int64, limit: Int) async throws -> [StudyOverview] {
        let all = held.value.enumerated().reversed().filter { $0.offset + 1 < first }
        return all.prefix(limit).map { place, held in
            StudyOverview(
                number: Int64(place + 1), id: held.study.id, phase: held.study.phase,
                title: held.study.state == .draft ? nil : held.study.current?.content.title,
                created: held.study.created,
                owners: held.roles.filter { $0.value == .owner }.map {
                    Account(id: $0.key, name: "account \($0.key.rawValue)")
                },
                people: Dictionary(grouping: held.invitations, by: \.status).mapValues(\.count))
        }
    }

    func study(_ id: Study.ID) async throws -> Study? { held.value.map(\.study).first { $0.id == id } }

    func participants(in id: Study.ID) async throws -> Int {
        held.value.first { $0.study.id == id }?.joined.count ?? 0
    }

    func version(_ number: Int, of id: Study.ID) async throws -> StudyVersion? {
        held.value.first { $0.study.id == id }?.versions.first { $0.number == number }
    }

    func studies(of researcher: Account.ID) async throws -> [OwnStudy] {
        held.value.compactMap { held in
            held.roles[researcher].map { OwnStudy(study: held.study, role: $0) }
        }
    }

    func study(_ id: Study.ID, for act: StudyAct, by researcher: Account.ID) async throws -> OwnStudy {
        let found = try one(id, by: researcher, for: act)
        guard let role = found.roles[researcher] else { throw StudyRefusal.unknown }
        return OwnStudy(study: found.study, role: role)
    }

    func begin(
        _ content: StudyContent, _ settings: StudySettings, by researcher: Account.ID, at now: Date
    ) async throws -> Study {
        let study = Study(
            id: Study.ID(rawValue: UUID().uuidString), state: .draft, settings: settings, draft: content,
            current: nil, created: now)
        held.change { $0.append(Held(study: study, roles: [researcher: .owner])) }
        return study
    }

    func change(
        _ id: Study.ID, by researcher: Account.ID, at now: Date,
        _ act: @escaping @Sendable (Study) throws -> (StudyContent, StudySettings)
    ) async throws -> Study {
        let former = try one(id, by: researcher, for: .change).study
        let (content, settings) = try act(former)
        let study = change(former, settings, content)
        replace(id) { $0.study = study }
        return study
    }

    func act(_ act: StudyAct, on id: Study.ID, by researcher: Account.ID, at now: Date) async throws -> Study
    {
        let found = try one(id, by: researcher, for: act)
        let former = found.study
        guard former.draft.missing.isEmpty else { throw StudyRefusal.incomplete(former.draft.missing) }
        let version = StudyVersion(
            number: found.versions.count + 1, content: former.draft, published: now)
        let study = change(
            former, state: StudyPolicy.state(after: act), current: act == .publish ? version : nil)
        replace(id) { held in
            held.study = study
            if act == .publish { held.versions.append(version) }
        }
        return study
    }

    func researchers(of id: Study.ID, for reader: Account.ID) async throws -> [StudyResearcher] {
        try one(id, by: reader, for: .read).roles.map {
            StudyResearcher(name: "account \($0.key.rawValue)", role: $0.value)
        }
    }

    func appoint(
        _ role: StudyRole?, _ name: String, in id: Study.ID, by owner: Account.ID, at now: Date
    ) async throws {
        _ = try one(id, by: owner, for: .appoint)
        guard let number = Int64(name) else { throw StudyRefusal.unknownResearcher }
        replace(id) { $0.roles[Account.ID(rawValue: number)] = role }
    }

    func releases(of id: Study.ID) async throws -> [StudyRelease] {
        let found = held.value.first { $0.study.id == id && $0.study.settings.results != .never }
        return found?.releases ?? []
    }

    func release(
        _ results: StudyResultsRelease, of id: Study.ID, by researcher: Account.ID
    ) async throws {
        let former = try one(id, by: researcher, for: .release).study
        var settings = former.settings
        settings.results = results
        let study = change(former, settings)
        replace(id) { $0.study = study }
    }

    func leave(_ id: Study.ID, as researcher: Account.ID) async throws {
        let others = try one(id, by: researcher, for: .leave).roles.filter { $0.key != researcher }
        guard others.values.contains(.owner) else { throw StudyRefusal.lastOwner }
        replace(id) { $0.roles[researcher] = nil }
    }

    func delete(_ id: Study.ID, by researcher: Account.ID) async throws {
        _ = try one(id, by: researcher, for: .delete)
        held.change { $0.removeAll { $0.study.id == id } }
    }

    func progress(of id: Study.ID, for researcher: Account.ID) async throws -> [StudyDay] {
        let answers = try one(id, by: researcher, for: .read).answers
        return Dictionary(grouping: answers, by: \.day).map { StudyDay($0, answers: $1.count) }
    }

    func cells(of id: Study.ID, for researcher: Account.ID, at now: Date) async throws -> [StudyCell] {
        let found = try one(id, by: researcher, for: .seePlaces)
        if found.answers.contains(where: { $0.cell != nil }) {
            replace(id) { $0.looks.append(StudyLook(.read, at: now)) }
        }
        let settings = found.study.settings
        return StudyCell.count(found.answers, k: settings.k, mode: settings.mode)
    }

    func looks(
        at id: Study.ID, for researcher: Account.ID, before first: Int64, limit: Int
    ) async throws -> [StudyLookEntry] {
        let found = try one(id, by: researcher, for: .seeAnswers)
        return entries(found.looks, "otto", found.files, before: first, limit: limit)
    }

    func looks(
        at id: Study.ID, of account: Account.ID, before first: Int64, limit: Int
    ) async throws -> [StudyLookEntry] {
        guard let found = held.value.first(where: { $0.study.id == id && $0.joined[account] != nil })
        else { throw StudyRefusal.unknown }
        return entries(found.looks, nil, before: first, limit: limit)
    }

    private func entries(
        _ looks: [StudyLook], _ name: String?, _ files: [Int: TakenStudyFile] = [:], before first: Int64,
        limit: Int
    ) -> [StudyLookEntry] {
        let all = looks.enumerated().map { index, look in
            StudyLookEntry(number: Int64(index + 1), look: look, name: name, file: files[index])
        }
        return Array(all.reversed().filter { $0.number < first }.prefix(limit))
    }

    // MARK: Invitations

    func invite(
        _ count: Int, length: Int, to id: Study.ID, by researcher: Account.ID, at now: Date
    ) async throws -> [InvitationCode] {
        _ = try one(id, by: researcher, for: .invite)
        var generator = SystemRandomNumberGenerator()
        let codes = (0..<count).map { _ in InvitationCode(length: length, using: &generator) }
        replace(id) { held in
            for code in codes {
                held.invitations.append(
                    StudyInvitation(
                        number: Int64(held.invitations.count + 1), code: code.text, pseudonym: nil,
                        made: CivilDate(at: now, in: .gmt)))
            }
        }
        return codes
    }

    func send(
        _ words: FormWording, toPeopleOf id: Study.ID, by researcher: Account.ID, at now: Date
    ) async throws -> StudyMessage {
        let found = try one(id, by: researcher, for: .message)
        guard found.messages.count < StudyMessage.mostADay
        else { throw StudyRefusal.tooMuchMail(limit: StudyMessage.mostADay, wait: 60) }
        let message = StudyMessage(
            number: Int64(found.messages.count + 1), words: words, written: now, told: found.joined.count)
        replace(id) { $0.messages.insert(message, at: 0) }
        return message
    }

    func send(
        _ words: FormWording, to pseudonym: String, in id: Study.ID, by researcher: Account.ID, at now: Date
    ) async throws -> StudyMessage {
        let found = try one(id, by: researcher, for: .message)
        guard found.study.settings.mode == .linked,
            found.invitations.contains(where: { $0.pseudonym == pseudonym })
        else { throw StudyRefusal.unknownParticipant }
        let message = StudyMessage(
            number: Int64(found.messages.count + 1), words: words, written: now, told: 1, to: pseudonym)
        replace(id) { $0.messages.insert(message, at: 0) }
        return message
    }

    func messages(of id: Study.ID, for researcher: Account.ID) async throws -> [StudyMessage] {
        try one(id, by: researcher, for: .read).messages
    }

    func publicMessages(of id: Study.ID) async throws -> [StudyMessage] {
        held.value.first { $0.study.id == id && $0.study.settings.mode == .unlinked }?.messages ?? []
    }

    func write(
        to addresses: [ContactAddress], in language: Language, of id: Study.ID, by researcher: Account.ID,
        at now: Date
    ) async throws -> [Int64] {
        _ = try one(id, by: researcher, for: .mail)
        let known = addresses.indices.filter { written.value.contains(addresses[$0].normal) }
        guard known.isEmpty else { throw StudyRefusal.writtenTo(known) }
        written.change { $0.formUnion(addresses.map(\.normal)) }
        let first = held.value.first { $0.study.id == id }?.invitations.count ?? 0
        let length = InvitationCode.usualLength
        _ = try await invite(addresses.count, length: length, to: id, by: researcher, at: now)
        return addresses.indices.map { Int64(first + $0 + 1) }
    }

    func invitations(
        of id: Study.ID, for researcher: Account.ID, matching filter: StudyInvitationFilter,
        after last: Int64, limit: Int
    ) async throws -> [StudyInvitation] {
        let all = try one(id, by: researcher, for: .seeParticipants).invitations
        return Array(all.filter { $0.number > last && filter.holds($0) }.prefix(limit))
    }

    func statuses(of id: Study.ID, for researcher: Account.ID) async throws -> [ParticipantStatus: Int] {
        let all = try one(id, by: researcher, for: .seeParticipants).invitations
        return Dictionary(grouping: all, by: \.status).mapValues(\.count)
    }

    func restrict(_ number: Int64, of id: Study.ID, by researcher: Account.ID, at now: Date) async throws {
        let all = try one(id, by: researcher, for: .invite).invitations
        guard let former = all.first(where: { $0.number == number })
        else { throw StudyRefusal.unknownParticipant }
        let today = CivilDate(at: now, in: .gmt)
        keep(
            StudyInvitation(
                number: number, code: former.code, pseudonym: former.pseudonym, made: former.made,
                joined: former.joined, restricted: today), of: id)
    }

    func label(_ number: Int64, of id: Study.ID, as label: String?, by researcher: Account.ID) async throws {
        let all = try one(id, by: researcher, for: .invite).invitations
        guard let former = all.first(where: { $0.number == number })
        else { throw StudyRefusal.unknownParticipant }
        keep(
            StudyInvitation(
                number: number, code: former.code, pseudonym: former.pseudonym, made: former.made,
                joined: former.joined, restricted: former.restricted, label: label), of: id)
    }

    private func keep(_ invitation: StudyInvitation, of id: Study.ID) {
        replace(id) { $0.invitations[Int(invitation.number) - 1] = invitation }
    }

    func retention(
        of id: Study.ID, for researcher: Account.ID, at now: Date
    ) async throws -> StudyRetention {
        let found = try one(id, by: researcher, for: .read)
        var retention = StudyRetention(
            of: found.invitations.map(\.course), answering: [:], until: CivilDate(at: now, in: .gmt))
        retention.options = found.options
        return retention
    }

    func answers(
        of id: Study.ID, for researcher: Account.ID, after last: StudyAnswerPage.Place?, limit: Int,
        at now: Date
    ) async throws -> StudyAnswerPage {
        let found = try one(id, by: researcher, for: .seeAnswers)
        replace(id) { $0.looks.append(StudyLook(.read, at: now)) }
        let settings = found.study.settings
        let shared = StudyCell.shared(by: found.answers, k: settings.k, mode: settings.mode)
        return StudyAnswerPage(found.answers.prefix(limit).map { $0.seen(in: shared) }, next: nil)
    }

    // MARK: Parts

    func participations(
        of account: Account.ID, answers limit: Int, looks: Int
    ) async throws -> [StudyParticipation] {
        held.value.compactMap { held in
            held.joined[account].map { consent in
                StudyParticipation(
                    study: held.study, status: .participating, pseudonym: "ACDEF234",
                    joined: held.joined(account, consent), left: nil, consents: [consent],
                    answers: held.answers.suffix(limit), latest: held.latest, looks: held.looks.suffix(looks),
                    reminding: StudyReminding(isOn: held.isReminding, sent: 0), messages: held.messages)
            }
        }
    }

    func ownAnswers(
        to id: Study.ID, of account: Account.ID, before first: StudyAnswerPage.Place?, limit: Int
    ) async throws -> StudyAnswerPage {
        guard let found = held.value.first(where: { $0.study.id == id && $0.joined[account] != nil })
        else { throw StudyRefusal.unknown }
        let older = found.answers.sorted { $0.day > $1.day }.filter {
            first == nil || $0.day < first?.day ?? $0.day
        }
        let page = Array(older.prefix(limit))
        let end = page.count < older.count ? page.last : nil
        return StudyAnswerPage(
            page, next: end.flatMap { end in end.id.map { .init(day: end.day, id: $0) } })
    }

    func consents(to id: Study.ID, of account: Account.ID) async throws -> [StudyConsent] {
        held.value.first { $0.study.id == id }?.joined[account].map { [$0] } ?? []
    }

    private func invitation(
        _ code: InvitationCode
    ) throws -> (study: Study, invitation: StudyInvitation) {
        for held in held.value {
            guard let found = held.invitations.first(where: { $0.code == code.text }) else { continue }
            guard found.restricted == nil else { throw StudyRefusal.restrictedCode }
            guard found.joined == nil else { throw StudyRefusal.usedCode }
            return (held.study, found)
        }
        throw StudyRefusal.unknownCode
    }

    func study(invitedBy code: InvitationCode) async throws -> Study { try invitation(code).study }

    func join(
        by code: InvitationCode, _ agreement: StudyAgreement, as account: Account.ID, on day: CivilDate?,
        at now: Date
    ) async throws -> Study {
        let (study, former) = try invitation(code)
        keep(
            StudyInvitation(
                number: former.number, code: code.text, pseudonym: "ACDEF234", made: former.made,
                joined: CivilDate(at: now, in: .gmt)), of: study.id)
        replace(study.id) { held in
            held.joined[account] = StudyConsent(agreement, given: now)
            held.days[account] = day
        }
        return study
    }

    func agree(
        to agreement: StudyAgreement, of id: Study.ID, as account: Account.ID, at now: Date
    ) async throws {
        replace(id) { $0.joined[account] = StudyConsent(agreement, given: now) }
    }

    func remind(_ isOn: Bool, of id: Study.ID, as account: Account.ID, at now: Date) async throws {
        guard held.value.contains(where: { $0.study.id == id && $0.joined[account] != nil })
        else { throw StudyRefusal.unknown }
        replace(id) { $0.isReminding = isOn }
    }

    /// The token is the identifier of the study.
    func studyReminders(opening token: String) async throws -> StudyReminderLink? {
        held.value.first { $0.study.id.rawValue == token }.map {
            StudyReminderLink(isOn: $0.isReminding, language: .english, tone: .adult)
        }
    }

    func stopStudyReminders(opening token: String, at now: Date) async throws -> StudyReminderLink? {
        replace(Study.ID(rawValue: token)) { $0.isReminding = false }
        return try await studyReminders(opening: token)
    }

    func withdraw(
        from id: Study.ID, as account: Account.ID, part pseudonym: String?, erasing erases: Bool, at now: Date
    ) async throws {
        guard held.value.contains(where: { $0.study.id == id && $0.joined[account] != nil }),
            pseudonym == nil || pseudonym == "ACDEF234"
        else { throw StudyRefusal.unknown }
        replace(id) { held in
            held.joined[account] = nil
            if erases { held.answers = [] }
        }
    }

    func answer(
        _ draft: StudyAnswerDraft, to id: Study.ID, as account: Account.ID, at now: Date
    ) async throws -> StudyAnswer {
        guard let found = held.value.first(where: { $0.study.id == id }),
            let consent = found.joined[account]
        else { throw StudyRefusal.unknown }
        let next = found.versions.first { $0.number == draft.version + 1 }
        try StudyPolicy.check(
            draft, in: found.study.phase, joined: found.joined(account, consent), until: next?.published,
            at: now)
        let window = draft.window(in: found.study.settings)
        let occasion = StudyAnswer.Occasion(form: draft.form, day: draft.moment.day, window: window)
        guard !found.answers.contains(where: { $0.occasion == occasion })
        else { throw StudyRefusal.answered }
        let answer = StudyAnswer(
            id: UUID().uuidString, pseudonym: nil, version: draft.version, form: draft.form,
            day: draft.moment.day, window: window, given: now, cell: draft.place, answers: draft.answers)
        replace(id) { $0.answers.append(answer) }
        return answer
    }
}
