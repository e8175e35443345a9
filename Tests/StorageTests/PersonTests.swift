import Alerts
import Allergens
import Foundation
import GRDB
import Geography
import People
import SampleTesting
import Sealing
import Testing

@testable import Storage

@Suite struct PersonTests {
    let opened: OpenedArchive
    let anna: Account.ID
    private var store: SQLiteStore { opened.store }

    init() async throws {
        opened = try OpenedArchive()
        anna = try await opened.account("anna")
    }

    private func details(_ name: String, _ born: String? = nil) throws -> Person.Details {
        try #require(Person.Details(name: name, born: born.flatMap { CivilDate($0) }))
    }

    private func person(_ name: String, of guardian: Account.ID? = nil) async throws -> Person {
        try await store.addPerson(details(name), to: guardian ?? anna, at: noon)
    }

    private func fence(_ account: Account.ID) async throws {
        let box = BoundingBox(around: .basel, radius: 5_000)
        try await store.add(
            .sample("home-\(account.rawValue)", of: account),
            footprint: FenceFootprint(anchor: .basel, boxes: box.parts, extent: 5_000, outline: nil), at: noon
        )
    }

    private func hook(_ account: Account.ID, _ rhythm: Channel.Rhythm = .single) async throws -> Channel {
        let channel = Channel(
            account: account,
            target: .webhook(
                WebhookTarget(url: try #require(URL(string: "https://example.org/1")), secrets: [.random()])),
            rhythm: rhythm, created: noon)
        try await store.add(channel)
        return channel
    }

    private func raise(_ id: String, by reporter: Account.ID? = nil) async throws {
        let alert = Alert.sample(id, kind: .user, level: nil)
        try await store.transact { transaction in
            try transaction.add(alert)
            try transaction.notify(of: alert, at: .basel, except: reporter, now: noon)
        }
    }

    /// The messages that wait for the only channel, ready to send.
    private func prepared(at time: Date = noon) async throws -> [PreparedSending] {
        let claim = try await store.claim(at: time, passing: [], limit: 100)
        var all: [PreparedSending] = []
        for run in claim.runs {
            for line in run.lines {
                if let sending = try await store.prepare(run, line: line, at: time) { all.append(sending) }
            }
        }
        return all
    }

    @Test func `persons come back unchanged, to their guardian alone`() async throws {
        let mia = try await store.addPerson(details("Mia", "2017-05-04"), to: anna, at: noon)
        let ben = try await person("Ben")
        #expect(try await store.persons(of: anna) == [mia, ben])
        #expect(mia.details.born == CivilDate("2017-05-04"))
        let carl = try await opened.account("carl")
        #expect(try await store.persons(of: carl) == [])
        #expect(try await store.person(mia.id, of: carl) == nil)
        #expect(try await store.changePerson(mia.id, of: carl, to: details("Eve")) == nil)
        let renamed = try await store.changePerson(mia.id, of: anna, to: details("Maria"))
        #expect(renamed?.name == "Maria" && renamed?.details.born == nil)
        #expect(try await store.person(mia.id, of: anna) == renamed)
    }

    @Test func `an account has up to ten persons, with different names`() async throws {
        for number in 1...Person.limit { _ = try await person("Person \(number)") }
        await #expect(throws: PersonRefusal.tooMany) { _ = try await person("One more") }
        let carl = try await opened.account("carl")
        let mia = try await person("Mia", of: carl)
        _ = try await person("Ben", of: carl)
        await #expect(throws: PersonRefusal.knownName) { _ = try await person("mia", of: carl) }
        await #expect(throws: PersonRefusal.knownName) {
            _ = try await store.changePerson(mia.id, of: carl, to: details("BEN"))
        }
        #expect(try await store.changePerson(mia.id, of: carl, to: details("MIA"))?.name == "MIA")
    }

    @Test(arguments: [
        "", "  ", "a\u{7}b", "a\nb", String(repeating: "a", count: 41),
        " " + String(repeating: "a", count: 40),
    ])
    func `a name is a line of one to forty characters, as it is sent`(name: String) {
        #expect(Person.Details(name: name) == nil)
        #expect(Person.Details(name: " Mia ")?.name == "Mia")
    }

    /// Persian separates letters by a character without width, and a family is several faces joined.
    @Test(arguments: ["می\u{200C}نا", "👩\u{200D}👧"])
    func `a name may have characters without width`(name: String) {
        #expect(Person.Details(name: name)?.name == name)
    }

    @Test func `the file reveals neither name nor birth, and the account's name says nothing`() async throws {
        let mia = try await store.addPerson(details("Miaxenophon", "2017-05-04"), to: anna, at: noon)
        var quiz = WelcomeQuiz()
        quiz.medication = ["Xenocortisone"]
        _ = try await store.keep(quiz, of: mia.account, at: noon)
        try store.checkpoint()
        let bytes = try Data(contentsOf: URL(filePath: opened.folder.path("store.sqlite")))
        for secret in ["Miaxenophon", "2017-05-04", "Xenocortisone"] {
            #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret)")
        }
        let name = try #require(try await store.account(mia.account)).name
        #expect(name.hasPrefix("~") && !name.contains(mia.id.rawValue))
    }

    @Test func `a person has no credentials, channels or persons`() async throws {
        let mia = try await person("Mia")
        let credential = Credential(
            id: "c", hash: Data(repeating: 7, count: 32), principal: .account(mia.account))
        await #expect(throws: DatabaseError.self) { try await store.add(credential, at: noon) }
        await #expect(throws: DatabaseError.self) { _ = try await hook(mia.account) }
        await #expect(throws: DatabaseError.self) { _ = try await person("Doll", of: mia.account) }
        #expect(try await store.persons(of: anna) == [mia])
    }

    @Test func `a person starts with the guardian's language and times, and watches nothing`() async throws {
        var profile = Profile()
        profile.watches = [Watch(.allergen("birch"))]
        profile.isCrossReactive = true
        (profile.language, profile.tone, profile.units) = (.german, .plain, .imperial)
        profile.timeZone = try #require(TimeZone(identifier: "Europe/Zurich"))
        try await store.keep(profile, of: anna, at: noon)
        let mia = try await person("Mia")
        profile.watches = []
        profile.isCrossReactive = false
        #expect(try await store.profile(of: mia.account) == profile)
    }

    @Test func `alerts for persons use the guardian's channels, with one line for each`() async throws {
        let (mia, ben) = (try await person("Mia"), try await person("Ben"))
        _ = try await hook(anna)
        for account in [anna, mia.account, ben.account] { try await fence(account) }
        try await raise("a")
        let sendings = try await prepared()
        #expect(sendings.map { $0.messages.count } == [1, 1, 1])
        let names = sendings.flatMap(\.messages).map { $0.person?.name ?? "" }
        #expect(Set(names) == ["", "Mia", "Ben"])
        // Announcing the same alert again notifies nobody else.
        try await store.transact { transaction in
            try transaction.notify(
                of: .sample("a", kind: .user, level: nil), at: .basel, except: nil, now: noon)
        }
        #expect(try await store.queueLength() == 3)
    }

    @Test func `the same report counts as a repetition for the same person only`() async throws {
        let (mia, ben) = (try await person("Mia"), try await person("Ben"))
        _ = try await hook(anna)
        for person in [mia, ben] { try await fence(person.account) }
        try await raise("a")
        for line in try await prepared().flatMap(\.messages) {
            try await store.record([.tried(line.id, .sent)], at: noon)
        }
        try await raise("b")
        let later = try await prepared()
        #expect(later.allSatisfy { $0.messages.isEmpty } && later.flatMap(\.acts).count == 2)
        try await store.transact { transaction in
            let other = Alert.sample("c", kind: .user, allergens: ["oak", "birch"], level: nil)
            try transaction.add(other)
        }
        let sent = try await store.inbox(
            of: anna, and: [mia.account, ben.account], .after(0), unreadOnly: false, limit: 9)
        #expect(sent.map(\.channels.first?.state) == [.sent, .sent, .queued, .queued])
    }

    @Test func `a digest reports person by person`() async throws {
        let (mia, ben) = (try await person("Mia"), try await person("Ben"))
        _ = try await hook(anna, .digest)
        for account in [ben.account, mia.account, anna] { try await fence(account) }
        for id in ["a", "b"] {
            try await store.transact { transaction in
                let alert = Alert.sample(id)
                try transaction.add(alert)
                try transaction.notify(of: alert, at: .basel, except: nil, now: noon)
            }
        }
        let tomorrow = noon.addingTimeInterval(86_400)
        try await opened.execute("UPDATE alert SET expires = ?", [tomorrow.addingTimeInterval(60).stored])
        let messages = try await prepared(at: tomorrow).flatMap(\.messages)
        #expect(messages.map { $0.person?.name } == [nil, nil, "Mia", "Mia", "Ben", "Ben"])
    }

    @Test func `what waits for a mailbox at the same time is one mail`() async throws {
        let mail = EmailTarget(
            address: "anna@example.org", confirmation: Data([9]), unsubscription: "token")
        try await store.add(Channel(account: anna, target: .email(mail), created: noon))
        let mia = try await person("Mia")
        for account in [mia.account, anna] { try await fence(account) }
        for id in ["a", "b"] {
            try await store.transact { transaction in
                let alert = Alert.sample(id)
                try transaction.add(alert)
                try transaction.notify(of: alert, at: .basel, except: nil, now: noon)
            }
        }
        let sendings = try await prepared()
        #expect(sendings.map { $0.messages.map { $0.person?.name ?? "" } }.first == ["", "", "Mia", "Mia"])
        // Once it is sent, nothing is left for the other lines of the run.
        for message in sendings[0].messages {
            try await store.record([.tried(message.id, .sent)], at: noon)
        }
        #expect(try await prepared().isEmpty)
    }

    @Test func `a family counts as one witness`() async throws {
        let mia = try await person("Mia")
        for account in [anna, mia.account] { try await fence(account) }
        try await raise("own", by: anna)
        #expect(
            try await store.inbox(of: anna, and: [mia.account], .after(0), unreadOnly: false, limit: 9)
                .isEmpty)
        try await raise("other", by: try await opened.account("carl"))
        let told = try await store.inbox(
            of: anna, and: [mia.account], .after(0), unreadOnly: false, limit: 9)
        #expect(Set(told.map(\.entry.account)) == [anna, mia.account])
    }

