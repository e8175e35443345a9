import Alerts
import Allergens
import Forms
import Foundation
import Geography
import People
import SampleTesting
import Studies
import Testing

@testable import Storage

extension BothStoresTests {
    /// People who take part in studies, their answers, and who looks at these.
    @Suite struct StudyPartTests {
        @Test(arguments: StoreKind.tested)
        func `a code works once, for the first who uses it`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, otto) = (opened.store, try await opened.account("otto"))
            let people = [try await opened.account(), try await opened.account("ben")]
            let id = try await opened.study(by: otto)
            let code = try #require(try await store.invite(1, length: 5, to: id, by: otto, at: noon).first)
            let outcomes = await withTaskGroup(of: Bool.self) { group in
                for account in people {
                    group.addTask {
                        (try? await store.join(by: code, .sample(), as: account, at: noon)) != nil
                    }
                }
                return await group.reduce(into: [Bool]()) { $0.append($1) }
            }
            #expect(outcomes.filter(\.self).count == 1)
            await #expect(throws: StudyRefusal.usedCode) { try await store.study(invitedBy: code) }
            for table in ["studyParticipant", "studyConsent"] {
                #expect(try await opened.count(table) == 1)
            }
            #expect(try await store.participants(in: id) == 1)
        }

        @Test(arguments: StoreKind.tested)
        func `participants are found by status and label, and counted`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, otto) = (opened.store, try await opened.account("otto"))
            let (anna, ben) = (try await opened.account(), try await opened.account("ben"))
            let id = try await opened.study(by: otto)
            for account in [anna, ben] { try await opened.join(id, account, invitedBy: otto) }
            _ = try await store.invite(3, length: 5, to: id, by: otto, at: noon)
            let all = try await store.invitations(of: id, for: otto, after: 0, limit: 9).map(\.number)
            try await store.withdraw(from: id, as: ben, erasing: false, at: noon)
            try await store.restrict(all[2], of: id, by: otto, at: noon)
            for place in [0, 2, 3] { try await store.label(all[place], of: id, as: "Called", by: otto) }
            try await store.label(all[4], of: id, as: "Moved", by: otto)
            func found(
                _ status: ParticipantStatus? = nil, _ label: String? = nil, after last: Int64 = 0,
                limit: Int = 9
            ) async throws -> [Int?] {
                let filter = StudyInvitationFilter(status: status, label: label)
                return try await store.invitations(
                    of: id, for: otto, matching: filter, after: last, limit: limit
                ).map { all.firstIndex(of: $0.number) }
            }
            #expect(try await found(.participating) == [0])
            #expect(try await found(.withdrawn) == [1])
            #expect(try await found(.restricted) == [2])
            #expect(try await found(.invited) == [3, 4])
            #expect(try await found(nil, "CALLED") == [0, 2, 3])
            #expect(try await found(nil, "called", after: all[0], limit: 1) == [2])
            #expect(try await found(.invited, "Called") == [3])
            #expect(try await found(nil, "Call") == [])
            #expect(
                try await store.statuses(of: id, for: otto) == [
                    .participating: 1, .withdrawn: 1, .restricted: 1, .invited: 2,
                ])
            await #expect(throws: StudyRefusal.unknown) { try await store.statuses(of: id, for: anna) }
        }

        @Test(arguments: StoreKind.tested)
        func `all studies are told with their owners and the numbers of their people`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, otto) = (opened.store, try await opened.account("otto"))
            let anna = try await opened.account()
            let first = try await store.begin(
                SampleStudy.content, try SampleStudy.settings(.unlinked), by: otto, at: noon)
            // What is published and not open yet is a draft.
            _ = try await store.act(.publish, on: first.id, by: otto, at: noon)
            let second = try await opened.study(by: otto)
            try await opened.join(second, anna, invitedBy: otto)
            _ = try await store.invite(2, length: 5, to: second, by: otto, at: noon)
            let told = try await store.studyOverviews(before: .max, limit: 9)
            #expect(told.map(\.id) == [second, first.id])
            #expect(told.map { $0.owners.map(\.name) } == [["otto"], ["otto"]])
            #expect(told.map(\.people) == [[.participating: 1, .invited: 2], [:]])
            #expect(told.map(\.title) == [SampleStudy.content.title, nil])
            #expect(told.map(\.phase.state) == [.open, .draft] && told[1].created == noon)
            #expect(try await store.studyOverviews(before: .max, limit: 1).map(\.id) == [second])
            #expect(
                try await store.studyOverviews(before: told[0].number, limit: 9).map(\.id) == [first.id])
        }

        @Test(arguments: StoreKind.tested)
        func `a message reaches those who take part, over their channels`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, otto) = (opened.store, try await opened.account("otto"))
            let people = [try await opened.account(), try await opened.account("ben")]
            let id = try await opened.study(by: otto)
            for account in people { try await opened.join(id, account, invitedBy: otto) }
            try await store.withdraw(from: id, as: people[1], erasing: false, at: noon)
            let words = ["en": "Half of it is over."]
            let sent = try await store.send(words, toPeopleOf: id, by: otto, at: noon)
            #expect(sent.told == 1 && sent.words == words && sent.written == noon)
            #expect(try await store.messages(of: id, for: otto).map(\.told) == [1])
            #expect(try await opened.count("notice WHERE account = \(people[0].rawValue)") == 1)
            #expect(try await opened.count("notice") == 1)
            for _ in 1..<StudyMessage.mostADay {
                _ = try await store.send(words, toPeopleOf: id, by: otto, at: noon)
            }
            await #expect(throws: StudyRefusal.tooMuchMail(limit: StudyMessage.mostADay, wait: 86_400)) {
                try await store.send(words, toPeopleOf: id, by: otto, at: noon)
            }
        }

        @Test(arguments: StoreKind.tested)
        func `a message to one person reaches nobody else, and goes with the answers`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, otto) = (opened.store, try await opened.account("otto"))
            let people = [try await opened.account(), try await opened.account("ben")]
            let id = try await opened.study(by: otto)
            for account in people { try await opened.join(id, account, invitedBy: otto) }
            func parts(of account: Account.ID) async throws -> StudyParticipation {
                try #require(try await store.participations(of: account, answers: 1, looks: 1).first)
            }
            let pseudonym = try #require(try await parts(of: people[0]).pseudonym)
            let words = ["en": "Please call us."]
            func send(to name: String) async throws -> StudyMessage {
                try await store.send(words, to: name, in: id, by: otto, at: noon)
            }
            let sent = try await send(to: pseudonym)
            #expect(sent.told == 1 && sent.receiver == pseudonym && sent.words == words)
            await #expect(throws: StudyRefusal.unknownParticipant) { try await send(to: "nobody") }
            #expect(try await opened.count("notice WHERE account = \(people[0].rawValue)") == 1)
            #expect(try await opened.count("notice") == 1)
            let own = try await parts(of: people[0]).messages
            #expect(own.map(\.words) == [words] && own.map(\.receiver) == [pseudonym] && own[0].author == nil)
            #expect(try await parts(of: people[1]).messages == [])
            // Messages to all are counted apart.
            for _ in 1..<StudyMessage.mostADay { _ = try await send(to: pseudonym) }
            await #expect(throws: StudyRefusal.tooMuchMail(limit: StudyMessage.mostADay, wait: 86_400)) {
                try await send(to: pseudonym)
            }
            _ = try await store.send(["en": "Thank you."], toPeopleOf: id, by: otto, at: noon)
            #expect(try await parts(of: people[1]).messages.map(\.words) == [["en": "Thank you."]])
            #expect(try await store.messages(of: id, for: otto).compactMap(\.receiver).count == 3)
            try await store.withdraw(from: id, as: people[0], erasing: true, at: noon)
            #expect(try await store.messages(of: id, for: otto).map(\.receiver) == [nil])
            await #expect(throws: StudyRefusal.unknownParticipant) { try await send(to: pseudonym) }
        }

        @Test(arguments: StoreKind.tested)
        func `reminders of a study are stopped by a link, and asked for again`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, otto) = (opened.store, try await opened.account("otto"))
            let anna = try await opened.account()
            let id = try await opened.study(by: otto)
            await #expect(throws: StudyRefusal.unknown) {
                try await store.remind(true, of: id, as: anna, at: noon)
            }
            try await opened.join(id, anna, invitedBy: otto)
            let number: Int64? = try await store.readRows { runner in
                try runner.value("SELECT number FROM studyParticipant")
            }
            let token = try ReminderToken.study.text(of: try #require(number), store.keys)
            #expect(try await store.studyReminders(opening: token)?.isOn == true)
            for _ in 0..<2 {
                #expect(try await store.stopStudyReminders(opening: token, at: noon)?.isOn == false)
            }
            try await store.remind(true, of: id, as: anna, at: noon)
            #expect(try await store.studyReminders(opening: token)?.isOn == true)
            #expect(try await store.studyReminders(opening: "none") == nil)
        }

        @Test(arguments: StoreKind.tested)
        func `an answer is read back under its pseudonym, once a day, and erased with the part`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, otto) = (opened.store, try await opened.account("otto"))
            let anna = try await opened.account()
            let id = try await opened.study(by: otto)
            await #expect(throws: StudyRefusal.unknown) {
                try await store.answer(.sample(), to: id, as: anna, at: noon)
            }
            try await opened.join(id, anna, invitedBy: otto)
            for daysAgo in [0, 1] {
                _ = try await store.answer(.sample(daysAgo: daysAgo), to: id, as: anna, at: noon)
            }
            await #expect(throws: StudyRefusal.answered) {
                try await store.answer(.sample("Again"), to: id, as: anna, at: noon)
            }
            let part = try #require(try await store.participations(of: anna, answers: 9, looks: 9).first)
            #expect(part.study.id == id && part.status == .participating && part.joined == SampleStudy.today)
            #expect(part.consents.map(\.agreement) == [.sample()])
            #expect(part.answers.map(\.day) == [SampleStudy.today.adding(days: -1), SampleStudy.today])
            #expect(part.answers.last?.answers == FormAnswers(["note": .text("Wermut")]))
            #expect(part.looks.isEmpty && part.messages.isEmpty)
            try await store.agree(to: .sample(), of: id, as: anna, at: noon + 60)
            await #expect(throws: StudyRefusal.unknown) {
                try await store.agree(to: .sample(), of: id, as: otto, at: noon)
            }
            #expect(try await opened.count("studyConsent") == 1)
            let pseudonym = try #require(part.pseudonym)
            try await store.withdraw(from: id, as: anna, part: pseudonym, erasing: true, at: noon)
            #expect(try await opened.count("studyAnswer") == 0)
            #expect(try await store.participants(in: id) == 0)
            #expect(try await store.consents(to: id, of: anna).map(\.agreement) == [.sample()])
            await #expect(throws: StudyRefusal.status(.withdrawn)) {
                try await store.answer(.sample(), to: id, as: anna, at: noon)
            }
        }

        @Test(arguments: StoreKind.tested)
        func `those at whose answers somebody looked can read when`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, otto) = (opened.store, try await opened.account("otto"))
            let people = [try await opened.account(), try await opened.account("ben")]
            let id = try await opened.study(by: otto)
            for account in people {
                try await opened.join(id, account, invitedBy: otto)
                _ = try await store.answer(.sample(), to: id, as: account, at: noon)
            }
            let first = try await store.answers(of: id, for: otto, after: nil, limit: 1, at: noon + 60)
            let next = try #require(first.next)
            #expect(first.answers.count == 1 && first.answers.first?.cell == nil)
            let second = try await store.answers(of: id, for: otto, after: next, limit: 1, at: noon + 90)
            #expect(second.answers.count == 1 && second.next == nil)
            let pseudonyms = [first, second].flatMap { $0.answers.map(\.pseudonym) }
            #expect(Set(pseudonyms).count == 2)
            var times: Set<Date> = []
            for account in people {
                let looks = try await store.looks(at: id, of: account, before: .max, limit: 9)
                #expect(looks.count == 1 && looks.first?.name == nil)
                times.formUnion(looks.map(\.look.at))
            }
            #expect(times == [noon + 60, noon + 90])
            let all = try await store.looks(at: id, for: otto, before: .max, limit: 9)
            #expect(all.map(\.look.at) == [noon + 90, noon + 60] && all.first?.name == "otto")
            let days = try await store.progress(of: id, for: otto)
            #expect(days == [StudyDay(SampleStudy.today, answers: 2)])
            // Two people are too few to be counted.
            let cells = try await store.cells(of: id, for: otto, at: noon)
            #expect(cells.count == 1 && cells.first?.people == nil)
        }

        @Test(arguments: StoreKind.tested)
        func `answers that belong to nobody are seen once a day has enough of them`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, otto) = (opened.store, try await opened.account("otto"))
            let id = try await opened.study(.unlinked, by: otto)
            for number in 1...5 {
                let page = try await store.answers(of: id, for: otto, after: nil, limit: 9, at: noon)
                #expect(page.answers.isEmpty)
                let account = try await opened.account("person \(number)")
                try await opened.join(id, account, invitedBy: otto)
                let kept = try await store.answer(.sample(), to: id, as: account, at: noon)
                #expect(kept.id == nil)
                await #expect(throws: StudyRefusal.answered) {
                    try await store.answer(.sample("Again"), to: id, as: account, at: noon)
                }
            }
            let page = try await store.answers(of: id, for: otto, after: nil, limit: 9, at: noon)
            #expect(page.answers.count == 5 && page.answers.allSatisfy { $0.pseudonym == nil })
            let words = ["en": "Half of it is over."]
            #expect(try await store.send(words, toPeopleOf: id, by: otto, at: noon).told == nil)
            #expect(try await store.publicMessages(of: id).map(\.words) == [words])
            #expect(try await opened.count("notice") == 0)
            _ = try await store.act(.close, on: id, by: otto, at: noon)
            let secrets = try await store.readRows { runner in
                try runner.value(
                    """
                    SELECT (SELECT count(*) FROM study WHERE key IS NOT NULL)
                        + (SELECT count(*) FROM studyAnswer
                            WHERE token IS NOT NULL OR participant IS NOT NULL)
                    """, as: Int.self)
            }
            #expect(secrets == 0)
        }

        @Test(arguments: StoreKind.tested)
        func `what tells a second answer of a day is forgotten once none can come`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, otto) = (opened.store, try await opened.account("otto"))
            let anna = try await opened.account()
            let id = try await opened.study(.unlinked, by: otto)
            try await opened.join(id, anna, invitedBy: otto)
            _ = try await store.answer(.sample(), to: id, as: anna, at: noon)
            for (days, tokens) in [(StudyPolicy.tokenDays, 1), (StudyPolicy.tokenDays + 1, 0)] {
                try await store.forgetStudyTokens(at: noon + Double(days) * 86_400)
                #expect(try await opened.count("studyAnswer WHERE token IS NOT NULL") == tokens)
            }
            #expect(try await opened.count("studyAnswer") == 1)
        }
    }
}

extension StudyAgreement {
    static func sample() -> StudyAgreement {
        StudyAgreement(version: 1, language: "en", name: "Mutterkraut", signature: "M 0 0 L 9 9")
    }
}

extension StudyAnswerDraft {
    fileprivate static func sample(_ word: String = "Wermut", daysAgo: Int = 0) throws -> StudyAnswerDraft {
        let moment = FormMoment(
            milliseconds: Int(noon.timeIntervalSince1970 - Double(daysAgo) * 86_400) * 1_000, offset: 0)
        return StudyAnswerDraft(
            version: 1, moment: try #require(moment),
            place: Coordinate(longitude: 7.588_123, latitude: 47.557_456),
            answers: FormAnswers(["note": .text(word)]))
    }
}

extension OpenedRows {
    fileprivate func join(_ id: Study.ID, _ account: Account.ID, invitedBy owner: Account.ID) async throws {
        let code = try #require(try await store.invite(1, length: 5, to: id, by: owner, at: noon).first)
        _ = try await store.join(by: code, .sample(), as: account, at: noon)
    }
}
