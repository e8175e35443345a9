import Alerts
import Allergens
import Foundation
import Help
import People
import SampleTesting
import Storage
import Testing

/// Reminders of what people keep, of a running service.
///
/// Their time is the minute in which a test begins.
@Suite(.timeLimit(.minutes(20))) struct HelpReminderDeliveryTests {
    private static let allowed = [
        "BREATHE_OUTBOUND_ALLOW": "127.0.0.0/8", "BREATHE_PUBLIC_URL": "http://air.example",
    ]

    /// A medicine that has been due since the present minute began.
    private func dueNow() -> (medicine: Medicine, kept: Date) {
        let now = Date()
        let medicine = Medicine(
            name: "Quendelhonig", form: .drops,
            times: [.init(LocalTime(at: now, in: .gmt), amount: "1")],
            stock: .init(left: 1_000, perIntake: 100, warnAt: nil))
        return (medicine, now.addingTimeInterval(-60))
    }

    private func addHook(_ address: String, of account: Account.ID, in store: SQLiteStore) async throws {
        let url = try #require(URL(string: address))
        let target = WebhookTarget(url: url, secrets: [WebhookTests.secret])
        try await store.add(Channel(account: account, target: .webhook(target), created: Date()))
    }

    @Test func `a reminder comes without a word of what it is, and is answered without signing in`()
        async throws
    {
        try await Workspace.temporary { workspace in
            try await WebhookReceiver.during(workspace) { receiver in
                let token = try await workspace.account("anna")
                let store = try SQLiteStore(besideKeys: workspace.database)
                let anna = try #require(try await store.account(named: "anna")).id
                try await addHook("http://127.0.0.1:\(receiver.port)/ok", of: anna, in: store)
                try await RunningService.during(workspace, environment: Self.allowed) { service in
                    let (medicine, kept) = dueNow()
                    _ = try await store.add(medicine, to: anna, at: kept)
                    let first = try #require(try await receiver.arrivals(atLeast: 1).first)
                    let data = first.json["data"]
                    #expect(first.json["type"] == "reminder.due" && data["kind"] == "intake")
                    #expect(data["message"] == "Time for what you planned" && data["urgency"] == "reminder")
                    #expect(data["page"] == "http://air.example/medicines")
                    #expect(!"\(first.json)".contains("Quendelhonig"))
                    let path = try #require(data["answer"].text).replacing("http://air.example", with: "")
                    try await answer(path, of: service)
                    let told = try await awaited("the outcome is not told") {
                        let list = try await service.get("/v1/me/help/reminders", bearer: token).json
                        return list["recent"][0]["sendings"][0]["state"] == "delivered" ? list : nil
                    }
                    #expect(told["recent"][0]["matter"] == "intake")
                    let list = try await service.get("/v1/me/help/medicines", bearer: token).json
                    #expect(list["medicines"][0]["stock"]["left"].number == 9)
                    #expect(try await service.get("/metrics").text.contains("reminders_delivered_total 1"))
                }
            }
        }
    }

    /// Looks at the page of a reminder, which changes nothing, and answers it in every way.
    private func answer(_ path: String, of service: RunningService) async throws {
        func reply(_ answer: String, to path: String) async throws -> Answer {
            try await service.send(
                "POST", path, body: Array(#"{"answer":"\#(answer)"}"#.utf8), type: "application/json")
        }
        let page = try await service.send("GET", path, headers: ["Accept": "text/html"])
        #expect(page.status == 200 && !page.text.contains("Quendelhonig"))
        for word in ["taken", "later", "skipped"] { #expect(page.text.contains("value=\"\(word)\"")) }
        #expect(try await service.send("GET", path).json["answer"] == .null)
        let wrong = try await reply("never", to: path)
        #expect(wrong.status == 400 && wrong.json["errors"][0]["pointer"] == "/answer")
        let unknown = try await reply("later", to: path + "AAAA")
        #expect(unknown.status == 404 && unknown.json["type"].text?.hasSuffix("/unknown-reminder") == true)
        let later = try await service.send(
            "POST", path, body: Array("answer=later".utf8), type: "application/x-www-form-urlencoded",
            headers: ["Accept": "text/html"])
        #expect(later.status == 200)
        #expect(try await service.send("GET", path).json["answer"] == "later")
        #expect(try await reply("taken", to: path).json["answer"] == "taken")
    }

    @Test func `a gentle reminder of a child is mailed with its importance and no answers`() async throws {
        let (mailbox, site, address) = (
            try await Mailbox(), "https://breathe.example.org", "anna@example.net"
        )
        try await Workspace.temporary { workspace in
            _ = try await workspace.account("anna")
            let store = try SQLiteStore(besideKeys: workspace.database)
            let anna = try #require(try await store.account(named: "anna")).id
            let target = EmailTarget(address: address, confirmation: Data([1]), unsubscription: "enough")
            try await store.add(Channel(account: anna, target: .email(target), created: Date()))
            let details = try #require(Person.Details(name: "Mia"))
            let mia = try await store.addPerson(details, to: anna, at: Date())
            let day = CivilDate(at: Date(), in: .gmt)
            // Told of at nine on the thirtieth day before its end, which is today or yesterday.
            let past = LocalTime(at: Date(), in: .gmt) >= LocalTime(hour: 9)
            let expires = day.adding(days: past ? 30 : 29)
            let kept = Medicine(name: "Quendelhonig", form: .spray, expires: expires)
            try await RunningService.during(workspace, environment: mailbox.environment(of: site)) { _ in
                _ = try await store.add(kept, to: mia.account, at: Date().addingTimeInterval(-86_400))
                let mail = try await mailbox.mails(to: address)[0]
                #expect(mail.headers["subject"]?.contains("Mia") == true && mail.defects == 0)
                #expect(mail.headers["importance"] == "low")
                #expect(mail.text.contains("\(site)/medicines?person=\(mia.id.rawValue)"))
                #expect(!mail.text.contains("/v1/help/reminders/") && !mail.text.contains("Quendelhonig"))
            }
        }
    }

    @Test func `no reminder comes twice over a kill, and what is not known is told`() async throws {
        let count = 300
        try await Workspace.temporary { workspace in
            try await WebhookReceiver.during(workspace) { receiver in
                _ = try await workspace.account("operator")
                let store = try SQLiteStore(besideKeys: workspace.database)
                var accounts: [Account.ID] = []
                let (medicine, kept) = dueNow()
                for number in 0..<count {
                    let account = try #require(try await store.addAccount(named: "p\(number)", at: kept)).id
                    let host = "127.0.0.\(number % 20 + 1)"
                    try await addHook("http://\(host):\(receiver.port)/ok", of: account, in: store)
                    _ = try await store.add(medicine, to: account, at: kept)
                    accounts.append(account)
                }
                try await RunningService.during(workspace, environment: Self.allowed) { service in
                    _ = try await receiver.arrivals(atLeast: 20)
                    await service.kill()
                }
                // What begins within the second of the start may still be under way.
                try await Task.sleep(for: .seconds(1.1))
                try await RunningService.during(workspace, environment: Self.allowed) { _ in
                    let states = try await awaited("some reminders are not settled") {
                        let all = try await self.states(of: accounts, in: store)
                        return all.contains(.queued) ? nil : all
                    }
                    let arrived = try receiver.arrivals.map(\.id)
                    #expect(Set(arrived).count == arrived.count, "a reminder came twice")
                    let known = states.count { $0 == .delivered }
                    #expect(
                        states.count == count && states.allSatisfy { [.delivered, .unknown].contains($0) })
                    #expect(known <= arrived.count && arrived.count <= count)
                    #expect(states.count { $0 == .unknown } >= arrived.count - known)
                }
            }
        }
    }

    private func states(
        of accounts: [Account.ID], in store: SQLiteStore
    ) async throws -> [Reminder.Sending.State] {
        let yesterday = Date().addingTimeInterval(-86_400)
        var states: [Reminder.Sending.State] = []
        for account in accounts {
            states += try await store.helpReminders(of: account, since: yesterday).flatMap(\.sendings)
                .map(\.state)
        }
        return states
    }
}