    @Test func `a guardian's inbox includes the persons' entries, which are marked with it`() async throws {
        let mia = try await person("Mia")
        for account in [anna, mia.account] { try await fence(account) }
        try await raise("a")
        let all = try await store.inbox(
            of: anna, and: [mia.account], .after(0), unreadOnly: false, limit: 9)
        #expect(try await store.unreadCount(of: anna, and: [mia.account]) == 2)
        #expect(try await store.unreadCount(of: anna, and: []) == 1)
        #expect(all.count == 2 && all.map(\.id) == all.map(\.id).sorted())
        #expect(try await store.inbox(of: mia.account, .after(0), unreadOnly: false, limit: 9).count == 1)
        let hers = try #require(all.first { $0.entry.account == mia.account }).id
        #expect(try await store.mark(hers, of: anna, readAt: noon) == false)
        #expect(try await store.mark(hers, of: anna, and: [mia.account], readAt: noon))
        #expect(try await store.markAll(upTo: 99, of: anna, and: [mia.account], readAt: noon) == 1)
        let reader = try await store.reader(anna)
        #expect(reader.persons == [mia])
        #expect(try await store.missed(by: anna, and: [mia.account], after: 0).count == 2)
    }

    @Test func `removing an account removes its persons and their pending messages`() async throws {
        let mia = try await person("Mia")
        _ = try await store.keep(WelcomeQuiz(), of: mia.account, at: noon)
        _ = try await hook(anna)
        for account in [anna, mia.account] { try await fence(account) }
        try await raise("a")
        #expect(try await store.queueLength() == 2)
        try await store.transact { transaction in
            _ = try transaction.remove(mia.account, at: noon)
        }
        #expect(try await store.queueLength() == 1)
        #expect(try await store.persons(of: anna) == [])
        let ben = try await person("Ben")
        try await fence(ben.account)
        try await raise("b")
        try await store.transact { transaction in
            _ = try transaction.remove(anna, at: noon)
        }
        for table in [
            "account", "person", "profile", "fence", "fenceBox", "delivery", "welcomeQuiz", "channel",
        ] {
            #expect(try await opened.count(table) == 0, "\(table)")
        }
    }

    @Test func `answers to the quiz come back, and fill only the fields they name`() async throws {
        #expect(try await store.welcomeQuiz(of: anna) == nil)
        var profile = Profile()
        profile.watches = [Watch(.allergen("oak"), level: .low), Watch(.allergen("ash"))]
        try await store.keep(profile, of: anna, at: noon)
        var quiz = WelcomeQuiz()
        quiz.allergens = [
            WelcomeQuiz.Reaction(allergen: "birch", severity: .severe),
            WelcomeQuiz.Reaction(allergen: "oak", severity: .mild),
        ]
        (quiz.severeReactions, quiz.diagnosedBy) = (.weekly, .doctor)
        (quiz.medication, quiz.conditions) = (["Cetirizine"], [.asthma])
        let filled = try await store.keep(quiz, of: anna, at: noon)
        #expect(try await store.welcomeQuiz(of: anna) == quiz)
        profile.watches = [
            Watch(.allergen("birch"), sensitivity: .severe),
            Watch(.allergen("oak"), level: .low, sensitivity: .mild),
        ]
        #expect(filled == profile)
        #expect(try await store.profile(of: anna) == profile)
        let list = Taxonomy.standard.watchList(of: [], in: profile)
        #expect(list.isEmpty)
        let levels = Taxonomy.standard.watchList(of: profile.watches, in: profile)
        #expect(levels["birch"]?.level == .moderate && levels["oak"]?.level == .low)
    }

    @Test(arguments: [
        (Sensitivity.mild, Level.veryHigh), (.moderate, .high), (.severe, .moderate),
    ])
    func `sensitivity at once changes the level from which fences alert`(
        sensitivity: Sensitivity, level: Level
    ) async throws {
        var rules = FenceRules()
        rules.watches = [Watch(.allergen("birch"))]
        let box = BoundingBox(around: .basel, radius: 5_000)
        let circle = Fence.Area.circle(centre: .basel, radius: 5_000)
        try await store.add(
            Fence(id: "home", account: anna, name: "Home", area: circle, rules: rules),
            footprint: FenceFootprint(anchor: .basel, boxes: box.parts, extent: 5_000, outline: nil), at: noon
        )
        var profile = Profile()
        profile.watches = [Watch(.allergen("birch"), sensitivity: sensitivity)]
        try await store.keep(profile, of: anna, at: noon)
        let alerts = Level.allCases.dropFirst()
        for alerted in alerts {
            let alert = Alert.sample("\(alerted)", allergens: ["birch"], level: alerted)
            let fences = try await store.bystanders(
                of: alert.id, near: 5_000, account: anna, limit: 9)
            #expect(fences.isEmpty)
            try await store.transact { try $0.add(alert) }
            let bystander = try #require(
                try await store.bystanders(of: alert.id, near: 5_000, account: anna, limit: 9).first)
            #expect(bystander.levels["birch"] == level)
        }
    }
}
